import { describe, expect, test } from 'vitest';
import { isAllowedFrame, safeUrl } from '../src/safe-url.ts';

describe('addresses', () => {
  test.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
    ['/books', '/books'],
    ['books/a:b', 'books/a:b'],
    ['?a:b', '?a:b'],
    ['mailto:a@b.cd', 'mailto:a@b.cd'],
    ['tel:+1', 'tel:+1'],
    [' /a b ', '/a%20b'],
    ['ht\u200btps://x.y', 'https://x.y'],
  ])('%s is written as %s', (given, written) => {
    expect(safeUrl(given)).toBe(written);
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
  ])('%j is none', (given) => {
    expect(safeUrl(given)).toBeNull();
  });

  test('media have no mail addresses', () => {
    expect(safeUrl('mailto:a@b.cd', 'media')).toBeNull();
  });
});

describe('frames', () => {
  const hosts = ['youtube.com', 'docs.google.com'];
  const isAllowed = (url: string) => isAllowedFrame(url, hosts, 'https://newline.example');

  test.each(['https://youtube.com/embed/x', 'https://www.youtube.com/embed/x?a=b#c', 'https://docs.google.com'])('%s is allowed', (url) => {
    expect(isAllowed(url)).toBe(true);
  });

  test.each([
    'http://youtube.com/',
    '//youtube.com/',
    'https:youtube.com/',
    'https:/youtube.com/',
    String.raw`https:\\youtube.com/`,
    'https://youtube.com.evil.example/',
    'https://evilyoutube.com/',
    'https://evil.example/youtube.com',
    'https://evil.example/?https://youtube.com/',
    'https://evil.example#youtube.com',
    'https://youtube.com@evil.example/',
    'https://user:pass@youtube.com/',
    String.raw`https://evil.example\.youtube.com/`,
    String.raw`https://youtube.com\@evil.example/`,
    'https://youtube.com:443/',
    'https://youtube.com:8443/',
    'https://youtube.com./',
    'https://YOUTUBE.com/',
    'https://youtube。com/',
    'https://youtübe.com/',
    'https://xn--youtbe-6ya.com/',
    'https://youtube.com%2eevil.example/',
    'https://you\ttube.com/',
    'https://you\ntube.com/',
    ' https://youtube.com/',
    'https://google.com/',
    'https://newline.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'about:blank',
    'about:srcdoc',
    'data:text/html,x',
    'blob:https://youtube.com/1',
    'javascript:x',
    '',
  ])('%j is not', (url) => {
    expect(isAllowed(url)).toBe(false);
  });

  test('the own host is not, even when it is on the list', () => {
    expect(isAllowedFrame('https://newline.example/', ['newline.example'], 'https://newline.example')).toBe(false);
    expect(isAllowedFrame('https://www.newline.example/', ['newline.example'], 'https://newline.example')).toBe(false);
  });
});
