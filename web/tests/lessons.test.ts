import { describe, expect, test } from 'vitest';
import { joinRanges } from '../app/features/lessons/join-ranges.ts';
import { hiddenAs } from '../app/shared/catalog/hidden-as.ts';
import { outlineParts } from '../app/shared/catalog/outline-parts.ts';
import { addressOf, piecesOf } from '../app/shared/search/hit-facts.ts';

describe('ranges of seconds @STUDY-01', () => {
  test('are joined if they touch or overlap, in any order', () => {
    expect(joinRanges([5, 8, 0, 5, 20, 21])).toEqual([0, 8, 20, 21]);
    expect(joinRanges([0, 10, 2, 4])).toEqual([0, 10]);
    expect(joinRanges([4, 4, 9, 3, 7])).toEqual([]);
  });

  test('are limited to the last 200', () => {
    const many = Array.from({ length: 300 }, (_, n) => [n * 3, n * 3 + 1]).flat();
    expect(joinRanges(many)).toHaveLength(400);
    expect(joinRanges(many).at(-1)).toBe(898);
  });
});

test('an outline is split by section; a change log has no number @STUDY-01', () => {
  const section = { id: 's', title: 'Shapes' };
  const entry = (role: string, courseSection: typeof section | null) => ({ courseSection, lesson: { role } });
  const entries = [
    entry('INTRODUCTION', null),
    entry('LESSON', section),
    { courseSection: section, lesson: null },
    entry('CHANGELOG', section),
    entry('LESSON', section),
  ];
  expect(outlineParts(entries, ({ role }, number) => `${role} ${number}`)).toEqual([
    { id: 'none', title: null, lines: ['INTRODUCTION 1'] },
    { id: 's', title: 'Shapes', lines: ['LESSON 2', 'CHANGELOG null', 'LESSON 3'] },
  ]);
});

test.each([
  [{ archivedAt: '2026-01-01' }, 'Archived'],
  [{ isPublished: false }, 'Draft'],
  [{ isPublished: false, isComingSoon: true }, null],
  [{ publishedAt: '2026-02-02T00:00:00Z' }, 'Scheduled'],
  [{}, null],
])('%j is hidden as %s @SITE-01', (flags, expected) => {
  const item = { archivedAt: null, isPublished: true, publishedAt: '2026-01-01T00:00:00Z', ...flags };
  expect(hiddenAs(item, Date.UTC(2026, 1, 1))).toBe(expected);
});

describe('a search result @SEARCH-01', () => {
  test('links to the block or the second', () => {
    expect(addressOf({ path: '/a', blockId: 'x1y2z', second: null })).toBe('/a#b-x1y2z');
    expect(addressOf({ path: '/a', blockId: null, second: 0 })).toBe('/a?t=0');
    expect(addressOf({ path: '/a', blockId: null, second: null })).toBe('/a');
  });

  test('shows the matches, with text only as text', () => {
    expect(piecesOf('a \uE000b\uE001 <i>c</i>').map(({ text, isMatch }) => [text, isMatch])).toEqual([
      ['a ', false],
      ['b', true],
      [' <i>c</i>', false],
    ]);
  });
});
