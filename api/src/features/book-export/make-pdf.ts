import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookContent } from './book-content.ts';
import type { BookImage, ReadImage } from './book-images.ts';
import { contentsOf, imagesIn, writeChapter, writeTitlePage, type BookSite } from './book-pages.ts';
import { bookStyle } from './book-style.ts';
import { ExportFault } from './export-fault.ts';
import { type NoteProgress, writeChapters } from './make-epub.ts';
import { joinPdfs, destinationUrl } from './pdf/join-pdfs.ts';
import { readPages, readPdf } from './pdf/read-pdf.ts';
import { printPage } from './print-page.ts';
import { printStyle } from './print-style.ts';
import { escapeXml } from './xhtml.ts';

/** How much is printed at once. Chromium's memory grows with it, and its time even faster. */
export type PrintLimits = {
  /** Characters of HTML, without images, of chapters that are printed together. A longer chapter is printed alone. */
  readonly partLength: number;
  /** The same for their images. */
  readonly partImageLength: number;
  /** Characters of HTML, without images, of one chapter. */
  readonly chapterLength: number;
  /** The same for its images. */
  readonly chapterImageLength: number;
};

/** The default limits, which docs/limits.md lists. */
export const usualPrintLimits: PrintLimits = {
  partLength: 400_000,
  partImageLength: 20_000_000,
  chapterLength: 2_000_000,
  chapterImageLength: 100_000_000,
};

export type PdfOptions = {
  readonly chromium: string;
  /** Folder where the pages and the files are written. */
  readonly folder: string;
  /** Maximum CPU time of Chromium for the whole book. */
  readonly cpuMs: number;
  readonly signal: AbortSignal;
  readonly note?: NoteProgress;
  readonly limits?: Partial<PrintLimits>;
};

/** A printed file: its path, how many pages it has, and the page of each place. */
type Printed = ReturnType<typeof readPages> & { readonly path: string };

/**
 * Prints a book with an installed Chromium: as self-contained HTML pages, whose policy blocks scripts, and without access to other machines. Prints
 * a few chapters at a time, so that a book of any length needs the memory of a short one, and joins the files.
 * @returns the path of the file
 * @throws ExportFault if a chapter is too large, or if Chromium needs too much
 */
export async function makePdf(book: BookContent, site: BookSite, readImage: ReadImage, options: PdfOptions): Promise<string> {
  const { folder, note } = options;
  const limits = { ...usualPrintLimits, ...options.limits };
  let { cpuMs } = options;
  const print = async (name: string, page: string, path: string): Promise<Printed> => {
    const pagePath = join(folder, `${name}.html`);
    await writeFile(pagePath, page);
    cpuMs -= await printPage({ ...options, cpuMs, page: pagePath, pdf: path });
    return { path, ...readPages(readPdf(await readFile(path))) };
  };
  const cover = book.posterImageUrl === null ? null : await readImage(book.posterImageUrl);
  const printFront = (pages: ReadonlyMap<string, number>) => print('front', frontPage(book, site, cover, pages), join(folder, 'front.pdf'));

  await note?.(0, 'Printing the pages');
  // The number of its pages counts: its lines have the space for the numbers, which are known at the end.
  let { count: pageCount } = await printFront(new Map());
  const pages = new Map<string, number>();
  const paths: string[] = [];
  const images = new Map<string, BookImage>();
  let part: ChapterHtml[] = [];
  let done = 0;
  const printPart = async () => {
    if (part.length === 0) return;
    await note?.(done, 'Printing the pages');
    const html = wholePage(book, part.map(({ body }) => body).join(''), pageCount + 1);
    const printed = await print('part', html, join(folder, `part-${paths.length}.pdf`));
    for (const [name, page] of printed.destinations) pages.set(name, pageCount + page);
    pageCount += printed.count;
    paths.push(printed.path);
    part = [];
    images.clear();
  };
  await writeChapters(book, { images, readImage, note }, async (chapter) => {
    const html = chapterHtml(book, chapter, images, site);
    if (html.length > limits.chapterLength || html.imageLength > limits.chapterImageLength)
      throw new ExportFault(`The chapter “${chapter.title}” is too long for a PDF. Download the EPUB instead.`);
    const together = [...part, html];
    const isTooMuch = sum(together, 'length') > limits.partLength || sum(together, 'imageLength') > limits.partImageLength;
    if (isTooMuch) await printPart();
    part.push(html);
    done += 1;
  });
  await printPart();
  await note?.(book.chapters.length, 'Numbering the table of contents');
  const front = await printFront(pages);
  const path = join(folder, 'book.pdf');
  await joinPdfs([front.path, ...paths], path);
  for (const each of [front.path, ...paths]) await rm(each);
  return path;
}

