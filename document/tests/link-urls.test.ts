import { describe, expect, test } from 'vitest';
import { findUrls, linkUrls } from '../src/link-urls.ts';

const urlsIn = (text: string) => findUrls(text).map(({ from, to }) => text.slice(from, to));

describe('URLs in the text of a comment', () => {
  test.each([
    ['https://a.example', ['https://a.example']],
    ['See https://a.example/b?c=d#e, then http://b.example.', ['https://a.example/b?c=d#e', 'http://b.example']],
    ['(https://a.example/b)', ['https://a.example/b']],
    ['https://a.example/b_(c)', ['https://a.example/b_(c)']],
    ['[https://a.example/b]!', ['https://a.example/b']],
    ['“https://a.example/b”…', ['https://a.example/b']],
    ['HTTPS://A.EXAMPLE/B', ['HTTPS://A.EXAMPLE/B']],
    ['https://bücher.example/ä', ['https://bücher.example/ä']],
    ['http://localhost:3000/x', ['http://localhost:3000/x']],
  ])('%s', (text, urls) => expect(urlsIn(text)).toEqual(urls));

  test.each([
    'javascript:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    'jav\u200bascript://a.example',
    'http:\u200b//a.example',
    'xhttps://a.example',
    'https://',
    'https://.',
    'https://?x',
    'a.example',
    'mail@a.example',
  ])('%j doesn’t become a link', (text) => expect(urlsIn(text)).toEqual([]));

  test('a text of only brackets and dots costs little', () => {
    const start = process.cpuUsage();
    expect(urlsIn(`https://${'('.repeat(30_000)}${')'.repeat(40_000)}${'.'.repeat(30_000)}`)).toEqual([]);
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  });

  test('become links; existing links and code stay', () => {
    const text = (value: string, ...marks: string[]) => ({
      type: 'text',
      text: value,
      ...(marks.length > 0 && { marks: marks.map((type) => ({ type, ...(type === 'link' && { attrs: { href: value } }) })) }),
    });
    const code = { type: 'codeBlock', content: [text('https://a.example')] };
    const finished = [text('https://a.example', 'link'), text('https://a.example', 'code')];
    const before = { type: 'paragraph', content: [text('See https://a.example now '), text('https://b.example', 'bold'), ...finished] };
    const after = {
      type: 'paragraph',
      content: [text('See '), text('https://a.example', 'link'), text(' now '), text('https://b.example', 'bold', 'link'), ...finished],
    };
    expect(linkUrls({ type: 'doc', content: [before, code] })).toEqual({ type: 'doc', content: [after, code] });
    const nothing = { type: 'doc', content: [code] };
    expect(linkUrls(nothing)).toBe(nothing);
  });
});
