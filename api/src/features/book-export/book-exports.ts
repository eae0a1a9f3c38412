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
import { type Renderer, rendererVersion } from '../rendering/create-renderer.ts';

/** Raised when the content of exported files changes, so that files of an older release are created again. */
const exporterVersion = 6;

/** The kinds of file a book can be exported as. */
export type BookFormat = 'epub' | 'pdf';

/** What to do with a book's export: only read its state, queue it if there is none, or also restart a failed one. */
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
      /** Why it failed. */
      readonly reason: string | null;
      /** The number of exports before it in the queue; null unless it is queued. */
      readonly ahead: number | null;
    };

/** A finished file. */
export type ExportedFile = { readonly name: string; readonly byteCount: number; readonly stream: Readable };

/** Exports of books as EPUB and PDF files, for routes and for the job. */
export type BookExports = {
  /** False without Chromium on this machine. */
  readonly hasPdf: boolean;
  /** The export that this viewer may download now. Checks access each time. */
  find(viewer: Viewer, slug: string, format: BookFormat, perform: ExportAction): Promise<BookExport>;
  /** The file of an export that `find` has just called done; null if it is missing from the disk; the export is then queued again. */
  open(bookExport: BookExport & { state: 'done' }, slug: string, format: BookFormat): Promise<ExportedFile | null>;
  /** Creates the exports that are queued, one at a time on a site, until none is left or the signal is aborted. */
  work(signal: AbortSignal): Promise<void>;
  /** Removes files that expired, belong to an old version or exceed the quota. */
  tidy(): Promise<void>;
};

/** The dependencies of book exports. */
export type BookExportOptions = {
  /** Pools of newline_app and newline_worker. A connection of the second is in use for as long as an export is being created. */
  readonly pools: { readonly app: Pool; readonly worker: Pool };
  readonly site: BookSite;
  readonly readImage: ReadImage;
  /** Renders chapters that weren't rendered yet. */
  readonly renderer: Pick<Renderer, 'renderDocument'>;
  /** Where finished files are stored. */
  readonly folder: string;
  readonly log: Log;
  /** Wakes the job. */
  readonly onQueued: () => Promise<void>;
  /** The path of Chromium; null without it. Found automatically by default. */
  readonly chromium?: string | null;
  readonly limits?: Partial<ExportLimits>;
};

/** Creates the service. */
export function createBookExports(options: BookExportOptions): BookExports {
  const { pools, site, folder, log, onQueued, chromium = findChromium() } = options;
  // Another site name, URL, exporter or renderer is another version of every file.
  const makerNow = () =>
    createHash('sha256')
      .update(JSON.stringify([exporterVersion, rendererVersion, site]))
      .digest('hex');

  let store: Promise<string> | null = null;
  const readStore = (): Promise<string> => {
    store ??= readStoreId(folder);
    store.catch(() => (store = null));
    return store;
  };
  // Without a job, the schedule finds it within a minute.
  const wake = () => onQueued().catch((error: unknown) => log.warn({ err: error }, 'book exports: no job'));

  return {
    hasPdf: chromium !== null,
    async find(viewer, slug, format, perform) {
      if (format === 'pdf' && chromium === null) return { state: 'missing' };
      const [row] = await queryAs<{ export: BookExport }>(
        pools.app,
        viewer,
        'select app_public.book_export($1, $2, $3, $4, $5) as export',
        [slug, format, makerNow(), await readStore(), perform],
      );
      if (!row) throw new Error('book_export: expected one row');
      // The first of the queue, while nothing runs, should be running: if its job was lost, the next request replaces it.
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
        .catch((error: unknown) => log.warn({ err: error }, 'book exports: a download was not noted'));
      return { name: `${slug}${bookExport.isWhole ? '' : '-free-part'}.${format}`, byteCount, stream: createReadStream(path) };
    },
    work: async (signal) =>
      exportBooks({ ...options, workerPool: pools.worker, chromium, exporterHash: makerNow(), store: await readStore(), signal }),
    tidy: async () => tidyExports({ ...options, workerPool: pools.worker, exporterHash: makerNow(), store: await readStore() }),
  };
}
