import type { BookContent, ChapterContent } from '@newline/api/features/book-export/book-content';
import { writeChapter } from '@newline/api/features/book-export/book-pages';
import { describe, expect, test } from 'vitest';

const image = (src: string, attrs = {}, ...content: readonly object[]) => ({
  type: 'image',
  attrs: { src, uniqueId: 'abcde', ...attrs },
  content,
});
const text = (words: string) => ({ type: 'text', text: words });

/** Returns the XHTML of a chapter with these blocks, without any image in the book. */
function pageOf(...content: readonly object[]): string {
  const chapter = {
    slug: 'a',
    title: 'A',
    number: null,
    permalink: '/books/a/a',
    isCut: false,
    renderings: null,
    document: { type: 'doc', content },
  };
  const book = { chapters: [chapter] };
  const site = { name: 'newline', publicUrl: 'https://newline.example' };
  return writeChapter(book as unknown as BookContent, chapter as unknown as ChapterContent, new Map(), site).body;
}

describe('an image that couldn’t be had is a sentence and a link in a book @DOC-04', () => {
  test('on another site', () => {
    const body = pageOf(image('https://elsewhere.example/a.png?x=1&y=2', { alt: 'A <lamp>' }, text('The lamp')));
    expect(body).toContain(
      '<div class="fig__absent"><b>A &lt;lamp&gt;</b> <span>This image is on another site, so it isn’t shown here.</span> <a href="https://elsewhere.example/a.png?x=1&amp;y=2">Open it on elsewhere.example</a></div><figcaption>The lamp</figcaption>',
    );
    expect(body).not.toContain('<img');
  });

  test('on this site, where its file is missing', () => {
    expect(pageOf(image('/media/a/gone/1600.webp', { alt: 'A lamp' }))).toContain(
      '<span class="fig__absent"><b>A lamp</b> This image couldn’t be included. <a href="https://newline.example/media/a/gone/1600.webp">Open it on the site</a></span>',
    );
    // Links can't be in links.
    const linked = pageOf(image('/media/a/gone/1600.webp', { href: 'https://example.org/b' }));
    expect(linked).toContain('Open it on the site</a></span> <a href="https://example.org/b">https://example.org/b</a>');
  });
});

test('a note to which a chapter refers twice is one note with two links back @DOC-04 @BRING-02', () => {
  const note = { type: 'footnote', content: [text('Same.')] };
  const body = pageOf({ type: 'paragraph', content: [text('A'), note, text(' b'), note] });
  expect(body.match(/href="#h-fn\.1"/gu)).toHaveLength(2);
  expect(body.match(/<li /gu)).toHaveLength(1);
  for (const name of ['fnref.1', 'fnref.1.2']) {
    expect(body).toContain(`id="h-${name}"`);
    expect(body).toContain(`href="#h-${name}"`);
  }
});
