import type { Pool, PoolClient } from 'pg';
import { codedError, refusalIn } from '../../errors/error-codes.ts';
import type { Log } from '../../log.ts';
import type { Viewer } from '../../viewer.ts';
import type { ArchiveStore } from './archive-store.ts';
import type { ImportExport } from './create-import-export.ts';
import { FolderError } from './folder.ts';
import { readChoice } from './import-choice.ts';
import { importOptionsOf } from './import-target.ts';
import type { ArchiveReader } from './read-archives.ts';

/** An import that this process has claimed. */
type ClaimedImport = {
  readonly id: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly target: string;
  readonly action: 'preview' | 'write';
  readonly choice: unknown;
  readonly attempts: number;
  /** Set if an interrupted job wrote the item, and only the captions of its videos may be missing. */
  readonly permalink: string | null;
};

/** What the job needs. */
export type ImportJobOptions = {
  readonly workerPool: Pool;
  readonly importExport: Pick<ImportExport, 'preview' | 'commit'>;
  readonly archives: Pick<ArchiveReader, 'open'>;
  readonly store: ArchiveStore;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** Number of attempts with an unknown error before the import fails for the user. */
const maxAttempts = 3;

/**
 * Works on queued imports until none is due. Only one process of a site does this at a time: the connection that claims an import holds a
 * lock, which PostgreSQL releases as soon as that process ends, for any reason. The next claim then starts the import again.
 */
export async function runImports(options: ImportJobOptions): Promise<void> {
  while (!options.signal.aborted && (await runDue(options))) if (!(await isDue(options.workerPool))) return;
}

/** Returns true if it worked on at least one import. */
async function runDue(options: ImportJobOptions): Promise<boolean> {
  const lost = new AbortController();
  const onError = (error: Error) => lost.abort(error);
  const client = await options.workerPool.connect();
  client.on('error', onError);
  let hasWorked = false;
  try {
    const signal = AbortSignal.any([options.signal, lost.signal]);
    await client.query(`select set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false)`);
    while (!signal.aborted) {
      const claimed = await claim(client);
      if (!claimed) break;
      hasWorked = true;
      await runOne(claimed, { ...options, signal });
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

async function claim(client: PoolClient): Promise<ClaimedImport | null> {
  const { rows } = await client.query<{ claimed: ClaimedImport | null }>('select app_private.claim_import() as claimed');
  return rows[0]?.claimed ?? null;
}

async function isDue(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_due: boolean | null }>('select app_private.next_import() <= now() as is_due');
  return rows[0]?.is_due === true;
}

async function runOne(claimed: ClaimedImport, options: ImportJobOptions): Promise<void> {
  const { workerPool: pool, log, signal } = options;
  const { id, action, attempts } = claimed;
  try {
    const report = await work(claimed, options);
    await pool.query('select app_private.finish_import($1, $2)', [id, report === null ? null : JSON.stringify(report)]);
    log.info({ id, action }, 'imports: finished');
  } catch (error) {
    const reason = error instanceof FolderError ? error.message : refusalIn(error)?.message;
    const isOurs = reason === undefined || isUnavailable(error);
    if (signal.aborted) {
      await pool.query('select app_private.put_off_import($1, 0, false)', [id]);
    } else if (!isOurs) {
      await pool.query('select app_private.fail_import($1, $2)', [id, reason]);
    } else if (attempts >= maxAttempts) {
      log.error({ err: error, id, action }, 'imports: an import failed, and will not be retried');
      const what = action === 'preview' ? 'We couldn’t read this archive.' : 'We couldn’t finish this import. Nothing was changed.';
      await pool.query('select app_private.fail_import($1, $2)', [id, `${what} Try again later, or tell us if it keeps failing.`]);
    } else {
      const seconds = 5 * 2 ** attempts;
      log.warn({ err: error, id, action, seconds }, 'imports: an import failed, and will be retried');
      await pool.query('select app_private.put_off_import($1, $2, true)', [id, seconds]);
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return refusalIn(error)?.extensions['code'] === 'UNAVAILABLE';
}

async function work(claimed: ClaimedImport, { workerPool: pool, importExport, archives, store, signal }: ImportJobOptions) {
  const { id, userId, isAdmin, target, action, permalink } = claimed;
  const viewer: Viewer = { userId, role: isAdmin ? 'admin' : 'learner' };
  const choice = readChoice(claimed.choice);
  const note = async (step: number, stepCount: number, label: string) => {
    signal.throwIfAborted();
    const { rows } = await pool.query<{ goes_on: boolean }>('select app_private.note_import($1, $2, $3, $4) as goes_on', [
      id,
      step,
      stepCount,
      label,
    ]);
    if (rows[0]?.goes_on !== true) throw new Error('The import was removed while a job worked on it.');
  };
  await note(0, 0, 'Reading the archive');
  const archive = await store.fetch(id);
  if (archive === null) throw codedError('IMPORT_ARCHIVE_MISSING');
  try {
    const folder = await archives.open(archive.path, signal);
    try {
      const importOptions = importOptionsOf(permalink ?? target);
      const options = { importOptions, ...choice };
      if (action === 'preview') return await importExport.preview(viewer, folder, options);
      // Another process wrote the item, and was killed before the captions.
      if (permalink !== null) {
        await importExport.commit(viewer, folder, { ...options, isWritten: true });
        return null;
      }
      return await importExport.commit(viewer, folder, {
        ...options,
        onProgress: note,
        onWritten: (client, report) =>
          client.rows('select app_public.record_import($1, $2, $3)', [id, report.permalink, JSON.stringify(report)]),
      });
    } finally {
      await folder.close();
    }
  } finally {
    await archive.release();
  }
}
