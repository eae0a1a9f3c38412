import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { articleMeta } from '../../app/features/articles/article-meta.ts';
import type { ArticleFacts } from '../../app/features/articles/article-facts.ts';
import { descriptionTag } from '../../app/shared/head/description.ts';
import { shortBylineOf } from '../../app/shared/head/share-text.ts';

const app = new URL('../../app/', import.meta.url);

test('the description of a page has at most 300 characters, and no half of one', () => {
  const long = 'قاعدة 数据库 👩🏽‍💻 '.repeat(60);
  const { content } = descriptionTag(long);
  expect([...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(content)].length).toBeLessThanOrEqual(300);
  expect(content.endsWith('…')).toBe(true);
  expect(content.isWellFormed()).toBe(true);
  const article = { title: 'T', description: long, isListed: true, hiddenAs: null } as unknown as ArticleFacts;
  expect(articleMeta(article)).toContainEqual({ name: 'description', content });
  expect(descriptionTag('Short.')).toEqual({ name: 'description', content: 'Short.' });
});

test('no page writes its description another way', async () => {
  const names = (await readdir(app, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const writing: string[] = [];
  for (const name of names)
    if (/\bname: ['"]description['"]/.test(await readFile(new URL(name, app), 'utf8'))) writing.push(name.replaceAll('\\', '/'));
  expect(writing).toEqual(['shared/head/description.ts']);
});

test('the small line of an image is cut between characters', () => {
  const byline = shortBylineOf({ title: 'T', kind: 'Course', by: ['👩🏽‍💻'.repeat(60)], topic: 'ai' });
  expect(byline).toBe(`Course · ${'👩🏽‍💻'.repeat(42)}…`);
});
