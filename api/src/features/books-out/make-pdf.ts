import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BookContent } from './book-content.ts';
import type { ReadPicture } from './book-pictures.ts';
import { contentsOf, writeChapter, writeTitlePage, type BookSite } from './book-pages.ts';
import { bookStyle } from './book-style.ts';
import { collectPictures } from './make-epub.ts';
import { escapeXml } from './xhtml.ts';

const timeoutMs = 120_000;

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
 * @throws Error when Chromium cannot, or takes longer than two minutes
 */
export async function makePdf(book: BookContent, site: BookSite, readPicture: ReadPicture, chromium: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'newline-pdf-'));
  try {
    const page = join(folder, 'book.html');
    const pdf = join(folder, 'book.pdf');
    await writeFile(page, await pageOf(book, site, readPicture));
    await print(chromium, folder, page, pdf);
    return await readFile(pdf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pageOf(book: BookContent, site: BookSite, readPicture: ReadPicture): Promise<string> {
  const dataAddress = (picture: { bytes: Buffer; type: string }) => `data:${picture.type};base64,${picture.bytes.toString('base64')}`;
  const pictures = new Map(
    [...(await collectPictures(book, readPicture))].map(([address, picture]) => [address, { ...picture, path: dataAddress(picture) }]),
  );
  const cover = book.posterImageUrl === null ? null : await readPicture(book.posterImageUrl);
  const chapters = book.chapters.map((chapter) => {
    // In one page there is one of each anchor, and a link to a chapter leads to its section.
    const own = `c-${chapter.slug}`;
    const { body } = writeChapter(book, chapter, pictures, site);
    return body
      .replaceAll(/ epub:type="[^"]*"/gu, '')
      .replaceAll(/ (id|aria-labelledby)="/gu, ` $1="${own}-`)
      .replaceAll('href="#', `href="#${own}-`)
      .replaceAll(/href="chapter-([a-z0-9-]+)\.xhtml"/gu, 'href="#c-$1-title"');
  });
  const title = writeTitlePage(book, site).body.replaceAll(/ epub:type="[^"]*"/gu, '');
  return `<!doctype html><html lang="${book.language}"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><title>${escapeXml(book.title)}</title><style>${bookStyle}${printStyle}</style></head><body>${
    cover ? `<img class="whole" alt="" src="${dataAddress(cover)}">` : ''
  }${title}${contents(book)}${chapters.join('')}</body></html>`;
}

/** What is in the book, part by part; each line leads to its chapter. */
function contents(book: BookContent): string {
  const line = ({ number, slug, title }: BookContent['chapters'][number]) =>
    `<p><span class="number">${number ?? ''}</span><a href="#c-${slug}-title">${escapeXml(title)}</a></p>`;
  const parts = contentsOf(book).map(
    ({ title, chapters }) => `${title === null ? '' : `<h2>${escapeXml(title)}</h2>`}${chapters.map(line).join('')}`,
  );
  return `<nav class="contents"><h1>Contents</h1>${parts.join('')}</nav>`;
}

function print(chromium: string, folder: string, page: string, pdf: string): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(
    chromium,
    [
      '--headless=new',
      // Chromium refuses its own sandbox to root; the page has no script, and the policy in it no source.
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND',
      '--proxy-server=127.0.0.1:9',
      `--user-data-dir=${join(folder, 'profile')}`,
      '--no-pdf-header-footer',
      '--generate-pdf-document-outline',
      `--print-to-pdf=${pdf}`,
      pathToFileURL(page).href,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: process.platform !== 'win32' },
  );
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    const end = () => {
      // Its helpers go with it.
      if (child.pid !== undefined && process.platform !== 'win32') {
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // All of them have ended.
        }
      } else child.kill('SIGKILL');
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`Chromium took longer than ${timeoutMs / 1000} seconds to print a book.`));
    }, timeoutMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      end();
      if (code === 0) resolve();
      else reject(new Error(`Chromium ended with ${code} while printing a book: ${said.trim()}`));
    });
  });
}
