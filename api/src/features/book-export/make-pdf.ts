import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookContent } from './book-content.ts';
import type { BookImage, ReadImage } from './book-images.ts';
import { contentsOf, writeChapter, writeTitlePage, type BookSite } from './book-pages.ts';
import { bookStyle } from './book-style.ts';
import { type NoteProgress, writeChapters } from './make-epub.ts';
import { printPage } from './print-page.ts';
import { readPdfPages } from './read-pdf-pages.ts';
import { escapeXml } from './xhtml.ts';

/** Fonts for Chinese, Japanese, Korean and emoji, of which each system has some. */
const moreFonts =
  '"Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", SimSun, "Hiragino Mincho ProN", "Yu Mincho", "AppleMyungjo", Batang, "Noto Sans CJK SC", "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji"';

/**
 * Marks lines of code that go on: a hook in the margin of their further lines, whose bars have no height beside a single line. Bars are shapes in the
 * file; a background image would be a bitmap for each line of code, and the file and the memory of Chromium would grow by 30 KB a line.
 */
const wrapStyle = `pre code > span { display: block; position: relative; min-height: 11pt; padding-left: 10pt; }
pre code > span::before, pre code > span::after { content: ""; position: absolute; left: 2pt; background: #5d6761; }
pre code > span::before { top: 10pt; width: .7pt; height: calc(100% - 15pt); }
pre code > span::after { top: calc(100% - 5.7pt); width: 4.5pt; height: clamp(0pt, 100% - 15pt, .7pt); }`;

const printStyle = `
@page { size: 148mm 210mm; margin: 18mm 16mm 20mm; @bottom-center { content: counter(page); color: #5d6761; font-size: 8pt; } }
@page cover { margin: 0; @bottom-center { content: none; } }
body { margin: 0; font: 10.5pt/1.55 "Source Serif 4", Georgia, "Liberation Serif", "Noto Serif", ${moreFonts}, serif; color: #161c19; orphans: 2; widows: 2; }
.whole { page: cover; display: block; width: 148mm; height: 209mm; object-fit: contain; }
.contents { break-before: page; }
.contents h2 { font-size: 1em; color: #5d6761; margin: 1.4em 0 .3em; }
.contents p { display: flex; gap: 1em; margin: 0 0 .3em; break-inside: avoid; }
.contents .number { flex: none; width: 1.6em; font-size: 1em; text-align: right; }
.contents .page { flex: none; width: 2.4em; margin-left: auto; text-align: right; }
.contents a { text-decoration: none; }
section { break-before: page; }
pre { font-size: 7.6pt; line-height: 11pt; break-inside: avoid-page; }
pre code { font-family: inherit; }
${wrapStyle}
.math { overflow: visible; }
h1 { font-size: 22pt; }
`;

/**
 * Prints a book with an installed Chromium: as one self-contained HTML page, whose policy blocks scripts, and without access to other
 * machines.
 * @param options.folder where the page and the file are written
 * @param options.cpuMs maximum CPU time of Chromium
 * @throws ExportFault if Chromium needs more than that
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
  const html = await renderPage(book, site, readImage, note);
  await writeFile(page, html);
  await note?.(book.chapters.length, 'Printing the pages');
  await printPage({ ...options, page, pdf });
  const printed = await readFile(pdf);
  // Only printed pages have numbers, which then go to the table of contents: its lines have the space for them.
  const numbered = withPageNumbers(html, readPdfPages(printed));
  if (numbered === html) return printed;
  await writeFile(page, numbered);
  await note?.(book.chapters.length, 'Numbering the table of contents');
  await printPage({ ...options, page, pdf });
  return readFile(pdf);
}

/** Fills in the page of each chapter in the table of contents. */
function withPageNumbers(html: string, pages: ReadonlyMap<string, number>): string {
  return html.replaceAll(/<span class="page" id="page-([a-z0-9-]+)"><\/span>/gu, (line, slug: string) => {
    const number = pages.get(`c-${slug}-title`);
    return number === undefined ? line : line.replace('></', `>${number}</`);
  });
}

async function renderPage(book: BookContent, site: BookSite, readImage: ReadImage, note: NoteProgress | undefined): Promise<string> {
  const dataUrl = (image: { bytes: Buffer; type: string }) => `data:${image.type};base64,${image.bytes.toString('base64')}`;
  const images = new Map<string, BookImage>();
  const embedded = new Map<string, BookImage>();
  const cover = book.posterImageUrl === null ? null : await readImage(book.posterImageUrl);
  const chapters: string[] = [];
  await writeChapters(book, { images, readImage, note }, (chapter) => {
    for (const [url, image] of images) if (!embedded.has(url)) embedded.set(url, { ...image, path: dataUrl(image) });
    // On a single page anchors must be unique, and a link to a chapter leads to its section.
    const idPrefix = `c-${chapter.slug}`;
    const { body } = writeChapter(book, chapter, embedded, site);
    chapters.push(
      body
        .replaceAll(/ epub:type="[^"]*"/gu, '')
        .replaceAll(/ (id|aria-labelledby)="/gu, ` $1="${idPrefix}-`)
        .replaceAll('href="#', `href="#${idPrefix}-`)
        .replaceAll(/href="chapter-([a-z0-9-]+)\.xhtml"/gu, 'href="#c-$1-title"'),
    );
  });
  const title = writeTitlePage(book, site).body.replaceAll(/ epub:type="[^"]*"/gu, '');
  return `<!doctype html><html lang="${book.language}"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><title>${escapeXml(book.title)}</title><style>${bookStyle}${printStyle}</style></head><body>${
    cover ? `<img class="whole" alt="" src="${dataUrl(cover)}">` : ''
  }${title}${contents(book)}${chapters.join('')}</body></html>`;
}

/** Returns the table of contents; each line links to its chapter. */
function contents(book: BookContent): string {
  const line = ({ number, slug, title }: BookContent['chapters'][number]) =>
    `<p><span class="number">${number ?? ''}</span><a href="#c-${slug}-title" dir="auto">${escapeXml(title)}</a><span class="page" id="page-${slug}"></span></p>`;
  const sections = contentsOf(book).map(
    ({ title, chapters }) => `${title === null ? '' : `<h2 dir="auto">${escapeXml(title)}</h2>`}${chapters.map(line).join('')}`,
  );
  return `<nav class="contents"><h1>Contents</h1>${sections.join('')}</nav>`;
}
