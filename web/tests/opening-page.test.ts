import { expect, test } from 'vitest';
import { openingChapterOf, openingPageOf, type OpeningBook } from '../app/features/home/opening-page.server.ts';

const book = (slug: string, isFree: boolean | null, isComingSoon = false): OpeningBook => ({
  id: `id of ${slug}`,
  slug,
  title: `The book ${slug}`,
  isComingSoon,
  outlineList: isFree === null ? [] : [{ isFree, title: 'One', permalink: `/books/${slug}/part%20one` }],
});
const paragraph = (text: string) => ({ type: 'paragraph', content: text === '' ? [] : [{ type: 'text', text }] });
const doc = (...content: object[]) => JSON.stringify({ type: 'doc', content });

test('the page next to the headline is from the newest book whose first chapter is free', () => {
  expect(
    openingChapterOf([book('announced', true, true), book('empty', null), book('paid', false), book('free', true), book('old', true)]),
  ).toEqual({
    bookId: 'id of free',
    book: 'free',
    chapter: 'part one',
    page: { book: 'The book free', chapter: 'One', permalink: '/books/free/part%20one' },
  });
  expect(openingChapterOf([book('paid', false)])).toBeNull();
});

test('the page has the first paragraphs, up to about as many characters as fit', () => {
  const chapter = openingChapterOf([book('free', true)]);
  if (chapter === null) throw new Error('Expected a chapter, got none');
  const paragraphsOf = (body: string | null) => openingPageOf(chapter, body)?.paragraphs.map(({ text }) => text) ?? null;
  expect(
    paragraphsOf(doc(paragraph('First.'), paragraph(''), paragraph('Second.'), { type: 'horizontalRule' }, paragraph('Third.'))),
  ).toEqual(['First.', 'Second.']);
  const [first = '', second = '', ...more] =
    paragraphsOf(doc(paragraph('a'.repeat(400)), paragraph('b'.repeat(400)), paragraph('c'))) ?? [];
  expect([first.length, second.length, more]).toEqual([400, 80, []]);
  expect(paragraphsOf(doc({ type: 'horizontalRule' }, paragraph('Later.')))).toBeNull();
  expect(paragraphsOf(null)).toBeNull();
});
