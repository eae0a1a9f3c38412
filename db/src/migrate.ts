import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { type CommittedMigration, committedMigrations, migrationsFolder, type RunMigration } from './committed-migrations.ts';
import { listCompatible, readCompatible, requireCompatible } from './compatible-migrations.ts';
import { type Connection, databaseOf, userOf } from './connections.ts';
import { adoptDatabase, type FormerState, isFormerChain, readFormerState } from './former-migrations.ts';
import { explainFailedMigration } from './migration-failure.ts';
import { StartError } from './start-error.ts';

/** The result of `migrate`. `ahead` counts migrations that the database has and this release doesn't know, but can run with. */
export type MigrateResult = { executed: number; ahead: number };

/** The advisory lock held while one process migrates, so that others wait instead of failing. */
export const migrateLockKey = 6_395_464;

/**
 * Brings the database up to the newest migration, as its owner. An up-to-date database costs one query. A database created by migrations of
 * former releases is adopted (former-migrations.ts). Throws a StartError if a migration was changed after it ran, if the database is too
 * old to adopt, or too new to run with, and if PostgreSQL rejects a migration. Each migration runs in its own transaction, so a failed one
 * leaves nothing behind.
 *
 * @param folder the folder with the migrations; tests use another one
 */
export async function migrate(
  owner: Connection,
  log: (line: string) => void = () => undefined,
  folder = migrationsFolder,
): Promise<MigrateResult> {
  const client = new pg.Client({ ...owner, application_name: 'newline migrate' });
  // A broken connection fails the statement that waits for it, which is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrateLockKey]);
    const { committed, remaining, unknown, compatible, former, lastRun } = await readState(client, folder);
    requireCompatible(unknown, compatible, committed.at(-1)?.number ?? '');
    if (lastRun !== null) await listCompatible(client, committed, compatible);
    if (remaining.length > 0) log(`Running ${remaining.length} database ${remaining.length === 1 ? 'migration' : 'migrations'}`);
    try {
      if (former !== null) await adoptDatabase(client, former);
      if (remaining.length > (former?.remaining.length ?? 0)) await runMigrations(owner, folder);
      // A new database had no table of migrations to list them in.
      if (lastRun === null) await listCompatible(client, committed, compatible);
    } catch (error) {
      throw await explainFailure(error, client, folder);
    }
    return { executed: remaining.length, ahead: unknown.length };
  } finally {
    await client.end();
  }
}

/** Returns the migrations that `migrate` would run now, by file name, in order. */
export async function remainingMigrations(client: pg.ClientBase): Promise<string[]> {
  return (await readState(client, migrationsFolder)).remaining;
}

/** Returns the error with the name of the failed migration: the first one that hasn't run. */
async function explainFailure(error: unknown, client: pg.ClientBase, folder: string): Promise<unknown> {
  const state = await readState(client, folder).catch(() => null);
  const name = state?.remaining[0];
  if (state === null || name === undefined) return error;
  const former = state.former?.remaining.find((migration) => migration.name === name);
  const text = former?.sql ?? (await readFile(`${folder}/committed/${name}`, 'utf8'));
  return explainFailedMigration(error, { name, text }, state.lastRun);
}

/**
 * `unknown` are migrations that the database has and this release doesn't, and `compatible` those that the database lists as such; `former`
 * is null unless former migrations built the database; `lastRun` is null for an empty one.
 */
type MigrationState = {
  committed: CommittedMigration[];
  remaining: string[];
  unknown: string[];
  compatible: ReadonlySet<string>;
  former: FormerState | null;
  lastRun: string | null;
};

async function readState(client: pg.ClientBase, folder: string): Promise<MigrationState> {
  const committed = await committedMigrations(folder);
  const { rows: tables } = await client.query<{ exists: boolean; comment: string | null }>(
    `select to_regclass('graphile_migrate.migrations') is not null as exists,
       obj_description(to_regclass('graphile_migrate.migrations'), 'pg_class') as comment`,
  );
  const compatible = readCompatible(tables[0]?.comment ?? null);
  const run = tables[0]?.exists
    ? (await client.query<RunMigration>('select filename, hash from graphile_migrate.migrations order by filename')).rows
    : [];
  const lastRun = run.at(-1)?.filename ?? null;
  if (isFormerChain(run, committed)) {
    const former = await readFormerState(run);
    const later = committed.slice(former.covered.length);
    const remaining = [...former.remaining, ...later].map(({ name }) => name);
    return { committed, remaining, unknown: [], compatible, former, lastRun };
  }
  for (const { filename, hash } of run) {
    const file = committed.find((migration) => migration.number === filename);
    if (file && file.hash !== hash) {
      throw new StartError(
        `Migration ${file.name} was changed after it had been run on this database. Restore the file and put the change into a new migration.`,
      );
    }
  }
  const done = new Set(run.map(({ filename }) => filename));
  const existing = new Set(committed.map(({ number }) => number));
  return {
    committed,
    remaining: committed.filter(({ number }) => !done.has(number)).map(({ name }) => name),
    unknown: run.map(({ filename }) => filename).filter((number) => !existing.has(number)),
    compatible,
    former: null,
    lastRun,
  };
}

async function runMigrations(owner: Connection, folder: string): Promise<void> {
  // Loaded only when there is something to run: it costs more than the rest of a start.
  const { Logger, migrate: run } = await import('graphile-migrate');
  const { clearAllPools } = await import('graphile-migrate/dist/pg.js');
  try {
    await run({
      connectionString: owner.connectionString,
      databaseOwner: userOf(owner) ?? databaseOf(owner) ?? 'newline_owner',
      migrationsFolder: folder,
      logger: new Logger(() => () => undefined),
    });
  } finally {
    // Otherwise its pool would live on for a moment, and end the process if the server stops in the meantime.
    clearAllPools();
  }
}
