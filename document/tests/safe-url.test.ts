import { describe, expect, test } from 'vitest';
import { safeUrl } from '../src/safe-url.ts';

describe('URLs', () => {
  test.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['/books', '/books'],
    ['books/a:b', 'books/a:b'],
    ['?a:b', '?a:b'],
    ['mailto:a@b.cd', 'mailto:a@b.cd'],
    ['tel:+1', 'tel:+1'],
    [' /a b ', '/a%20b'],
    ['ht\u200btps://x.y', 'https://x.y'],
  ])('%s is written as %s', (input, written) => {
    expect(safeUrl(input)).toBe(written);
    expect(safeUrl(written)).toBe(written);
  });

  test.each([
    '',
    '  ',
    'javascript:x',
    'JAVASCRIPT:x',
    'java\tscript:x',
    '\u0000javascript:x',
    'ftp://x',
    'a:b',
    'x'.repeat(4097),
    7,
    null,
    ['/a'],
  ])('%j is invalid', (input) => {
    expect(safeUrl(input)).toBeNull();
  });

  test('media can’t have mailto URLs', () => {
    expect(safeUrl('mailto:a@b.cd', 'media')).toBeNull();
  });
});
