import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Connection, databaseOf, userOf } from './connections.ts';
import { StartError } from './start-error.ts';

/** Where the migrations lie; graphile-migrate reads its folder `committed`. */
export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** What `migrate` did. `ahead` counts migrations that the database has and this release does not know. */
export type MigrateResult = { executed: number; ahead: number };

/** The advisory lock held while one process migrates, so that others wait instead of failing. */
export const migrateLockKey = 6_395_464;

/**
 * Brings the database up to the newest migration, as its owner. An up-to-date database costs one query.
 * Throws a StartError when a migration that was already run has been changed since.
 */
export async function migrate(owner: Connection, log: (line: string) => void = () => undefined): Promise<MigrateResult> {
  const client = new pg.Client({ ...owner, application_name: 'newline migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrateLockKey]);
    const before = await readState(client);
    if (before.remaining.length === 0) return { executed: 0, ahead: before.ahead };
    log(`Running ${before.remaining.length} database ${before.remaining.length === 1 ? 'migration' : 'migrations'}`);
    await runMigrations(owner);
    return { executed: before.remaining.length, ahead: before.ahead };
  } finally {
    await client.end();
  }
}

/** The migrations that `migrate` would run now, by file name, in their order. */
export async function remainingMigrations(client: pg.ClientBase): Promise<string[]> {
  return (await readState(client)).remaining;
}

async function readState(client: pg.ClientBase): Promise<{ remaining: string[]; ahead: number }> {
  const committed = await committedMigrations();
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('graphile_migrate.migrations') is not null as exists",
  );
  const run = tables[0]?.exists
    ? (await client.query<{ filename: string; hash: string }>('select filename, hash from graphile_migrate.migrations order by filename'))
        .rows
    : [];
  for (const { filename, hash } of run) {
    const file = committed.find((migration) => migration.number === filename);
    if (file && file.hash !== hash) {
      throw new StartError(
        `Migration ${file.name} was changed after it had been run on this database. Restore the file and put the change into a new migration.`,
      );
    }
  }
  const done = new Set(run.map(({ filename }) => filename));
  return {
    remaining: committed.filter(({ number }) => !done.has(number)).map(({ name }) => name),
    ahead: run.filter(({ filename }) => !committed.some(({ number }) => number === filename)).length,
  };
}

/** Every committed migration: its file name, the name graphile-migrate stores (`000001.sql`) and the hash in its header. */
export async function committedMigrations(): Promise<{ name: string; number: string; hash: string }[]> {
  const folder = `${migrationsFolder}/committed`;
  const names = (await readdir(folder)).filter((name) => /^\d{6}.*\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8');
      return { name, number: `${name.slice(0, 6)}.sql`, hash: /^--! Hash: (\S+)$/m.exec(text)?.[1] ?? '' };
    }),
  );
}

async function runMigrations(owner: Connection): Promise<void> {
  // Loaded only when there is something to run: it costs more than the rest of a start.
  const { Logger, migrate: run } = await import('graphile-migrate');
  const { clearAllPools } = await import('graphile-migrate/dist/pg.js');
  try {
    await run({
      connectionString: owner.connectionString,
      databaseOwner: userOf(owner) ?? databaseOf(owner) ?? 'newline_owner',
      migrationsFolder,
      logger: new Logger(() => () => undefined),
    });
  } finally {
    // Its pool would otherwise live on for a moment and end the process when the server stops meanwhile.
    clearAllPools();
  }
}
