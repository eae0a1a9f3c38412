import { readFile } from 'node:fs/promises';
import { become, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

// What a user with 2,000 comments costs the database when they download their data or leave, in 8 kB pages that are read, which is the same
// on every machine. On an idle one, reading 100,000 of them takes less than a second.

let db: TestDatabase;
let client: PoolClient;
beforeAll(async () => {
  db = await startTestDatabase();
  const fill = await readFile(new URL('../scale-fill.sql', import.meta.url), 'utf8');
  await db.superuser.query(`begin; set local newline.scale = 20; ${fill}; commit`);
  client = await db.superuser.connect();
}, 300_000);
afterAll(async () => {
  client.release();
  await db.stop();
});

/** Assigns this many comments of other users to a user, and returns the user. */
async function writerOf(comments: number, name: string): Promise<string> {
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query<{ id: string }>(
    `with taken as (update app_public.comments set user_id = md5($1)::uuid where id in (select id from app_public.comments
       where user_id not in (md5('scale person 1')::uuid, md5('scale person 2')::uuid) and not deleted order by id limit $2))
     select md5($1)::uuid as id`,
    [name, comments],
  );
  await client.query('set session_replication_role = origin');
  return rows[0]?.id ?? '';
}

/** Returns the number of pages that this connection reads during some work. */
async function pagesOf(work: () => Promise<unknown>): Promise<number> {
  const before = await pagesUntilNow();
  await work();
  return (await pagesUntilNow()) - before;
}

async function pagesUntilNow(): Promise<number> {
  // A connection reports its statistics at the end of a transaction.
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ pages: string }>(
    'select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.pages);
}

async function download(userId: string): Promise<void> {
  await client.query('begin');
  await become(client, { role: 'learner', userId });
  await client.query('select app_public.own_data()');
  await client.query('rollback');
}

test('downloading and deleting a user’s two thousand comments costs in proportion to their number @AUTH-04', async () => {
  const [few, many] = [await writerOf(200, 'scale person 1'), await writerOf(2_000, 'scale person 2')];
  await client.query('vacuum analyze');
  const leave = (id: string) => pagesOf(() => client.query('delete from app_public.users where id = $1', [id]));
  const fewRead = await pagesOf(() => download(few));
  const fewLeft = await leave(few);
  const read = await pagesOf(() => download(many));
  const left = await leave(many);
  expect(read).toBeLessThan(100_000);
  expect(left).toBeLessThan(400_000);
  // Ten times as many comments take ten times as much, not a hundred times.
  expect(left).toBeLessThan(15 * fewLeft);
  // The control: the counter works.
  expect(fewRead).toBeGreaterThan(50);
  expect(left).toBeGreaterThan(2_000);
  const { rows } = await db.superuser.query('select count(*)::int as texts from app_public.comments where user_id = $1', [many]);
  expect(rows).toEqual([{ texts: 0 }]);
});
