import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookContent } from './book-content.ts';
import type { BookImage, ReadImage } from './book-images.ts';
import { contentsOf, writeChapter, writeTitlePage, type BookSite } from './book-pages.ts';
import { bookStyle } from './book-style.ts';
import { type NoteProgress, writeChapters } from './make-epub.ts';
import { printPage } from './print-page.ts';
import { escapeXml } from './xhtml.ts';

const printStyle = `
@page { size: 148mm 210mm; margin: 18mm 16mm 20mm; @bottom-center { content: counter(page); color: #5d6761; font-size: 8pt; } }
@page cover { margin: 0; @bottom-center { content: none; } }
body { margin: 0; font: 10.5pt/1.55 "Source Serif 4", Georgia, "Liberation Serif", "Noto Serif", serif; color: #161c19; orphans: 2; widows: 2; }
.whole { page: cover; display: block; width: 148mm; height: 209mm; object-fit: contain; }
.contents { break-before: page; }
.contents h2 { font-size: 1em; color: #5d6761; margin: 1.4em 0 .3em; }
.contents p { display: flex; gap: 1em; margin: 0 0 .3em; break-inside: avoid; }
.contents .number { flex: none; width: 1.6em; font-size: 1em; text-align: right; }
.contents a { text-decoration: none; }
section { break-before: page; }
pre { font-size: 7.6pt; break-inside: avoid-page; }
.math { overflow: visible; }
h1 { font-size: 22pt; }
`;

/**
 * Prints a book with an installed Chromium: one page of HTML, everything in it, whose policy lets nothing run, and no way to any other machine.
 *
 * @param options.folder where the page and the file are written
 * @param options.cpuMs how much processor time Chromium may use
 * @throws ExportFault when Chromium needs more than that
 */
export async function makePdf(
  book: BookContent,
  site: BookSite,
  readImage: ReadImage,
  options: {
    readonly chromium: string;
    readonly folder: string;
    readonly cpuMs: number;
    readonly signal: AbortSignal;
    readonly note?: NoteProgress;
  },
): Promise<Buffer> {
  const { folder, note } = options;
  const page = join(folder, 'book.html');
  const pdf = join(folder, 'book.pdf');
  await writeFile(page, await pageOf(book, site, readImage, note));
  await note?.(book.chapters.length, 'Printing the pages');
  await printPage({ ...options, page, pdf });
  return readFile(pdf);
}

async function pageOf(book: BookContent, site: BookSite, readImage: ReadImage, note: NoteProgress | undefined): Promise<string> {
  const dataAddress = (image: { bytes: Buffer; type: string }) => `data:${image.type};base64,${image.bytes.toString('base64')}`;
  const images = new Map<string, BookImage>();
  const written = new Map<string, BookImage>();
  const cover = book.posterImageUrl === null ? null : await readImage(book.posterImageUrl);
  const chapters: string[] = [];
  await writeChapters(book, { images, readImage, note }, (chapter) => {
    for (const [url, image] of images) if (!written.has(url)) written.set(url, { ...image, path: dataAddress(image) });
    // In one page there is one of each anchor, and a link to a chapter leads to its section.
    const own = `c-${chapter.slug}`;
    const { body } = writeChapter(book, chapter, written, site);
    chapters.push(
      body
        .replaceAll(/ epub:type="[^"]*"/gu, '')
        .replaceAll(/ (id|aria-labelledby)="/gu, ` $1="${own}-`)
        .replaceAll('href="#', `href="#${own}-`)
        .replaceAll(/href="chapter-([a-z0-9-]+)\.xhtml"/gu, 'href="#c-$1-title"'),
    );
  });
  const title = writeTitlePage(book, site).body.replaceAll(/ epub:type="[^"]*"/gu, '');
  return `<!doctype html><html lang="${book.language}"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><title>${escapeXml(book.title)}</title><style>${bookStyle}${printStyle}</style></head><body>${
    cover ? `<img class="whole" alt="" src="${dataAddress(cover)}">` : ''
  }${title}${contents(book)}${chapters.join('')}</body></html>`;
}

/** What is in the book, part by part; each line leads to its chapter. */
function contents(book: BookContent): string {
  const line = ({ number, slug, title }: BookContent['chapters'][number]) =>
    `<p><span class="number">${number ?? ''}</span><a href="#c-${slug}-title" dir="auto">${escapeXml(title)}</a></p>`;
  const parts = contentsOf(book).map(
    ({ title, chapters }) => `${title === null ? '' : `<h2 dir="auto">${escapeXml(title)}</h2>`}${chapters.map(line).join('')}`,
  );
  return `<nav class="contents"><h1>Contents</h1>${parts.join('')}</nav>`;
}
