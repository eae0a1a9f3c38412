import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText, truncate } from '@newline/document/truncate';

const graphemes = (text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);
const clusters = ['👩🏽‍💻', '👨‍👩‍👧‍👦', '🇳🇵', 'é', 'กำ', '한', '한', '1️⃣', '✍🏽', 'a', ' ', '漢'];

describe('truncate', () => {
  test.each([
    ['short', 10, 'short'],
    ['  many   spaces\nand lines ', 40, 'many spaces and lines'],
    ['exactly ten', 11, 'exactly ten'],
    ['A sentence that is cut between its words', 20, 'A sentence that is…'],
    ['A sentence that is cut between its words', 19, 'A sentence that is…'],
    ['Donaudampfschifffahrtsgesellschaft', 10, 'Donaudamp…'],
    ['👩🏽‍💻👩🏽‍💻👩🏽‍💻', 3, '👩🏽‍💻👩🏽‍💻👩🏽‍💻'],
    ['👩🏽‍💻👩🏽‍💻👩🏽‍💻', 2, '👩🏽‍💻…'],
    ['数据库索引可以提高查询性能', 5, '数据库索…'],
    ['', 5, ''],
  ])('%j to %i', (text, most, expected) => {
    expect(truncate(text, most)).toBe(expected);
  });

  test('never cuts inside a grapheme, and stays within its limit', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...clusters), { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (parts, most) => {
        const text = parts.join('');
        const line = text.replaceAll(/\s+/gu, ' ').trim();
        const cut = truncate(text, most);
        expect(graphemes(cut).length).toBeLessThanOrEqual(Math.max(most, 1));
        expect(
          cut === line ||
            (cut.endsWith('…') &&
              graphemes(line)
                .join('\n')
                .startsWith(graphemes(cut.slice(0, -1)).join('\n'))),
        ).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });

  test('limits a character with ten thousand combining marks', () => {
    expect(truncate(`a${'\u0301'.repeat(10_000)} and more`, 10).length).toBeLessThan(700);
  });
});

test('cutText keeps code units within a limit and graphemes whole', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...clusters), { maxLength: 40 }), fc.integer({ min: 0, max: 80 }), (parts, maxLength) => {
      const text = parts.join('');
      const cut = cutText(text, maxLength);
      expect(cut.length).toBeLessThanOrEqual(maxLength);
      expect(graphemes(text).join('\n').startsWith(graphemes(cut).join('\n'))).toBe(true);
      expect(text.length > maxLength || cut === text).toBe(true);
    }),
  );
});
