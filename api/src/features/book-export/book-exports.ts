import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import type { Log } from '../../log.ts';
import type { Viewer } from '../../viewer.ts';
import type { BookSite } from './book-pages.ts';
import type { ReadImage } from './book-images.ts';
import { exportBooks, type ExportLimits, tidyExports } from './export-books.ts';
import { readStoreId } from './export-store.ts';
import { findChromium } from './find-chromium.ts';

/** Version of the exporter. Increase it when the content of exported files changes, so that existing files are created again. */
const exporterVersion = 3;

/** The file formats of an export. */
export type BookFormat = 'epub' | 'pdf';

/** What to do about the export of a book: only look it up, queue it if there is none, or also restart a failed one. */
export type ExportAction = 'look' | 'start' | 'again';

/** An export as its reader sees it. */
export type BookExport =
  /** `missing`: no such book for this reader; `closed`: they may read none of it; `busy`: too many exports are queued. */
  | { readonly state: 'missing' | 'closed' | 'busy' }
  | { readonly state: 'none'; readonly isWhole: boolean }
  | {
      readonly state: 'queued' | 'running' | 'done' | 'failed';
      readonly id: string;
      readonly isWhole: boolean;
      readonly step: number;
      readonly stepCount: number;
      readonly label: string;
      /** The reason of a failure. */
      readonly reason: string | null;
      /** Number of exports ahead in the queue; null unless it is queued. */
      readonly ahead: number | null;
    };

/** A finished file. */
export type ExportedFile = { readonly name: string; readonly byteCount: number; readonly stream: Readable };

/** Books as EPUB and PDF files: the operations of the routes and the job. */
export type BookExports = {
  /** False if this machine has no Chromium. */
  readonly hasPdf: boolean;
  /** Returns the export that this viewer may download now. Checks access each time. */
  find(viewer: Viewer, slug: string, format: BookFormat, perform: ExportAction): Promise<BookExport>;
  /**
   * Opens the file of an export that `find` has just returned as done. Returns null if it is missing on the disk; the export is then queued
   * again.
   */
  open(bookExport: BookExport & { state: 'done' }, slug: string, format: BookFormat): Promise<ExportedFile | null>;
  /** Creates the queued exports, one at a time on a site, until none is left or the signal is aborted. */
  work(signal: AbortSignal): Promise<void>;
  /** Deletes files that are expired, belong to an old version or exceed the quota. */
  tidy(): Promise<void>;
};

export type BookExportOptions = {
  /** Pools of newline_app and newline_worker. A connection of the latter is in use while an export is created. */
  readonly pools: { readonly app: Pool; readonly worker: Pool };
  readonly site: BookSite;
  readonly readImage: ReadImage;
  /** Folder of finished files. */
  readonly folder: string;
  readonly log: Log;
  /** Starts the job. */
  readonly onQueued: () => Promise<void>;
  /** Path of Chromium, or null for none. Searched for if omitted. */
  readonly chromium?: string | null;
  readonly limits?: Partial<ExportLimits>;
};

/** Creates the service. */
export function createBookExports(options: BookExportOptions): BookExports {
  const { pools, site, folder, log, onQueued, chromium = findChromium() } = options;
  // A different site name, URL or exporter version means a different version of every file.
  const exporterHash = createHash('sha256')
    .update(JSON.stringify([exporterVersion, site]))
    .digest('hex');

  let store: Promise<string> | null = null;
  const readStore = (): Promise<string> => {
    store ??= readStoreId(folder);
    store.catch(() => (store = null));
    return store;
  };
  // Otherwise the schedule finds the export within a minute.
  const wake = () => onQueued().catch((error: unknown) => log.warn({ err: error }, 'book exports: could not queue the job'));

  return {
    hasPdf: chromium !== null,
    async find(viewer, slug, format, perform) {
      if (format === 'pdf' && chromium === null) return { state: 'missing' };
      const [row] = await queryAs<{ export: BookExport }>(
        pools.app,
        viewer,
        'select app_public.book_export($1, $2, $3, $4, $5) as export',
        [slug, format, exporterHash, await readStore(), perform],
      );
      if (!row) throw new Error('book_export: expected one row');
      // If nothing runs, the first export in the queue should be running: a lost job is restarted by the next request.
      if (row.export.state === 'queued' && (perform !== 'look' || row.export.ahead === 0)) await wake();
      return row.export;
    },
    async open(bookExport, slug, format) {
      const path = join(folder, `${bookExport.id}.${format}`);
      const byteCount = await stat(path).then(
        ({ size }) => size,
        () => null,
      );
      if (byteCount === null) {
        await pools.worker.query('select app_private.lose_book_export($1)', [bookExport.id]);
        await wake();
        return null;
      }
      await pools.worker
        .query('select app_private.use_book_export($1)', [bookExport.id])
        .catch((error: unknown) => log.warn({ err: error }, 'book exports: a download could not be recorded'));
      return { name: `${slug}${bookExport.isWhole ? '' : '-free-part'}.${format}`, byteCount, stream: createReadStream(path) };
    },
    work: async (signal) => exportBooks({ ...options, workerPool: pools.worker, chromium, exporterHash, store: await readStore(), signal }),
    tidy: async () => tidyExports({ ...options, workerPool: pools.worker, exporterHash, store: await readStore() }),
  };
}
