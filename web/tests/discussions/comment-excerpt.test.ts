import { fromMarkdown } from '@newline/document/markdown';
import { expect, test } from 'vitest';
import { excerptOf } from '../../app/shared/discussions/comment-excerpt.server.ts';

/** Returns a comment's document as the API stores it. */
function stored(markdown: string): string {
  const read = fromMarkdown(markdown, 'comment');
  if (!read.ok) throw new Error(`comment: expected Markdown, got ${markdown}`);
  return JSON.stringify(read.document);
}

test('a long comment is cut between words, within the limit, and ends with an ellipsis', () => {
  const excerpt = excerptOf(stored('The compiler refuses the rest. '.repeat(40)), 100);
  expect(excerpt.length).toBeLessThanOrEqual(101);
  expect(excerpt).toMatch(/^The compiler refuses the rest\. The/u);
  expect(excerpt).toMatch(/(?:The|compiler|refuses|the|rest\.)…$/u);
});

test('a short comment is whole, without marks of Markdown, in one line', () => {
  expect(excerptOf(stored('Use `never` **here**.\n\nIt helps.'), 100)).toBe('Use never here. It helps.');
});

test('a deleted comment has no excerpt', () => {
  expect(excerptOf(null, 100)).toBe('');
});
