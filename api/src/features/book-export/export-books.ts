import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../../log.ts';
import type { BookSite } from './book-pages.ts';
import type { ReadImage } from './book-images.ts';
import { type Renderer, rendererVersion } from '../rendering/create-renderer.ts';
import { type PendingText, renderBodies } from '../rendering/render-bodies.ts';
import { ExportFault } from './export-fault.ts';
import { storeIdFile } from './export-store.ts';
import { makeEpub } from './make-epub.ts';
import { makePdf } from './make-pdf.ts';
import { type ClaimedExport, readExport } from './read-export.ts';

/** Size and cost limits of exports. */
export type ExportLimits = {
  /** CPU time that Chromium and its processes may use for one PDF, in milliseconds. */
  readonly printCpuMs: number;
  /** Maximum size of one file, in bytes. */
  readonly fileBytes: number;
  /** Maximum size of all files of the site, in bytes. */
  readonly storedBytes: number;
};

/** The default limits, which docs/limits.md lists. */
export const usualExportLimits: ExportLimits = { printCpuMs: 600_000, fileBytes: 500_000_000, storedBytes: 5_000_000_000 };

/** Number of attempts with an unknown error before the export fails for the reader. */
const maxAttempts = 5;

type ExportOptions = {
  readonly workerPool: Pool;
  readonly site: BookSite;
  readonly readImage: ReadImage;
  readonly renderer: Pick<Renderer, 'renderDocument'>;
  readonly folder: string;
  readonly log: Log;
  readonly chromium: string | null;
  readonly limits?: Partial<ExportLimits>;
  /** Hash of the exporter and the site, which is part of the version of every file. */
  readonly exporterHash: string;
  /** ID of the folder. */
  readonly store: string;
  readonly signal: AbortSignal;
};

/**
 * Creates queued exports until none is due. Only one process of a site does this at a time: the connection that claims an export holds a
 * lock, which PostgreSQL releases as soon as that process ends, for any reason. The next claim then starts the export again.
 */
export async function exportBooks(options: ExportOptions): Promise<void> {
  // Checks again, so that an export queued between the last claim and the release of the lock isn't missed.
  while (!options.signal.aborted && (await createDueExports(options))) if (!(await isDue(options))) return;
}

/** Returns true if it created, or tried to create, at least one export. */
async function createDueExports(options: ExportOptions): Promise<boolean> {
  const { workerPool, folder } = options;
  const lost = new AbortController();
  const onError = (error: Error) => lost.abort(error);
  const client = await workerPool.connect();
  client.on('error', onError);
  let hasWorked = false;
  try {
    const signal = AbortSignal.any([options.signal, lost.signal]);
    // Detects a machine that lost power. Ignored on a Unix socket.
    await client.query(`select set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false)`);
    while (!signal.aborted) {
      const claimed = await claim(client, options);
      if (!claimed) break;
      hasWorked = true;
      const workFolder = join(folder, 'work');
      await rm(workFolder, { recursive: true, force: true });
      await exportOne(claimed, { ...options, signal, workFolder });
    }
    return hasWorked;
  } finally {
    client.off('error', onError);
    const isBroken = await client.query('select pg_advisory_unlock_all()').then(
      () => false,
      () => true,
    );
    client.release(isBroken);
  }
}

async function claim(client: PoolClient, { exporterHash, store }: ExportOptions): Promise<ClaimedExport | null> {
  const { rows } = await client.query<{ claimed: ClaimedExport | null }>('select app_private.claim_book_export($1, $2) as claimed', [
    exporterHash,
    store,
  ]);
  return rows[0]?.claimed ?? null;
}

async function isDue({ workerPool, store }: ExportOptions): Promise<boolean> {
  const { rows } = await workerPool.query<{ is_due: boolean | null }>('select app_private.next_book_export($1) <= now() as is_due', [
    store,
  ]);
  return rows[0]?.is_due === true;
}

