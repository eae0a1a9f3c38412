import { asAdmin, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Users are found among 100,000 without reading all of them.
let db: TestDatabase;
const adminId = '00000000-0000-7000-8000-000000000001';

beforeAll(async () => {
  db = await startTestDatabase();
  const client = await db.superuser.connect();
  await client.query('set session_replication_role = replica'); // Triggers are off: the rows below include their effects.
  await client.query(`insert into auth."user" ("id", "name", "email", "emailVerified", "role")
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Person ' || n, 'person' || n || '@' || (array['example.com', 'mail.example', 'work.example'])[n % 3 + 1], true, 'user'
    from generate_series(1, 100000) n`);
  await client.query(`insert into app_public.users (id, username, name, created_at, is_admin)
    select a.id, 'user-' || right(a.id::text, 12), case when a."name" = 'Person 4242' then 'Ada Lovelace' else a."name" end, now() - random() * interval '3 years', a.id = '${adminId}'
    from auth."user" a`);
  client.release(true);
  await db.superuser.query('vacuum analyze');
}, 120_000);

afterAll(() => db.stop());

test('users come in the order in which they joined, newest first, page after page @ADMIN-01', async () => {
  const { pages, expected } = await asAdmin(db, adminId, async (client) => {
    const read = async (search: string, before: string | null) =>
      (
        await client.query<{ id: string; joined_at: Date }>('select id, joined_at from app_public.people($1, $2, $3, 20)', [
          search,
          'ANYONE',
          before,
        ])
      ).rows;
    const first = await read('', null);
    const second = await read('', first.at(-1)?.id ?? null);
    const matching = await read('example', null);
    return { pages: [...first, ...second], expected: [...matching, ...(await read('example', matching.at(-1)?.id ?? null))] };
  });
  for (const rows of [pages, expected]) {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(40);
    const times = rows.map(({ joined_at: joinedAt }) => joinedAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  }
});

test.each([
  ['nothing', '', 50],
  ['a rare part of a name', 'lovelace', 1],
  ['a rare part of an address', 'person4243@', 1],
  ['a part of a username', '00000001092', 17],
  ['what everybody has', 'example', 50],
  ['two letters', 'ad', 1],
  ['one letter that all begin with', 'p', 50],
  ['what nobody has', 'nobody at all', 0],
  ['signs of a pattern', '%_%', 0],
])('%s is found without reading the whole table @ADMIN-01', async (_what, search, expectedCount) => {
  const { rows, scans, fetched } = await asAdmin(db, adminId, async (client) => {
    // Returns the rows that a session has read and not reported yet: the difference is this query's.
    const readSoFar = async () => {
      const { rows: lines } = await client.query<{ scans: number; fetched: number }>(
        `select sum(seq_scan)::int as scans, sum(seq_tup_read + idx_tup_fetch)::int as fetched from pg_stat_xact_user_tables where relname in ('users', 'user')`,
      );
      return lines[0] ?? { scans: 0, fetched: 0 };
    };
    const before = await readSoFar();
    const answer = await client.query('select id from app_public.people($1)', [search]);
    const after = await readSoFar();
    return { rows: answer.rows, scans: after.scans - before.scans, fetched: after.fetched - before.fetched };
  });
  expect(rows).toHaveLength(expectedCount);
  // Some 3,000 rows take 5 ms, the 200,000 of both tables ten times the allowed 50.
  expect(scans).toBe(0);
  expect(fetched).toBeGreaterThan(0);
  expect(fetched).toBeLessThan(4000);
});

test('the next page of a very common match starts at its row', async () => {
  const last = '00000000-0000-7000-8000-000000000004';
  const { matching, next } = await asAdmin(db, adminId, async (client) => {
    const { rows: matching } = await client.query<{ id: string }>(
      `select id from app_public.people('example', before => $1, at_most => 2)`,
      [last],
    );
    const { rows: next } = await client.query<{ id: string }>(
      `select u.id from app_public.users u join app_public.users l on l.id = $1
       where (u.created_at, u.id) < (l.created_at, l.id) order by u.created_at desc, u.id desc limit 2`,
      [last],
    );
    return { matching, next };
  });
  expect(matching).toHaveLength(2);
  expect(matching).toEqual(next);
});
