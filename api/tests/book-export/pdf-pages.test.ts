import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BookContent } from '@newline/api/features/book-export/book-content';
import { findChromium } from '@newline/api/features/book-export/find-chromium';
import { makePdf } from '@newline/api/features/book-export/make-pdf';
import { readPdfPages } from '@newline/api/features/book-export/read-pdf-pages';
import { expect, test } from 'vitest';

const chromium = findChromium();
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** A chapter of as many pages: each paragraph is longer than half a page. */
const chapter = (slug: string, paragraphs: number) => ({
  slug,
  title: slug.toUpperCase(),
  number: null,
  role: 'CHAPTER',
  sectionTitle: null,
  permalink: `/books/b/${slug}`,
  document: {
    type: 'doc',
    content: [
      ...Array.from({ length: paragraphs }, () => paragraph('All of these words are printed. '.repeat(60))),
      { type: 'codeBlock', content: [{ type: 'text', text: `const words = '${'long '.repeat(60)}';\n\nshort();` }] },
    ],
  },
  renderings: null,
  isCut: false,
});

test.skipIf(chromium === null)('a PDF has the page of each chapter in its table of contents @STUDY-01', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newline-pdf-'));
  const chapters = [chapter('one', 3), ...Array.from({ length: 12 }, (_, index) => chapter(`more-${index}`, 1)), chapter('last', 1)];
  const book = {
    ...{ id: '1', slug: 'b', title: 'B', subtitle: null, summary: null, language: 'en', permalink: '/books/b', authors: ['A'] },
    ...{ posterImageUrl: null, revisedAt: new Date(0), isWhole: true, chapters },
  } as unknown as BookContent;
  const pdf = await makePdf(book, { name: 'newline', publicUrl: 'http://localhost:3000' }, () => Promise.resolve(null), {
    chromium: chromium ?? '',
    folder,
    cpuMs: 120_000,
    signal: new AbortController().signal,
  });
  // Its only shapes are letters, bars and boxes: lines of code that go on have a mark, but no bitmap.
  expect(pdf.includes('/Subtype /Image')).toBe(false);
  const pages = readPdfPages(pdf);
  const written = [...(await readFile(join(folder, 'book.html'), 'utf8')).matchAll(/id="page-([\w-]+)">(\d+)</gu)];
  expect(written.map(([, slug, number]) => [`c-${slug}-title`, Number(number)])).toEqual(
    chapters.map(({ slug }) => [`c-${slug}-title`, pages.get(`c-${slug}-title`)]),
  );
  const numbers = chapters.map(({ slug }) => pages.get(`c-${slug}-title`) ?? 0);
  // A title page and the contents come first, and the first chapter has more pages than one.
  expect(numbers[0]).toBe(3);
  expect(numbers[1]).toBeGreaterThan(4);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  await rm(folder, { recursive: true });
});

test('a file that isn’t a PDF of Chromium has no pages', () => {
  for (const text of [
    '',
    '%PDF-1.4\nx',
    '<<\n/Type /Catalog\n/Pages 1 0 R\n/Dests 1 0 R\n\n1 0 obj\n<</Type /Pages\n/Kids [1 0 R]>>\nendobj',
  ])
    expect(readPdfPages(Buffer.from(text)).size).toBe(0);
});
