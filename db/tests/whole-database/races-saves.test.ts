import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Two simultaneous saves of one article: the second waits for the first and then gets its version.
let db: TestDatabase;
let author: string;

beforeAll(async () => {
  db = await startTestDatabase();
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into auth."user" ("name", "email", "emailVerified") values ('Ada', 'ada@example.com', true) returning id`,
  );
  author = rows[0]?.id ?? '';
  await db.superuser.query('update app_public.users set is_admin = true where id = $1', [author]);
});
afterAll(() => db.stop());

const text = (words: string) => [
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', attrs: { id: 'aaaaa' }, content: [{ type: 'text', text: words }] }] }),
  ['aaaaa'],
  [`<p>${words}</p>`],
  [words],
  [words],
  null,
  null,
  0,
];

async function begin(): Promise<pg.PoolClient> {
  const client = await db.superuser.connect();
  await client.query('begin');
  await client.query("select set_config('newline.user_id', $1, true), set_config('role', 'newline_admin', true)", [author]);
  return client;
}

async function save(client: pg.PoolClient, article: string, words: string): Promise<{ outcome: string; version: number }> {
  const { rows } = await client.query<{ outcome: string; version: number }>(
    `select s.outcome, (s.newest).version from app_private.save_article($1, 1, 'Title', $2, $3, $4, $5, $6, $7, $8, $9, null, null, null) s`,
    [article, ...text(words)],
  );
  return rows[0] ?? { outcome: 'NOTHING', version: 0 };
}

test('of two simultaneous saves one is written, and the other gets its version @EDIT-12', async () => {
  const maker = await begin();
  const made = await maker.query<{ id: string }>('select app_private.create_article($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as id', [
    'Title',
    'title',
    ...text('First.'),
  ]);
  await maker.query('commit');
  maker.release();
  const article = made.rows[0]?.id ?? '';
  const [first, second] = [await begin(), await begin()];
  expect(await save(first, article, 'The quicker one.')).toEqual({ outcome: 'SAVED', version: 2 });
  const late = save(second, article, 'The slower one.');
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%save_article%' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await db.superuser.query(waiting)).rowCount).toBe(1);
  await first.query('commit');
  expect(await late).toEqual({ outcome: 'CONFLICT', version: 2 });
  await second.query('commit');
  first.release();
  second.release();
});
