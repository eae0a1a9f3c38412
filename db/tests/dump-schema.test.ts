import { readFile } from 'node:fs/promises';
import { dumpSchema, schemaFile } from '@newline/db/dump-schema';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

test('db/schema.sql matches the database: run npm run schema:sql and review the difference', async () => {
  const committed = (await readFile(schemaFile, 'utf8')).split('\n');
  const actual = (await withNewestIds(dumpSchema)).split('\n');
  const [inFile, inDatabase] = [new Set(committed), new Set(actual)];
  expect({
    onlyInFile: committed.filter((line) => !inDatabase.has(line)),
    onlyInDatabase: actual.filter((line) => !inFile.has(line)),
  }).toEqual({ onlyInFile: [], onlyInDatabase: [] });
  expect(committed).toEqual(actual);
});

/** Runs `work` as on PostgreSQL 18, which has the function for ids that older servers get from the migration. */
async function withNewestIds<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const client = await db.superuser.connect();
  try {
    await client.query('begin; set local check_function_bodies = off');
    await client.query(`create or replace function app_public.new_id() returns uuid language sql volatile as 'select pg_catalog.uuidv7()'`);
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a change of any kind of object shows in it', async () => {
  const before = await dumpSchema(db.superuser);
  const client = await db.superuser.connect();
  try {
    for (const change of [
      'alter table app_public.clips add column probe int',
      'alter table app_public.clips add constraint probe check (true)',
      'create index probe on app_public.clips (title)',
      'create policy probe on app_public.clips for select to newline_visitor using (true)',
      'grant delete on app_public.clips to newline_visitor',
      'grant update (title) on app_public.clips to newline_visitor',
      'alter table app_public.clips no force row level security',
      'drop trigger touch on app_public.clips',
      `comment on column app_public.clips.title is 'probe'`,
      `comment on function app_public.is_admin() is 'probe'`,
      'revoke execute on function app_public.is_admin() from newline_visitor',
      'alter function app_public.is_admin() security invoker',
      `alter type app_public.article_status add value 'PROBE'`,
      'create domain app_public.probe as text',
    ]) {
      await client.query('begin');
      await client.query(change);
      expect({ change, isSeen: (await dumpSchema(client)) !== before }).toEqual({ change, isSeen: true });
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
});
