import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from '../connections.ts';
import { isDatabaseEmpty } from '../is-database-empty.ts';
import { StartError } from '../start-error.ts';
import { withClient } from '../with-client.ts';

/**
 * The record of a running restore in DATA_DIR. If the restore is killed, the next start finds out from it whether the database accepted the
 * archive, and restores the files that belong to its rows.
 */
export type RestoreJournal = {
  readonly version: 1;
  /** The archive, for the message that says what was interrupted. */
  readonly archive: string;
  /** The folder in DATA_DIR with the unpacked files; its subfolder `replaced` has the files that they replace. */
  readonly staging: string;
  /** The transaction that loads the rows; null before the first folder is moved. */
  readonly transactionId: string | null;
  /** Folders of DATA_DIR that existed before; `unpacked` are those from the archive. */
  readonly there: readonly string[];
  readonly unpacked: readonly string[];
};

const fileOf = (dataDir: string) => join(dataDir, 'restore.json');
const replacedIn = ({ staging }: RestoreJournal) => join(staging, 'replaced');

/** The advisory lock that a restore holds while it runs. */
const restoreLockKey = 6_395_466;

/** How often others check, every tenth of a second, until the server notices that a restore's process is gone. */
const maxTries = 50;

/** Writes the journal, and returns once it's on disk. */
export async function writeJournal(dataDir: string, journal: RestoreJournal): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = fileOf(dataDir);
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(journal, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(dataDir);
}

async function readJournal(dataDir: string): Promise<RestoreJournal | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  const journal: unknown = JSON.parse(text);
  if (isJournal(journal)) return journal;
  throw new StartError(`${fileOf(dataDir)} was written by another release. Start once with the release that ran the restore.`);
}

/** Validates the journal before anything is moved or removed: folder names in DATA_DIR, no paths. */
function isJournal(value: unknown): value is RestoreJournal {
  if (typeof value !== 'object' || value === null) return false;
  const { version, archive, staging, transactionId, there, unpacked } = value as Partial<Record<keyof RestoreJournal, unknown>>;
  const areNames = (names: unknown) => Array.isArray(names) && names.every((name) => typeof name === 'string' && /^[a-z-]+$/.test(name));
  return (
    version === 1 &&
    typeof archive === 'string' &&
    typeof staging === 'string' &&
    /^restoring-[0-9a-f]{8}$/.test(staging) &&
    (transactionId === null || (typeof transactionId === 'string' && /^\d+$/.test(transactionId))) &&
    areNames(there) &&
    areNames(unpacked)
  );
}

/** Returns the ID of the open transaction, which after a crash tells whether it was committed. */
export async function transactionIdOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  if (!rows[0]) throw new Error('Expected the id of the transaction, got none');
  return rows[0].id;
}

/** Replaces the existing folders with the unpacked ones. Any part of this may already be done. */
export async function swapFolders(
  dataDir: string,
  journal: RestoreJournal,
  onMove: (folder: string) => Promise<void> = async () => undefined,
) {
  await mkdir(join(dataDir, replacedIn(journal)), { recursive: true, mode: 0o750 });
  for (const folder of new Set([...journal.there, ...journal.unpacked])) {
    const target = join(dataDir, folder);
    const fresh = join(dataDir, journal.staging, folder);
    const isUnpacked = journal.unpacked.includes(folder);
    // The folder at its location is the old one until the new one has left the staging folder.
    if (journal.there.includes(folder) && existsSync(target) && (!isUnpacked || existsSync(fresh))) {
      await rename(target, join(dataDir, replacedIn(journal), folder));
      await onMove(folder);
    }
    if (isUnpacked && existsSync(fresh)) {
      await rename(fresh, target);
      await onMove(folder);
    }
  }
  await syncFolder(dataDir);
}

/** Restores what was replaced. Any part of this may already be done, and any part of the swap may be missing. */
async function unswapFolders(dataDir: string, journal: RestoreJournal): Promise<void> {
  for (const folder of new Set([...journal.there, ...journal.unpacked])) {
    const target = join(dataDir, folder);
    const fresh = join(dataDir, journal.staging, folder);
    const old = join(dataDir, replacedIn(journal), folder);
    const isNewActive = journal.there.includes(folder) ? existsSync(old) : journal.unpacked.includes(folder) && !existsSync(fresh);
    if (isNewActive && existsSync(target)) await rename(target, fresh);
    if (existsSync(old)) await rename(old, target);
  }
  await syncFolder(dataDir);
}

/** Removes the journal and its folder, when the site's files are at their locations. */
export async function closeJournal(dataDir: string, journal: RestoreJournal): Promise<void> {
  // The staging folder goes first: as long as the journal exists, the next start repeats this.
  await rm(join(dataDir, journal.staging), { recursive: true, force: true });
  await forgetRestore(dataDir);
}