/** The HTML of a chapter: its length without images, and theirs. */
type ChapterHtml = { readonly body: string; readonly length: number; readonly imageLength: number };

function sum(chapters: readonly ChapterHtml[], key: 'length' | 'imageLength'): number {
  return chapters.reduce((total, chapter) => total + chapter[key], 0);
}

function dataUrl(image: { readonly bytes: Buffer; readonly type: string }): string {
  return `data:${image.type};base64,${image.bytes.toString('base64')}`;
}

function chapterHtml(
  book: BookContent,
  chapter: BookContent['chapters'][number],
  images: ReadonlyMap<string, BookImage>,
  site: BookSite,
): ChapterHtml {
  const embedded = new Map<string, BookImage>();
  for (const url of imagesIn(chapter.document)) {
    const image = images.get(url);
    if (image) embedded.set(url, { ...image, path: dataUrl(image) });
  }
  // On a page of several chapters anchors must be unique, and a link to a chapter leads to its title.
  const idPrefix = `c-${chapter.slug}`;
  const body = writeChapter(book, chapter, embedded, site)
    .body.replaceAll(/ epub:type="[^"]*"/gu, '')
    .replaceAll(/ (id|aria-labelledby)="/gu, ` $1="${idPrefix}-`)
    .replaceAll('href="#', `href="#${idPrefix}-`)
    .replaceAll(/href="chapter-([a-z0-9-]+)\.xhtml"/gu, `href="${destinationUrl}c-$1-title"`);
  const imageLength = [...body.matchAll(/ src="data:[^"]*"/gu)].reduce((length, [source]) => length + source.length, 0);
  // Chromium only remembers destinations that a link of the same page leads to, and this one is for links of other pages.
  return { body: `<a hidden href="#${idPrefix}-title"></a>${body}`, length: body.length - imageLength, imageLength };
}

/** Returns the cover, the title and the table of contents. */
function frontPage(book: BookContent, site: BookSite, cover: Awaited<ReturnType<ReadImage>>, pages: ReadonlyMap<string, number>): string {
  const title = writeTitlePage(book, site).body.replaceAll(/ epub:type="[^"]*"/gu, '');
  return wholePage(book, `${cover ? `<img class="whole" alt="" src="${dataUrl(cover)}">` : ''}${title}${contents(book, pages)}`, 1);
}

function wholePage(book: BookContent, body: string, firstNumber: number): string {
  const numbering = firstNumber === 1 ? '' : `@page :first { counter-increment: page ${firstNumber}; }`;
  return `<!doctype html><html lang="${book.language}"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><title>${escapeXml(book.title)}</title><style>${bookStyle}${printStyle}${numbering}</style></head><body>${body}</body></html>`;
}

/** Returns the table of contents; each line links to its chapter, and has its page if it's known. */
function contents(book: BookContent, pages: ReadonlyMap<string, number>): string {
  const line = ({ number, slug, title }: BookContent['chapters'][number]) =>
    `<p><span class="number">${number ?? ''}</span><a href="${destinationUrl}c-${slug}-title" dir="auto">${escapeXml(title)}</a><span class="page" id="page-${slug}">${pages.get(`c-${slug}-title`) ?? ''}</span></p>`;
  const sections = contentsOf(book).map(
    ({ title, chapters }) => `${title === null ? '' : `<h2 dir="auto">${escapeXml(title)}</h2>`}${chapters.map(line).join('')}`,
  );
  return `<nav class="contents"><h1>Contents</h1>${sections.join('')}</nav>`;
}
