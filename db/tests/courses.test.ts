import { asPerson, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Titles are found by their words among 20,000 without reading all of them, and unlisted ones aren't found.
let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
  const client = await db.superuser.connect();
  await client.query('set session_replication_role = replica'); // Triggers are off: their effects aren't needed here.
  await client
    .query(`insert into app_public.courses (title, slug, permalink, is_published, published_at, is_shown_publicly, archived_at, is_coming_soon)
    select case n
        when 4242 then 'Queues that drain' when 4243 then 'QUEUES drained at night' when 4244 then 'Queues of drafts' when 4245 then 'Queues for friends'
        when 4246 then 'Queues of old' when 4247 then 'Queues to come' when 4248 then '100% of queues_later'
        else 'Title ' || md5(n::text) end, 'course-' || n, '/courses/course-' || n, n not in (4244, 4247), case when n = 4247 then null else now() - n * interval '1 minute' end, n <> 4245,
      case when n = 4246 then now() end, n = 4247
    from generate_series(1, 20000) n`)
    .finally(() => client.release(true));
  await db.superuser.query('vacuum analyze');
}, 120_000);

afterAll(() => db.stop());

test.each([
  ['one word', 'queues', ['Queues to come', 'Queues that drain', 'QUEUES drained at night', '100% of queues_later']],
  ['two words in any order', '  DRAIN   queues ', ['Queues that drain', 'QUEUES drained at night']],
  ['signs of a pattern', '% s_l', ['100% of queues_later']],
  ['what no title has', 'queues nowhere', []],
  ['spaces alone', '   ', []],
])('%s @SITE-02', async (_what, words, titles) => {
  const { matches, scans, fetched } = await asPerson(db, { role: 'visitor', userId: null }, async (client) => {
    // Returns the rows that a session has read and not reported yet: the difference is this query's.
    const readSoFar = async () => {
      const { rows } = await client.query<{ scans: number; fetched: number }>(
        `select seq_scan::int as scans, (seq_tup_read + idx_tup_fetch)::int as fetched from pg_stat_xact_user_tables where relname = 'courses'`,
      );
      return rows[0] ?? { scans: 0, fetched: 0 };
    };
    const before = await readSoFar();
    const { rows } = await client.query<{ title: string }>('select title from app_public.courses_with_words($1)', [words]);
    const after = await readSoFar();
    return { matches: rows.map(({ title }) => title), scans: after.scans - before.scans, fetched: after.fetched - before.fetched };
  });
  expect(matches.toSorted()).toEqual(titles.toSorted());
  expect(scans).toBe(0);
  expect(fetched).toBeLessThan(200);
});
