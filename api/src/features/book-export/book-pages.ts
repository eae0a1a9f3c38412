import { outlineOf } from '@newline/document/outline';
import { renderBlocks } from '@newline/document/render';
import type { BookContent, ChapterContent } from './book-content.ts';
import type { BookImage } from './book-images.ts';
import { createXhtml, escapeXml, toXml } from './xhtml.ts';

/** A page of a book: a file of XHTML, and what stands in it. */
export type BookPage = {
  /** Its name in the archive, and its id in the manifest without the end. */
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly hasMath: boolean;
  readonly hasRendering: boolean;
};

/** What stands around a book. */
export type BookSite = { readonly name: string; readonly publicUrl: string };

/** The file of a chapter. */
export function chapterFile({ slug }: Pick<ChapterContent, 'slug'>): string {
  return `chapter-${slug}.xhtml`;
}

/** The addresses of all pictures in a chapter. */
export function imagesIn(document: unknown): string[] {
  const found = new Set<string>();
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { attrs, content } = node as { attrs?: unknown; content?: unknown };
    const src = typeof attrs === 'object' && attrs !== null ? (Reflect.get(attrs, 'src') as unknown) : null;
    if (typeof src === 'string' && src.startsWith('/media/')) found.add(src);
    if (Array.isArray(content)) for (const child of content) look(child);
  };
  look(document);
  return [...found];
}

/** Writes a chapter: its title, its text as far as the reader may have it, and, where it ends early, what opens the rest. */
export function writeChapter(book: BookContent, chapter: ChapterContent, images: ReadonlyMap<string, BookImage>, site: BookSite): BookPage {
  const files = new Map(book.chapters.map((each) => [each.permalink, chapterFile(each)]));
  const hasTitle = outlineOf(chapter.document).some(({ level }) => level === 1);
  const h = createXhtml({
    headingShift: hasTitle ? 1 : 0,
    linkFor: (href) => linkIn(href, files, site.publicUrl),
    imageFor: (src) => images.get(src) ?? null,
  });
  const blocks = renderBlocks(chapter.document, h, {
    siteOrigin: new URL(site.publicUrl).origin,
    hasHeadingIds: true,
    hasDirections: true,
    renderings: chapter.renderings,
  });
  const text = blocks.map(({ content }) => content.map(toXml).join('')).join('\n');
  const rest = chapter.isCut || chapter.document === null ? wall(chapter, site) : '';
  const number = chapter.number === null ? '' : `<p class="number">${chapter.number}</p>\n`;
  return {
    name: chapterFile(chapter),
    title: chapter.title,
    body: `<section epub:type="chapter" role="doc-chapter" aria-labelledby="title">\n${number}<h1 id="title" dir="auto">${escapeXml(chapter.title)}</h1>\n${text}\n${rest}</section>`,
    hasMath: text.includes('<math '),
    hasRendering: text.includes('<svg '),
  };
}

function wall(chapter: ChapterContent, site: BookSite): string {
  const words = chapter.document === null ? 'This chapter' : 'The rest of this chapter';
  return `<p class="wall">${words} is read at <a href="${escapeXml(site.publicUrl + chapter.permalink)}">${escapeXml(site.name)}</a>.</p>\n`;
}

/** Where a link leads: to a chapter of the same book, else as a whole address; null for what leads nowhere. */
function linkIn(href: string, files: ReadonlyMap<string, string>, publicUrl: string): string | null {
  if (href.startsWith('#')) return href.length > 1 && !href.startsWith('#b-') ? `#h-${href.slice(1)}` : null;
  if (!URL.canParse(href, publicUrl)) return null;
  const url = new URL(href, publicUrl);
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol)) return null;
  if (url.origin === new URL(publicUrl).origin) return files.get(url.pathname) ?? url.href;
  return url.href;
}

/** The page behind the cover: title, authors, and what this copy holds. */
export function writeTitlePage(book: BookContent, site: BookSite): BookPage {
  const lines = [
    `<h1 dir="auto">${escapeXml(book.title)}</h1>`,
    book.subtitle === null ? '' : `<p class="subtitle" dir="auto">${escapeXml(book.subtitle)}</p>`,
    book.authors.length === 0 ? '' : `<p class="authors">${book.authors.map((name) => `<bdi>${escapeXml(name)}</bdi>`).join(', ')}</p>`,
    book.isWhole ? '' : '<p class="part">The free part.</p>',
    `<p class="imprint"><a href="${escapeXml(site.publicUrl + book.permalink)}">${escapeXml(site.name)}</a>, ${book.revisedAt.toISOString().slice(0, 10)}</p>`,
  ];
  return {
    name: 'title.xhtml',
    title: book.title,
    body: `<section epub:type="titlepage">\n${lines.filter(Boolean).join('\n')}\n</section>`,
    hasMath: false,
    hasRendering: false,
  };
}

/** The lines of the table of contents, part by part. */
export function contentsOf(book: BookContent): { title: string | null; chapters: ChapterContent[] }[] {
  const parts: { title: string | null; chapters: ChapterContent[] }[] = [];
  for (const chapter of book.chapters) {
    const last = parts.at(-1);
    if (last && last.title === chapter.sectionTitle) last.chapters.push(chapter);
    else parts.push({ title: chapter.sectionTitle, chapters: [chapter] });
  }
  return parts;
}
