import { randomBytes } from 'node:crypto';
import { rebuildSchema } from '@newline/db/backup/rebuild-schema';
import { committedMigrations } from '@newline/db/committed-migrations';
import { type Connection, databaseOf } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import { dumpSchema } from '@newline/db/dump-schema';
import { formerMigrations } from '@newline/db/former-migrations';
import { migrate, remainingMigrations } from '@newline/db/migrate';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Databases that were built by the migrations of former releases, before these were rewritten with one file per feature.
const former = await formerMigrations();
const oldest = former.migrations.findIndex(({ number }) => number === former.oldest);
const chain = former.migrations.map(({ number, hash }) => ({ filename: number, hash }));
const committed = await committedMigrations();
const covered = committed.slice(0, committed.findIndex(({ number }) => number === former.equals) + 1);

/** A database with the users of an old site. */
type OldSite = { owner: Connection; superuser: pg.Pool };

let fresh: TestDatabase;
let freshSchema: string;
let freshRows: unknown;
/**
 * A database at the oldest release that can be adopted; tests use copies, which cost less than its migrations. No one is connected to it.
 */
let old: TestDatabase;

beforeAll(async () => {
  fresh = await startTestDatabase();
  freshSchema = await dumpSchema(fresh.superuser);
  freshRows = await readRows(fresh.superuser);
  old = await startTestDatabase();
  await withClient(old.connections.owner, (owner) => build(owner, chain.slice(0, oldest + 1)));
}, 180_000);
afterAll(async () => {
  await Promise.all([fresh.stop(), old.stop()]);
});

/** Turns the database into one that has run these former migrations, with a user in it. */
async function build(owner: pg.ClientBase, run: typeof chain): Promise<void> {
  await owner.query('begin');
  await rebuildSchema(owner, run);
  await writeDown(owner, run);
  await owner.query(`insert into auth."user" ("name", "email", "emailVerified") values ('Old Reader', 'old@example.com', true)`);
  await owner.query('commit');
}

/** Makes graphile-migrate's rows say that these migrations were run. */
async function writeDown(owner: pg.ClientBase | pg.Pool, run: typeof chain): Promise<void> {
  await owner.query('delete from graphile_migrate.migrations');
  await owner.query(
    `insert into graphile_migrate.migrations (hash, previous_hash, filename)
     select hash, lag(hash) over (order by filename), filename from unnest($1::text[], $2::text[]) as m (hash, filename)`,
    [run.map(({ hash }) => hash), run.map(({ filename }) => filename)],
  );
}

/** Runs `work` on a copy of the old site. */
async function withOldSite(work: (site: OldSite) => Promise<void>): Promise<void> {
  const source = databaseOf(old.connections.owner) ?? '';
  const name = `${source}_${randomBytes(3).toString('hex')}`;
  await withClient(fresh.connections.owner, (owner) => owner.query(`create database ${name} template ${source}`));
  const copyOf = (address: string) => ({ connectionString: address.replace(source, name) });
  const superuser = createPool(copyOf(old.superuser.options.connectionString ?? ''), { max: 2 });
  try {
    await work({ owner: copyOf(old.connections.owner.connectionString), superuser });
  } finally {
    await superuser.end();
    await fresh.superuser.query(`drop database ${name} with (force)`);
  }
}

async function readRows(client: pg.Pool): Promise<unknown> {
  return (await client.query('select filename, hash, previous_hash from graphile_migrate.migrations order by filename')).rows;
}

/** Without indentation, because the fallbacks for servers before PostgreSQL 18 differ in it. */
const plain = (schema: string) => schema.replace(/^ +/gm, '');

async function expectAdopted({ owner, superuser }: OldSite): Promise<void> {
  expect(await readRows(superuser)).toEqual(freshRows);
  expect(plain(await dumpSchema(superuser))).toBe(plain(freshSchema));
  expect((await superuser.query('select username from app_public.users')).rows).toEqual([{ username: 'old-reader' }]);
  expect(await migrate(owner)).toEqual({ executed: 0, ahead: 0 });
}

