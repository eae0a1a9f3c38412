import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Execute } from '../../graphql/run-document.ts';
import type { Log } from '../../log.ts';
import type { Viewer } from '../../viewer.ts';
import type { BookContent } from './book-content.ts';
import type { BookSite } from './book-pages.ts';
import type { ReadPicture } from './book-pictures.ts';
import { findChromium } from './find-chromium.ts';
import { makeEpub } from './make-epub.ts';
import { makePdf } from './make-pdf.ts';
import { readBook } from './read-book.ts';

/** Changes with what is written into a book, so that files of before are not given out. */
const madeBy = '2';
/** So many books are made at once; each holds its pictures in memory. */
const maxMakings = 1;
/** So many more wait; whoever comes after them is asked to come again. */
const maxWaiting = 8;
/** A file that nobody asked for in this time is removed, in milliseconds. */
const keptMs = 14 * 24 * 60 * 60 * 1000;

/** The kinds of file a book can be taken along as. */
export type BookFormat = 'epub' | 'pdf';

/** A book as a file, why there is none, or that too many wait. */
export type BookFile =
  | { readonly state: 'made'; readonly name: string; readonly byteCount: number; readonly stream: Readable }
  | { readonly state: 'missing' | 'closed' | 'busy' };

/** Books to take along. */
export type BooksOut = {
  /** False without a Chromium on this machine. */
  readonly hasPdf: boolean;
  /** The book as this viewer may have it: whole, or its free part; 'closed' when they may have none of its text. */
  open(viewer: Viewer, slug: string, format: BookFormat): Promise<BookFile>;
};

type Options = {
  readonly execute: Execute;
  readonly site: BookSite;
  readonly readPicture: ReadPicture;
  /** Where finished files are kept. */
  readonly folder: string;
  readonly log: Log;
  /** An installed Chromium; null for none. Found by itself when left out. */
  readonly chromium?: string | null;
};

/**
 * Makes EPUBs and PDFs of books. What a file holds is what the gate gives its reader: the content is read anew for everyone who asks, and
 * the file of exactly this content is made once and kept.
 */
export function createBooksOut({ execute, site, readPicture, folder, log, chromium = findChromium() }: Options): BooksOut {
  const underway = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let makings = 0;

  const takeTurn = async <TResult>(make: () => Promise<TResult>): Promise<TResult> => {
    // Whoever ends hands the turn to the next: nobody slips in between.
    if (makings < maxMakings) makings += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await make();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else makings -= 1;
    }
  };
  const make = async (book: BookContent, format: BookFormat, path: string): Promise<void> => {
    const startedAt = performance.now();
    const bytes =
      format === 'epub' ? await makeEpub(book, site, readPicture) : await makePdf(book, site, readPicture, chromium ?? 'chromium');
    await mkdir(folder, { recursive: true, mode: 0o750 });
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, bytes, { mode: 0o640 });
    await rename(unfinished, path);
    log.info({ slug: book.slug, format, byteCount: bytes.length, ms: Math.round(performance.now() - startedAt) }, 'books: one was made');
    await removeOld(folder).catch((error: unknown) => log.warn({ err: error }, 'books: old files were not removed'));
  };

  return {
    hasPdf: chromium !== null,
    async open(viewer, slug, format) {
      if (format === 'pdf' && chromium === null) return { state: 'missing' };
      const book = await readBook(execute, viewer, slug);
      if (!book || book.chapters.length === 0) return { state: 'missing' };
      if (book.chapters.every(({ document }) => document === null)) return { state: 'closed' };
      const path = join(folder, `${keyOf(book, site)}.${format}`);
      if ((await sizeOf(path)) === null) {
        if (!underway.has(path)) {
          if (waiting.length >= maxWaiting) return { state: 'busy' };
          underway.set(
            path,
            takeTurn(() => make(book, format, path)).finally(() => underway.delete(path)),
          );
        }
        await underway.get(path);
      }
      const byteCount = await sizeOf(path);
      if (byteCount === null) return { state: 'missing' };
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
      return {
        state: 'made',
        name: `${book.slug}${book.isWhole ? '' : '-free-part'}.${format}`,
        byteCount,
        stream: createReadStream(path),
      };
    },
  };
}

/** The same for the same content alone: whoever may have less has another file. */
function keyOf(book: BookContent, site: BookSite): string {
  return createHash('sha256')
    .update(JSON.stringify([madeBy, site, book]))
    .digest('hex');
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - keptMs) await rm(path, { force: true });
  }
}
