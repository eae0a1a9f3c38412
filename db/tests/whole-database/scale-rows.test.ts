import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillScale } from '../../../bench/src/scale/fill-scale.ts';
import { measuredPages, notMeasured } from '../../../bench/src/scale/pages.ts';
import { idOf } from '../../../bench/src/scale/seeded.ts';
import { createWorld, type World } from '../../../bench/src/scale/world.ts';
import { pageKinds } from '../../../e2e/support/page-kinds.ts';
import routes from '../../../web/app/routes.ts';
import { wrongCounters } from '../wrong-counters.ts';

// The rows of `npm run bench -- --suite scale`, a thousandth of them; a two hundredth in the full run.
const size = process.env['NEWLINE_TEST_FULL'] ? 0.005 : 0.001;
const now = new Date('2026-11-01T12:00:00Z');
let db: TestDatabase;
let world: World;

beforeAll(async () => {
  db = await startTestDatabase({ demo: true });
  world = await fillScale(db.connections.owner, { size, now, say: () => undefined });
}, 300_000);

afterAll(() => db.stop());

test('every counter of the large site is what it counts', async () => {
  const { rows } = await db.superuser.query<{ comments: number; progresses: number; likes: number; replies: number; seats: number }>(
    `select (select max(comments_count) from app_public.discussions) as comments, (select max(progress_count) from app_public.course_lessons) as progresses,
       (select max(likes_count) from app_public.clips) as likes, (select max(replies_count) from app_public.comments) as replies,
       (select max(seats_taken) from app_public.teams) as seats`,
  );
  for (const [name, count] of Object.entries(rows[0] ?? {})) expect(count, name).toBeGreaterThan(1);
  expect((await db.superuser.query(wrongCounters)).rows).toEqual([]);
});

test('a wrong counter is found @control', async () => {
  const client = await db.superuser.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = replica`);
    await client.query(
      `delete from app_public.user_progresses where ctid in (select ctid from app_public.user_progresses where course_lesson_id is not null limit 1)`,
    );
    const wrong = new Set((await client.query<{ counter: string }>(wrongCounters)).rows.map(({ counter }) => counter));
    expect([...wrong].filter((counter) => counter !== 'item_learners' && counter !== 'lesson_days')).toEqual([
      'course_lessons.progress_count',
    ]);
    // The days are those of completions and of what was read; the learner's total changes in any case.
    expect(wrong).toContain('item_learners');
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('there are as many rows as planned', async () => {
  const { rows } = await db.superuser.query<Record<string, number>>(
    `select (select count(*) from app_public.users where username like 'reader-%')::int as users,
       (select count(*) from app_public.lessons l join app_public.courses c on c.id = l.course_id where c.slug like 'scale-%')::int
         + (select count(*) from app_public.lessons l join app_public.books b on b.id = l.book_id where b.slug like 'scale-%')::int as lessons,
       (select count(*) from app_public.clips where video_url like 'local:scale-%')::int as clips,
       (select count(*) from app_public.comments where discussion_id = $1)::int as "longDiscussion"`,
    [idOf('discussion', 0)],
  );
  const { counts } = world;
  expect(rows[0]).toMatchObject({ users: counts.users - 1, lessons: counts.titles * 20, clips: counts.clips });
  expect(rows[0]?.['longDiscussion']).toBe(counts.longDiscussion);
});

test('what triggers would have written is as they write it', async () => {
  const read = async () =>
    (
      await db.superuser.query(
        `select kind, words, vector::text from app_private.search_entries
         where user_id is not null or course_id is not null or article_id is not null or lesson_id is not null or clip_id is not null
         order by kind, words, place`,
      )
    ).rows;
  const before = await read();
  await db.superuser.query('update app_public.users set name = name');
  for (const table of ['courses', 'books', 'articles', 'lessons', 'clips'])
    await db.superuser.query(`update app_public.${table} set title = title`);
  expect(before.length).toBeGreaterThan(1000);
  expect(await read()).toEqual(before);
});

test('the same rows are planned each time, for a site of any size', () => {
  const plan = (share: number) => {
    const { counts, doneBy, commentsOf } = createWorld(world.existing, share, now);
    const sum = (length: number, of: (n: number) => number) =>
      Array.from({ length }, (_, n) => of(n)).reduce((total, one) => total + one, 0);
    return { counts, done: sum(counts.users, doneBy), comments: sum(counts.discussions, commentsOf) };
  };
  const whole = plan(1);
  expect(whole).toMatchObject({ done: 5_000_000, comments: 1_000_000, counts: { users: 200_000, clips: 10_000, longDiscussion: 6000 } });
  expect(plan(1)).toEqual(whole);
});

test('the users who are measured have what their pages show', async () => {
  const { rows } = await db.superuser.query(
    `select (select user_id from app_public.payments where id = $1) as receipt, (select user_id from app_public.contributions where course_id = $2) as author,
       exists (select from app_public.lesson_revisions r join app_private.lesson_revision_texts t on t.revision_id = r.id where r.lesson_id = $3) as "hasHistory"`,
    [idOf('payment', 0), idOf('course', 0), idOf('lesson', 0)],
  );
  expect(rows).toEqual([{ receipt: world.existing.learnerId, author: world.existing.authorId, hasHistory: true }]);
});

test('every kind of page is measured', () => {
  const kinds = pageKinds(routes);
  const pages = measuredPages(world).map(({ path }) => new URL(path, 'http://site').pathname);
  const measured = new Set(pages.map((path) => kinds.find(({ matches }) => matches(path))?.pattern));
  expect(kinds.map(({ pattern }) => pattern).filter((pattern) => !measured.has(pattern) && !notMeasured.includes(pattern))).toEqual([]);
});