describe('a database of a former release', () => {
  test('at the last former migration is adopted: only the records about migrations change, and nothing runs', () =>
    withOldSite(async (site) => {
      await withClient(site.owner, (owner) => build(owner, chain));
      // Tables that no later migration alters.
      const tables = `select oid, xmin::text from pg_class where relname in ('users', 'comments') order by 1`;
      const { rows: before } = await site.superuser.query(tables);
      expect(await withClient(site.owner, remainingMigrations)).toEqual(committed.slice(covered.length).map(({ name }) => name));
      expect(await migrate(site.owner)).toEqual({ executed: committed.length - covered.length, ahead: 0 });
      expect((await site.superuser.query(tables)).rows).toEqual(before);
      await expectAdopted(site);
    }));

  test('at the oldest release runs what came after it, and is then the same as a new one', () =>
    withOldSite(async (site) => {
      const lines: string[] = [];
      const { executed } = await migrate(site.owner, (line) => lines.push(line));
      expect(executed).toBe(chain.length - oldest - 1 + committed.length - covered.length);
      expect(lines).toEqual([`Running ${executed} database migrations`]);
      await expectAdopted(site);
    }));

  test.each([
    {
      what: 'an older one, with the way to go',
      run: chain.slice(0, oldest),
      says: `The database stops at migration ${chain[oldest - 1]?.filename}. This release can adopt databases from ${former.oldest} on, which is where commit af514a3 ends. Check out that commit, start the site once, stop it, and start this release again. Nothing was changed.`,
    },
    {
      what: 'one that ran another migration',
      run: chain.slice(0, oldest + 2).map((line, position) => (position === oldest + 1 ? { ...line, hash: 'sha1:other' } : line)),
      says: `Migration ${former.migrations[oldest + 1]?.name} was changed after it had been run on this database (expected ${chain[oldest + 1]?.filename} with ${chain[oldest + 1]?.hash}, got ${chain[oldest + 1]?.filename} with sha1:other).`,
    },
    {
      what: 'one that ran a migration after the last former one',
      run: [...chain, { filename: '000999.sql', hash: 'sha1:later' }],
      says: 'The database has the migration 000999.sql, which is newer than the last one that',
    },
  ])('is refused: $what', ({ run, says }) =>
    withOldSite(async (site) => {
      await writeDown(site.superuser, run);
      const before = await readRows(site.superuser);
      await expect(migrate(site.owner)).rejects.toThrow(says);
      expect(await readRows(site.superuser)).toEqual(before);
    }),
  );

  test('is adopted once by two simultaneous starts', () =>
    withOldSite(async (site) => {
      const results = await Promise.all([migrate(site.owner), migrate(site.owner)]);
      expect(results.filter(({ executed }) => executed > 0)).toHaveLength(1);
      await expectAdopted(site);
    }));
});

describe('a start that is killed while it adopts', () => {
  test.each([
    { when: 'as a former migration ends', filename: chain[oldest + 3]?.filename },
    { when: 'as the last former migration ends', filename: chain.at(-1)?.filename },
    { when: 'while the lines are replaced', filename: covered[10]?.number },
  ])('$when: the next one finishes', ({ filename }) =>
    withOldSite(async (site) => {
      await site.superuser.query(`
        create function graphile_migrate.die() returns trigger language plpgsql as $$
          begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
        grant execute on function graphile_migrate.die() to public;
        create trigger dies before insert on graphile_migrate.migrations for each row
          when (new.filename = '${filename}') execute function graphile_migrate.die()`);
      await expect(migrate(site.owner)).rejects.toThrow(/terminat|closed|connection/i);
      await site.superuser.query('drop trigger dies on graphile_migrate.migrations; drop function graphile_migrate.die()');
      await migrate(site.owner);
      await expectAdopted(site);
    }),
  );
});
