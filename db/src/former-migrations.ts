import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { type CommittedMigration, committedMigrations, migrationsFolder, type RunMigration } from './committed-migrations.ts';
import { StartError } from './start-error.ts';

/** A migration from before the committed ones were rewritten, with one file per feature. */
export type FormerMigration = CommittedMigration & { sql: string };

/** All former migrations. */
export type FormerMigrations = {
  /** The last migration of the oldest release whose databases can be adopted, such as `000066.sql`. */
  oldest: string;
  /** The committed migration after which a new database equals one with all former migrations. */
  equals: string;
  /** The former migrations, from the first one on. */
  migrations: FormerMigration[];
};

/** The content of db/migrations/former.json.gz. */
type FormerFile = Omit<FormerMigrations, 'migrations'> & { migrations: Omit<FormerMigration, 'number' | 'isCompatible'>[] };

let loading: Promise<FormerMigrations> | undefined;

/** Reads db/migrations/former.json.gz: only for a database or a backup that former migrations built. */
export function formerMigrations(): Promise<FormerMigrations> {
  loading ??= load();
  return loading;
}

async function load(): Promise<FormerMigrations> {
  const bytes = await promisify(gunzip)(await readFile(`${migrationsFolder}/former.json.gz`));
  const { oldest, equals, migrations } = JSON.parse(bytes.toString('utf8')) as FormerFile;
  return {
    oldest,
    equals,
    migrations: migrations.map(({ name, hash, sql }) => ({
      name,
      number: `${name.slice(0, 6)}.sql`,
      hash,
      isCompatible: false,
      sql: onEveryServer(sql),
    })),
  };
}

/** One of them used a feature that PostgreSQL 15 lacks; a later one replaced the function. */
function onEveryServer(sql: string): string {
  return sql.replace('v."value" is json object', `v."value" like '{%'`);
}

/** True if none of a database's migrations is a committed one: former migrations, or another program, created it. */
export function isFormerChain(run: readonly RunMigration[], committed: readonly CommittedMigration[]): boolean {
  const hashes = new Set(committed.map(({ hash }) => hash));
  return run.length > 0 && !run.some(({ hash }) => hashes.has(hash));
}

/** The state of a database with former migrations: those it lacks, and the committed ones that the whole chain replaces. */
export type FormerState = { remaining: FormerMigration[]; covered: CommittedMigration[] };

/**
 * Returns the steps from a database of former migrations to the committed ones. Throws a StartError if it is older than the oldest
 * supported release, or was built by migrations that no release had.
 */
export async function readFormerState(run: readonly RunMigration[]): Promise<FormerState> {
  const former = await formerMigrations();
  for (const [position, { filename, hash }] of run.entries()) {
    const expected = former.migrations[position];
    if (expected === undefined) {
      throw new StartError(
        `The database has the migration ${filename}, which is newer than the last one that this release can adopt, ${former.migrations.at(-1)?.name}. Start the release that ran it. Nothing was changed.`,
      );
    }
    if (expected.number !== filename || expected.hash !== hash) {
      throw new StartError(
        `Migration ${expected.name} was changed after it had been run on this database (expected ${expected.number} with ${expected.hash}, got ${filename} with ${hash}). Start the release that ran it. Nothing was changed.`,
      );
    }
  }
  if (run.length <= former.migrations.findIndex(({ number }) => number === former.oldest)) {
    throw new StartError(tooOld('database', run, former));
  }
  return { remaining: former.migrations.slice(run.length), covered: await coveredMigrations(former) };
}

/** Returns the error for a database or a backup that is too old, with the remaining option. */
export function tooOld(what: 'database' | 'backup', run: readonly RunMigration[], former: FormerMigrations): string {
  const way =
    what === 'database'
      ? 'Check out that commit, start the site once, stop it, and start this release again.'
      : 'Check out that commit, restore there, start the site once, and write a new backup.';
  return `The ${what} stops at migration ${run.at(-1)?.filename}. This release can adopt databases from ${former.oldest} on, which is where commit ${lastFormerRelease} ends. ${way} Nothing was changed.`;
}

/** The last commit whose databases end at the oldest migration that can be adopted. */
const lastFormerRelease = 'af514a3';

async function coveredMigrations(former: FormerMigrations): Promise<CommittedMigration[]> {
  const committed = await committedMigrations();
  return committed.slice(0, committed.findIndex(({ number }) => number === former.equals) + 1);
}

/**
 * Runs the remaining former migrations, each in a transaction with its record, and then replaces all their records with those of the
 * committed migrations that create the same schema, in one transaction. If it's killed in between, the next start continues there. The
 * caller holds the migration lock.
 */
export async function adoptDatabase(client: pg.ClientBase, { remaining, covered }: FormerState): Promise<void> {
  for (const { number, hash, sql } of remaining) {
    await inTransaction(client, async () => {
      await client.query(sql);
      await client.query(
        `insert into graphile_migrate.migrations (hash, previous_hash, filename)
         select $1, (select m.hash from graphile_migrate.migrations m order by m.filename desc limit 1), $2`,
        [hash, number],
      );
    });
  }
  await inTransaction(client, async () => {
    await client.query('delete from graphile_migrate.migrations');
    await client.query(
      `insert into graphile_migrate.migrations (hash, previous_hash, filename)
       select hash, lag(hash) over (order by filename), filename from unnest($1::text[], $2::text[]) as m (hash, filename)`,
      [covered.map(({ hash }) => hash), covered.map(({ number }) => number)],
    );
  });
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
