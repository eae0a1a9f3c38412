import { anchorsIn, outlineOf } from '@newline/document/outline';
import { renderNotes } from '@newline/document/render/note-list';
import { renderBlocks } from '@newline/document/render';
import type { BookContent, ChapterContent } from './book-content.ts';
import type { BookImage } from './book-images.ts';
import { createXhtml, escapeXml, toXml } from './xhtml.ts';

/** A page of a book: an XHTML file. */
export type BookPage = {
  /** Its file name in the archive, which without its extension is also its id in the manifest. */
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly hasMath: boolean;
  readonly hasRendering: boolean;
};

/** The site that a book is from. */
export type BookSite = { readonly name: string; readonly publicUrl: string };

/** Returns the file name of a chapter. */
export function chapterFile({ slug }: Pick<ChapterContent, 'slug'>): string {
  return `chapter-${slug}.xhtml`;
}

/** Returns the URLs of all images in a chapter. */
export function imagesIn(document: unknown): string[] {
  const urls = new Set<string>();
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { attrs, content } = node as { attrs?: unknown; content?: unknown };
    const src = typeof attrs === 'object' && attrs !== null ? (Reflect.get(attrs, 'src') as unknown) : null;
    if (typeof src === 'string' && src.startsWith('/media/')) urls.add(src);
    if (Array.isArray(content)) for (const child of content) collect(child);
  };
  collect(document);
  return [...urls];
}

/** Renders a chapter: its title, its text as far as the reader may see it, and, if it is cut, where to read the rest. */
export function writeChapter(book: BookContent, chapter: ChapterContent, images: ReadonlyMap<string, BookImage>, site: BookSite): BookPage {
  const files = new Map(book.chapters.map((each) => [each.permalink, chapterFile(each)]));
  const anchors = new Set(anchorsIn(chapter.document));
  const hasTitle = outlineOf(chapter.document).some(({ level }) => level === 1);
  const h = createXhtml({
    headingShift: hasTitle ? 1 : 0,
    exercisesUrl: site.publicUrl + chapter.permalink,
    linkFor: (href) =>
      href.startsWith('#') && !anchors.has(href.slice(1)) && !/^#fn(?:ref)?\.\d+(?:\.\d+)?$/u.test(href)
        ? null
        : linkIn(href, files, site.publicUrl),
    imageFor: (src) => images.get(src) ?? null,
  });
  const blocks = renderBlocks(chapter.document, h, {
    siteOrigin: new URL(site.publicUrl).origin,
    // A book loads nothing from a site.
    imageOrigins: [],
    hasHeadingIds: true,
    hasDirections: true,
    renderings: chapter.renderings,
  });
  const notes = renderNotes(
    blocks.flatMap((block) => block.notes),
    h,
    true,
  );
  const text = [...blocks.map(({ content }) => content.map(toXml).join('')), ...notes.map(toXml)].join('\n');
  const paywall = chapter.isCut || chapter.document === null ? wall(chapter, site) : '';
  const number = chapter.number === null ? '' : `<p class="number">${chapter.number}</p>\n`;
  return {
    name: chapterFile(chapter),
    title: chapter.title,
    body: `<section epub:type="chapter" role="doc-chapter" aria-labelledby="title">\n${number}<h1 id="title" dir="auto">${escapeXml(chapter.title)}</h1>\n${text}\n${paywall}</section>`,
    hasMath: text.includes('<math '),
    hasRendering: text.includes('<svg '),
  };
}

function wall(chapter: ChapterContent, site: BookSite): string {
  const subject = chapter.document === null ? 'this chapter' : 'the rest of this chapter';
  return `<p class="wall">Read ${subject} at <a href="${escapeXml(site.publicUrl + chapter.permalink)}">${escapeXml(site.name)}</a>.</p>\n`;
}

/** Returns the target of a link: a chapter of the same book, else the full URL; null if it leads nowhere. */
function linkIn(href: string, files: ReadonlyMap<string, string>, publicUrl: string): string | null {
  if (href.startsWith('#')) return `#h-${href.slice(1)}`;
  if (!URL.canParse(href, publicUrl)) return null;
  const url = new URL(href, publicUrl);
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol)) return null;
  if (url.origin === new URL(publicUrl).origin) return files.get(url.pathname) ?? url.href;
  return url.href;
}

/** Renders the title page: title, authors, and what this copy contains. */
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

/** Returns the lines of the table of contents, grouped by section. */
export function contentsOf(book: BookContent): { title: string | null; chapters: ChapterContent[] }[] {
  const sections: { title: string | null; chapters: ChapterContent[] }[] = [];
  for (const chapter of book.chapters) {
    const lastSection = sections.at(-1);
    if (lastSection && lastSection.title === chapter.sectionTitle) lastSection.chapters.push(chapter);
    else sections.push({ title: chapter.sectionTitle, chapters: [chapter] });
  }
  return sections;
}