async function exportOne(claimed: ClaimedExport, options: ExportOptions & { readonly workFolder: string }): Promise<void> {
  const { workerPool: pool, folder, log, exporterHash, signal, workFolder } = options;
  const limits = { ...usualExportLimits, ...options.limits };
  const { id, format } = claimed;
  const about = { slug: claimed.book.slug, format };
  const path = join(folder, `${id}.${format}`);
  try {
    await mkdir(workFolder, { recursive: true, mode: 0o750 });
    const unfinished = await createFile(claimed, options, limits);
    signal.throwIfAborted();
    const { size } = await stat(unfinished);
    if (size > limits.fileBytes) throw new ExportFault('This book is too large to be exported as one file.');
    await rename(unfinished, path);
    const { rows } = await pool.query<{ is_stored: boolean }>('select app_private.finish_book_export($1, $2, $3) as is_stored', [
      id,
      size,
      exporterHash,
    ]);
    if (rows[0]?.is_stored === true) log.info({ ...about, byteCount: size }, 'book exports: created a file');
    else await rm(path, { force: true });
  } catch (error) {
    if (signal.aborted) {
      await pool.query('select app_private.put_off_book_export($1, 0, false)', [id]);
    } else if (error instanceof ExportFault) {
      log.warn({ err: error, ...about }, 'book exports: a file cannot be created');
      await pool.query('select app_private.fail_book_export($1, $2)', [id, error.message]);
    } else if (claimed.attempts >= maxAttempts) {
      log.error({ err: error, ...about }, 'book exports: a file could not be created, and will not be retried');
      await pool.query('select app_private.fail_book_export($1, $2)', [
        id,
        'We couldn’t create this file. Try again later, or tell us if it keeps failing.',
      ]);
    } else {
      const seconds = 5 * 2 ** claimed.attempts;
      log.warn({ err: error, ...about, seconds }, 'book exports: a file could not be created, and will be retried');
      await pool.query('select app_private.put_off_book_export($1, $2, true)', [id, seconds]);
    }
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** Creates the file in the folder of unfinished ones, and returns its path. */
async function createFile(
  claimed: ClaimedExport,
  { workerPool: pool, site, readImage, renderer, log, chromium, signal, workFolder }: ExportOptions & { readonly workFolder: string },
  limits: ExportLimits,
): Promise<string> {
  const note = async (finished: number, label: string) => {
    signal.throwIfAborted();
    const { rows } = await pool.query<{ goes_on: boolean }>('select app_private.note_book_export($1, $2, $3) as goes_on', [
      claimed.id,
      finished,
      label,
    ]);
    if (rows[0]?.goes_on !== true) throw new Error('The export was removed while it was created.');
  };
  await note(0, 'Rendering code, formulas and diagrams');
  const readPending = async (count: number) =>
    (await pool.query<PendingText>('select * from app_private.undrawn_chapters($1, $2, $3)', [claimed.id, rendererVersion, count])).rows;
  await renderBodies({ pool, renderer, log, signal, readPending });
  signal.throwIfAborted();
  if ((await readPending(1)).length > 0) throw new Error('A chapter changed while it was rendered.');
  await note(0, 'Reading the chapters');
  const book = await readExport(pool, claimed, signal);
  if (claimed.format === 'epub') {
    const path = join(workFolder, 'book.epub');
    await writeFile(path, await makeEpub(book, site, readImage, note), { mode: 0o640 });
    return path;
  }
  // It was queued on a machine with Chromium, so the next process may have it.
  if (chromium === null) throw new Error('There is no Chromium on this machine.');
  return makePdf(book, site, readImage, { chromium, folder: workFolder, cpuMs: limits.printCpuMs, signal, note });
}

/** Deletes files of exports that are over, and files without an export. */
export async function tidyExports({
  workerPool,
  folder,
  exporterHash,
  store,
  limits,
}: Pick<ExportOptions, 'workerPool' | 'folder' | 'exporterHash' | 'store' | 'limits'>): Promise<void> {
  const { storedBytes } = { ...usualExportLimits, ...limits };
  // Lists files first: an export that finishes in between has its row by then.
  const names = await readdir(folder).catch(() => []);
  const { rows } = await workerPool.query<{ id: string; format: string }>(
    'select id, format from app_private.tidy_book_exports($1, $2, $3)',
    [exporterHash, store, storedBytes],
  );
  const inUse = new Set(['work', storeIdFile, ...rows.map(({ id, format }) => `${id}.${format}`)]);
  for (const name of names) if (!inUse.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}
