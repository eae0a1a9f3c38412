import { createReadStream } from 'node:fs';
import { type ArchiveMember, archiveMembers, readManifest, verifyArchive } from '@newline/db/backup/archive-reader';
import { emptyTables, loadTable, openTables, setSequences } from '@newline/db/backup/load-tables';
import { type Manifest, memberPaths } from '@newline/db/backup/manifest';
import { forgetRestore, settleLocked, transactionIdOf, withRestoreLock } from '@newline/db/backup/restore-journal';
import { rebuildSchema, requireKnownMigrations } from '@newline/db/backup/rebuild-schema';
import { copySettings, listTables } from '@newline/db/backup/snapshot';
import { userOf } from '@newline/db/connections';
import { isDatabaseEmpty } from '@newline/db/is-database-empty';
import { migrate, migrateLockKey } from '@newline/db/migrate';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import type pg from 'pg';
import { hasFiles, stageFiles } from './place-files.ts';
import type { BackupSource } from './write-backup.ts';

/** Reads a whole archive. Throws a StartError if it is damaged, truncated, or from a newer release. Changes nothing. */
export async function checkBackup(file: string): Promise<Manifest> {
  const manifest = await readManifest(file);
  await requireKnownMigrations(manifest);
  await verifyArchive(file, manifest);
  return manifest;
}

/** A step of a restore. If it's killed between two steps, the next start finishes or undoes it. */
export type RestoreStep = 'begun' | 'unpacked' | 'loaded' | `moved ${number}` | 'swapped' | 'committed' | 'finished';

type RestoreOptions = BackupSource & {
  isReplacing: boolean;
  tell: (line: string) => void;
  /** Called at each step, for tests. */
  onStep?: (step: RestoreStep) => Promise<void>;
};

/**
 * Restores the site from an archive, completely or not at all. `manifest` is the result of `checkBackup`. Throws a StartError if there is
 * content and `isReplacing` is false, or while the site runs.
 */
export async function restoreBackup(file: string, manifest: Manifest, options: RestoreOptions): Promise<void> {
  await withRestoreLock(options.connections.owner, () => restoreLocked(file, manifest, options));
}

async function restoreLocked(file: string, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { connections, dataDir, tell } = options;
  const onStep = options.onStep ?? (async () => undefined);
  const settle = () => settleLocked({ dataDir, owner: connections.owner, log: () => undefined });
  await settle();
  if (!options.isReplacing && (!(await isDatabaseEmpty(connections.owner)) || (await hasFiles(dataDir)))) {
    throw new StartError('This site already has content. Use --replace to overwrite it. Nothing was changed.');
  }
  const missing = new Set(manifest.files.missing);
  const staged = await stageFiles(file, options);
  try {
    await onStep('begun');
    const parts = new Map<string, ArchiveMember[]>();
    const prefix = memberPaths.file('');
    tell('Unpacking files');
    for await (const member of archiveMembers(file)) {
      const path = member.path.startsWith(prefix) ? member.path.slice(prefix.length) : null;
      if (path !== null && !missing.has(path)) await staged.add(path, file, member);
      const table = /^tables\/([^/]+)\//.exec(member.path)?.[1];
      if (table !== undefined) parts.set(table, [...(parts.get(table) ?? []), member]);
    }
    await onStep('unpacked');
    await withClient(connections.owner, async (owner) => {
      await owner.query('begin');
      await owner.query(copySettings);
      // Replaced files are removed once the commit is on disk.
      await owner.query('set local synchronous_commit = on');
      await owner.query('select pg_advisory_xact_lock($1)', [migrateLockKey]);
      await requireQuiet(owner, options);
      tell('Creating the database');
      await rebuildSchema(owner, manifest.migrations);
      await loadEverything(owner, file, manifest, { parts, tell });
      await onStep('loaded');
      let moves = 0;
      await staged.swap(await transactionIdOf(owner), () => onStep(`moved ${++moves}`));
      await onStep('swapped');
      await owner.query('commit');
      await onStep('committed');
    });
  } catch (error) {
    // A connection that broke at the commit leaves open whether the database accepted it, so the database is asked.
    if ((await settle()) !== 'committed') {
      await forgetRestore(dataDir);
      throw error;
    }
  }
  await staged.finish();
  await onStep('finished');
  await withClient(connections.owner, (owner) => owner.query('analyze'));
  await migrate(connections.owner, tell);
}

async function loadEverything(
  owner: pg.ClientBase,
  file: string,
  manifest: Manifest,
  { parts, tell }: { parts: ReadonlyMap<string, ArchiveMember[]>; tell: (line: string) => void },
): Promise<void> {
  const here = new Map((await listTables(owner)).map((table) => [`${table.schema}.${table.name}`, new Set(table.columns)]));
  for (const { schema, name, columns } of manifest.tables) {
    const lacking = columns.filter((column) => here.get(`${schema}.${name}`)?.has(column) !== true);
    if (lacking.length > 0) {
      throw new StartError(
        `The backup has ${schema}.${name} with ${lacking.join(', ')}, which this release does not have. Restore it with the release that wrote it, newline ${manifest.newline}. Nothing was changed.`,
      );
    }
  }
  const opened = await openTables(owner, manifest.tables);
  await emptyTables(owner, manifest.tables);
  for (const table of manifest.tables) {
    const members = parts.get(`${table.schema}.${table.name}`) ?? [];
    if (table.rowCount > 100_000) tell(`Loading ${table.rowCount} rows of ${table.schema}.${table.name}`);
    const streams = members.map(
      ({ offset, byteCount }) =>
        () =>
          createReadStream(file, { start: offset, end: offset + byteCount - 1 }),
    );
    await loadTable(owner, table, streams);
  }
  tell('Building indexes and checking foreign keys');
  await opened.close();
  await setSequences(owner, manifest.sequences);
  // The process that ran a job at that instant is gone, so the job can run again.
  await owner.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null');
  await owner.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null');
}

/**
 * Requires that the site isn't running. It would wait for the restore, and then serve what no longer exists. A pooler keeps its sessions after
 * the site has stopped, but those hold no advisory lock, and each process of the site holds some.
 */
async function requireQuiet(owner: pg.ClientBase, { connections }: BackupSource): Promise<void> {
  const { app, auth, worker } = connections;
  const pooled = [app, auth].filter(({ pooling }) => pooling !== undefined).map(userOf);
  const { rowCount } = await owner.query(
    `select from pg_stat_activity a where datname = current_database() and usename = any ($1) and (usename <> all ($2)
       or exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory'))`,
    [[app, auth, worker].map(userOf), pooled],
  );
  if (rowCount !== 0) throw new StartError('The site is running on this database. Stop it first, then restore. Nothing was changed.');
}
