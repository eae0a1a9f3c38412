import { rebuildSchema } from '@newline/db/backup/rebuild-schema';
import { committedMigrations } from '@newline/db/committed-migrations';
import { dumpSchema } from '@newline/db/dump-schema';
import { formerMigrations } from '@newline/db/former-migrations';
import { migrate, remainingMigrations } from '@newline/db/migrate';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

// Databases that the migrations of former releases built, before these were written anew, a file for each feature.
const former = await formerMigrations();
const oldest = former.migrations.findIndex(({ number }) => number === former.oldest);
const chain = former.migrations.map(({ number, hash }) => ({ filename: number, hash }));
const committed = await committedMigrations();
const covered = committed.slice(0, committed.findIndex(({ number }) => number === former.equals) + 1);

let fresh: TestDatabase;
let freshSchema: string;
let freshRows: unknown;
let db: TestDatabase;

beforeAll(async () => {
  fresh = await startTestDatabase();
  freshSchema = await dumpSchema(fresh.superuser);
  freshRows = await readRows(fresh);
  db = await startTestDatabase();
}, 120_000);
afterAll(async () => {
  await Promise.all([fresh.stop(), db.stop()]);
});
beforeEach(async () => {
  await db.superuser.query('drop trigger if exists dies on graphile_migrate.migrations');
});

/** Makes the database one that has run the first `count` former migrations, with a user in it. */
async function become(count: number): Promise<void> {
  await withClient(db.connections.owner, async (owner) => {
    await owner.query('begin');
    await rebuildSchema(owner, chain.slice(0, count));
    await owner.query('delete from graphile_migrate.migrations');
    for (const [position, { filename, hash }] of chain.slice(0, count).entries()) {
      await owner.query('insert into graphile_migrate.migrations (hash, previous_hash, filename) values ($1, $2, $3)', [
        hash,
        chain[position - 1]?.hash,
        filename,
      ]);
    }
    await owner.query('commit');
  });
  await db.superuser.query(`insert into auth."user" ("name", "email", "emailVerified") values ('Old Reader', 'old@example.com', true)`);
}

async function readRows(of: TestDatabase): Promise<unknown> {
  return (await of.superuser.query('select filename, hash, previous_hash from graphile_migrate.migrations order by filename')).rows;
}

async function expectAdopted(): Promise<void> {
  expect(await readRows(db)).toEqual(freshRows);
  expect(await dumpSchema(db.superuser)).toBe(freshSchema);
  expect((await db.superuser.query('select username from app_public.users')).rows).toEqual([{ username: 'old-reader' }]);
  expect(await migrate(db.connections.owner)).toEqual({ executed: 0, ahead: 0 });
}

describe('a database of a former release', () => {
  test('at the last former migration is adopted: what was written about migrations changes, and nothing else runs', async () => {
    await become(chain.length);
    const { rows: before } = await db.superuser.query(
      `select oid, xmin::text from pg_class where relname in ('users', 'courses', 'comments') order by 1`,
    );
    expect(await withClient(db.connections.owner, remainingMigrations)).toEqual(committed.slice(covered.length).map(({ name }) => name));
    expect(await migrate(db.connections.owner)).toEqual({ executed: committed.length - covered.length, ahead: 0 });
    expect(
      (await db.superuser.query(`select oid, xmin::text from pg_class where relname in ('users', 'courses', 'comments') order by 1`)).rows,
    ).toEqual(before);
    await expectAdopted();
  }, 120_000);

  test('at the oldest release runs what came after it, and is then the same as a fresh one', async () => {
    await become(oldest + 1);
    const lines: string[] = [];
    const { executed } = await migrate(db.connections.owner, (line) => lines.push(line));
    expect(executed).toBe(chain.length - oldest - 1 + committed.length - covered.length);
    expect(lines).toEqual([`Running ${executed} database migrations`]);
    await expectAdopted();
  }, 120_000);

  test('an older one is refused, and told the way', async () => {
    await become(oldest);
    const before = await readRows(db);
    await expect(migrate(db.connections.owner)).rejects.toThrow(
      `The database stops at migration ${chain[oldest - 1]?.filename}. This release takes over from ${former.oldest} on, where commit af514a3 ends. Check that commit out, start the site once, stop it, and start this release again. Nothing was changed.`,
    );
    expect(await readRows(db)).toEqual(before);
  }, 120_000);

  test('one that ran another migration is refused', async () => {
    await become(oldest + 2);
    await db.superuser.query(`update graphile_migrate.migrations set hash = 'sha1:other' where filename = $1`, [
      chain[oldest + 1]?.filename,
    ]);
    await expect(migrate(db.connections.owner)).rejects.toThrow(
      /^Migration \S+ was changed after it had been run on this database .* got \S+ with sha1:other\)/,
    );
  }, 120_000);

  test('one that ran a migration after the last former one is refused', async () => {
    await become(chain.length);
    await db.superuser.query(`insert into graphile_migrate.migrations (hash, filename) values ('sha1:later', '000999.sql')`);
    await expect(migrate(db.connections.owner)).rejects.toThrow(/^The database has the migration 000999\.sql, which comes after the last/);
  }, 120_000);

  test('two starts at the same time wait for each other', async () => {
    await become(oldest + 1);
    const results = await Promise.all([migrate(db.connections.owner), migrate(db.connections.owner)]);
    expect(results.map(({ executed }) => executed > 0).toSorted()).toEqual([false, true]);
    await expectAdopted();
  }, 120_000);
});

describe('a start that is killed while it adopts', () => {
  test.each([
    { when: 'as a former migration ends', filename: chain[oldest + 3]?.filename },
    { when: 'as the last former migration ends', filename: chain.at(-1)?.filename },
    { when: 'while the lines are replaced', filename: covered[10]?.number },
  ])(
    '$when: the next one finishes',
    async ({ filename }) => {
      await become(oldest + 1);
      await db.superuser.query(`
      create or replace function public.die_in_adoption() returns trigger language plpgsql security definer as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      grant execute on function public.die_in_adoption() to public`);
      await db.superuser.query(
        `create trigger dies before insert on graphile_migrate.migrations for each row when (new.filename = '${filename}') execute function public.die_in_adoption()`,
      );
      await expect(migrate(db.connections.owner)).rejects.toThrow();
      await db.superuser.query('drop trigger dies on graphile_migrate.migrations');
      await migrate(db.connections.owner);
      await expectAdopted();
    },
    120_000,
  );
});