/** The outcome of an interrupted restore: 'committed' is the new site, 'undone' the old one, and 'none' means that there was none. */
export type Settled = 'none' | 'committed' | 'undone';

/**
 * Runs `work` while no other restore runs on this database, and no start settles one.
 *
 * @throws StartError while another one runs
 */
export async function withRestoreLock<Result>(owner: Connection, work: () => Promise<Result>): Promise<Result> {
  return withClient(owner, async (client) => {
    await waitUntil('A restore is running on this database. Wait until it has finished, then try again.', async () => {
      const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [restoreLockKey]);
      return rows[0]?.is_mine === true ? true : null;
    });
    return work();
  });
}

/** A site whose interrupted restore must be settled. */
type Site = { readonly dataDir: string; readonly owner: Connection; readonly log: (line: string) => void };

/**
 * Finishes or undoes an interrupted restore, so that rows and files are both from the archive or both from before. Logs which, in one
 * sentence. If there was nothing before, the journal stays, so that no demo is loaded instead of the archive.
 *
 * @throws StartError while a restore is running
 */
export async function settleRestore(site: Site): Promise<Settled> {
  await tellStrayFolders(site);
  return (await readJournal(site.dataDir)) === null ? 'none' : withRestoreLock(site.owner, () => settleLocked(site));
}

/** Settles an interrupted restore while the caller holds the lock, as the restore itself does. */
export async function settleLocked({ dataDir, owner, log }: Site): Promise<Settled> {
  const journal = await readJournal(dataDir);
  if (journal === null) return 'none';
  if (journal.transactionId !== null && (await isCommitted(owner, journal.transactionId))) {
    await swapFolders(dataDir, journal);
    await closeJournal(dataDir, journal);
    log(
      `A restore of ${journal.archive} was interrupted after it was committed. It has been completed: the site now has the archive’s content.`,
    );
    return 'committed';
  }
  if (journal.transactionId !== null) await unswapFolders(dataDir, journal);
  await rm(join(dataDir, journal.staging), { recursive: true, force: true });
  if (await isDatabaseEmpty(owner)) {
    await writeJournal(dataDir, { ...journal, transactionId: null, there: [], unpacked: [] });
    log(
      `A restore of ${journal.archive} was interrupted before it was committed. The site is empty, and the demo has not been loaded. Run the restore again, or delete ${fileOf(dataDir)} to start without it.`,
    );
  } else {
    await forgetRestore(dataDir);
    log(`A restore of ${journal.archive} was interrupted before it was committed. It has been undone: the site is as it was before.`);
  }
  return 'undone';
}

/** Removes the record of a restore that was undone and has reported why. */
export async function forgetRestore(dataDir: string): Promise<void> {
  await rm(fileOf(dataDir), { force: true });
}

/** Returns true if a restore into an empty site was interrupted and not repeated: the site may only be filled from the archive. */
export function isRestoreDue(dataDir: string): boolean {
  return existsSync(fileOf(dataDir));
}

async function isCommitted(owner: Connection, transactionId: string): Promise<boolean> {
  return withClient(owner, (client) =>
    waitUntil(`Transaction ${transactionId} of a restore is still open on this database. End it, then start again.`, async () => {
      const { rows } = await client.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [transactionId]);
      const status = rows[0]?.status ?? null;
      if (status !== null) return status === 'in progress' ? null : status === 'committed';
      throw new StartError(
        `The database can no longer tell whether the interrupted restore was committed (transaction ${transactionId}). Run the restore again with --replace.`,
      );
    }),
  );
}

/** Repeats the query until the answer isn't null, because a server takes a moment to notice that a client is gone. */
async function waitUntil<Answer>(otherwise: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const answer = await ask();
    if (answer !== null) return answer;
    await sleep(100);
  }
  throw new StartError(otherwise);
}

/** Reports folders of restores without a journal, left by earlier releases. Unpacked files are removed; replaced ones are only reported. */
async function tellStrayFolders({ dataDir, log }: Site): Promise<void> {
  const activeStaging = (await readJournal(dataDir))?.staging;
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (!/^restoring-[0-9a-f]{8}$/.test(name) || name === activeStaging) continue;
    const replaced = await readdir(join(dataDir, name, 'replaced')).catch(() => []);
    if (replaced.length === 0) await rm(join(dataDir, name), { recursive: true, force: true });
    else
      log(
        `${join(dataDir, name)} is left over from a restore that an earlier release did not finish. Its folder "replaced" has ${replaced.join(', ')} from before the restore. Compare them with the folders in DATA_DIR, then delete it.`,
      );
  }
}

/** Makes renames in a folder survive a power failure, where the system can. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch {
    // Not all file systems can sync a folder.
  } finally {
    await handle.close();
  }
}
