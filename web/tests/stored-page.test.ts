import { expect, test } from 'vitest';
import { storePage } from '../server/stored-page.ts';
import { renderedPage } from './support/cached-site.ts';

test.each([
  ['cache-tag', ',', 'clips,course:0193c8b2-0000-7000-8000-00000000c0de'],
  ['surrogate-key', ' ', 'clips course:0193c8b2-0000-7000-8000-00000000c0de'],
])('a page has its tags in %s only for a CDN, and not if it is for visitors only', async (name, separator, expected) => {
  const sources = { img: [], media: [], frame: [], connect: [], isHttps: false };
  const tags = ['clips', 'course:0193c8b2-0000-7000-8000-00000000c0de'];
  const headOf = async (isForVisitors: boolean, tagHeader: { name: string; separator: string } | null) =>
    (await storePage(renderedPage('<p>hello</p>', { tags, isForVisitors }), sources, {}, tagHeader)).brotli.head;
  const head = await headOf(false, { name, separator });
  expect(head[head.indexOf(name) + 1]).toBe(expected);
  expect(head).toContain(name);
  for (const none of [await headOf(true, { name, separator }), await headOf(false, null)])
    expect(none.join(' ')).not.toContain('course:0193c8b2');
});
