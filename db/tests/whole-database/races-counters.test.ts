import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWorld, idOf } from '../permissions/world.ts';
import { wrongCounters } from '../wrong-counters.ts';

// Counters are updated by the statement that changes what they count. Whatever is written at the same time, over several connections, each
// of them must equal the rows that it counts.
let db: TestDatabase;
const course = idOf('course published');
const book = idOf('book published');
const people = Array.from({ length: 30 }, (_, n) => idOf(`person ${n}`));

beforeAll(async () => {
  db = await startTestDatabase();
  const client = await db.superuser.connect();
  await buildWorld(client);
  client.release();
  await db.superuser.query(
    `insert into auth."user" ("id", "name", "email", "emailVerified") select id, 'Person', id || '@example.com', true from unnest($1::uuid[]) id`,
    [people],
  );
});

afterAll(() => db.stop());

test('after the first writes every counter is exact', expectExactCounters);

test('reviews and surveys that are written, changed and deleted at the same time keep count and sum exact @REV-01', async () => {
  await atOnce(people, (id, n) => [
    [`insert into app_public.testimonials (user_id, course_id, rating, quote_md) values ($1, $2, $3, 'Good.')`, [id, course, 1 + (n % 5)]],
    [`insert into app_public.surveys (user_id, course_id, scale_number) values ($1, $2, $3)`, [id, course, 1 + (n % 5)]],
    ...(n % 3 === 0
      ? [statement(`update app_public.testimonials set rating = 5 where user_id = $1 and course_id = $2`, [id, course])]
      : []),
    ...(n % 3 === 1 ? [statement(`delete from app_public.testimonials where user_id = $1 and course_id = $2`, [id, course])] : []),
    ...(n % 3 === 2
      ? [
          statement(`update app_public.testimonials set course_id = null, book_id = $3 where user_id = $1 and course_id = $2`, [
            id,
            course,
            book,
          ]),
        ]
      : []),
  ]);
  await expectExactCounters();
});

test('fifty simultaneous reviews of a book by one user leave one @REV-04', async () => {
  const sent = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      db.superuser.query(`insert into app_public.testimonials (user_id, book_id, rating, quote_md) values ($1, $2, 4, 'Good.')`, [
        idOf('learner'),
        idOf('book free'),
      ]),
    ),
  );
  expect(sent.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  for (const result of sent)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: '23505', constraint: 'testimonials_book_person_key' });
  await expectExactCounters();
});

test('users who enroll, finish lessons and leave at the same time are counted @DATA-01', async () => {
  const { rows } = await db.superuser.query<{ id: string }>(
    'select id from app_public.course_lessons where course_id = $1 order by position limit 1',
    [course],
  );
  await atOnce(people, (id, n) => [
    [`insert into app_public.enrollments (user_id, course_id) values ($1, $2)`, [id, course]],
    [`insert into app_public.enrollments (user_id, book_id) values ($1, $2)`, [id, book]],
    [`insert into app_public.user_progresses (user_id, course_lesson_id) values ($1, $2)`, [id, rows[0]?.id]],
    ...(n % 2 === 0 ? [statement(`delete from app_public.enrollments where user_id = $1 and course_id = $2`, [id, course])] : []),
    ...(n % 2 === 0 ? [statement(`delete from app_public.user_progresses where user_id = $1`, [id])] : []),
  ]);
  await expectExactCounters();
});

test('lessons that are added, moved, turned into a change log and removed at the same time are counted @DATA-01', async () => {
  await atOnce(people, (id, n) => [
    [`insert into app_public.lessons (id, course_id, title, slug) values ($1, $2, 'Lesson', $3)`, [id, course, `lesson-${n}`]],
    ...(n % 4 === 0 ? [statement(`update app_public.lessons set role = 'CHANGELOG' where id = $1`, [id])] : []),
    ...(n % 4 === 1 ? [statement(`update app_public.lessons set course_id = $2 where id = $1`, [id, idOf('course free')])] : []),
    ...(n % 4 === 2 ? [statement(`update app_public.lessons set course_id = null, book_id = $2 where id = $1`, [id, book])] : []),
    ...(n % 8 === 3 ? [statement(`delete from app_public.lessons where id = $1`, [id])] : []),
  ]);
  await expectExactCounters();
});

test('comments that are written, reacted to and deleted at the same time are counted @DATA-01', async () => {
  const discussion = idOf('discussion clip book published');
  await atOnce(people, (id, n) => [
    [
      `insert into app_public.comments (id, discussion_id, user_id, body_delta, body_markdown, body_html) values ($1, $2, $1, '{"type":"doc","content":[]}', 'Words', '<p>Words</p>')`,
      [id, discussion],
    ],
    [
      `insert into app_public.comment_reactions (comment_id, user_id, kind) values ($1, $2, $3)`,
      [idOf('comment stranger clip course published'), id, n % 2 ? 'CONFUSED' : 'AGREE'],
    ],
    ...(n % 3 === 0 ? [statement(`update app_public.comments set deleted = true where id = $1`, [id])] : []),
    ...(n % 3 === 1 ? [statement(`delete from app_public.comments where id = $1`, [id])] : []),
    ...(n % 3 === 2 ? [statement(`delete from app_public.comment_reactions where user_id = $1`, [id])] : []),
  ]);
  await expectExactCounters();
});

test('a deleted discussion takes its comments out of the count, and so does a clip', async () => {
  await db.superuser.query('delete from app_public.discussions where id = $1', [idOf('discussion clip course published')]);
  await expectExactCounters();
  await db.superuser.query('delete from app_public.clips where id = $1', [idOf('clip book published')]);
  await expectExactCounters();
});

test('a user who leaves takes likes, shares, reviews and progress out of the counts; their comments stay @AUTH-04', async () => {
  const author = idOf('author');
  const { rows: before } = await db.superuser.query('select count(*) from app_public.comments');
  await db.superuser.query('delete from auth."user" where "id" = $1', [author]);
  await expectExactCounters();
  const { rows } = await db.superuser.query('select count(*) from app_public.comments');
  expect(rows).toEqual(before);
});

test('counting changes nothing else about an item: updatedAt is when its author changed it', async () => {
  const read = async () => (await db.superuser.query('select updated_at from app_public.courses where id = $1', [course])).rows[0];
  const before = await read();
  await db.superuser.query(`insert into app_public.enrollments (user_id, course_id) values ($1, $2)`, [people[0], course]);
  await db.superuser.query(`insert into app_public.surveys (user_id, course_id, scale_number) values ($1, $2, 3)`, [people[0], course]);
  expect(await read()).toEqual(before);
  await db.superuser.query(`update app_public.courses set subtitle = 'Changed' where id = $1`, [course]);
  expect(await read()).not.toEqual(before);
});

test('users with the same name who sign up at the same time each get an account and a username @AUTH-01', async () => {
  const { rows } = await db.superuser.query<{ name: string }>(`select 'Anna Lee' as name`);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      db.superuser.query(`insert into auth."user" ("name", "email", "emailVerified") values ($1, $2, true)`, [
        rows[0]?.name,
        `anna-${n}@example.com`,
      ]),
    ),
  );
  const { rows: users } = await db.superuser.query<{ username: string }>(`select username from app_public.users where name = 'Anna Lee'`);
  expect(new Set(users.map(({ username }) => username)).size).toBe(20);
  expect(users.every(({ username }) => username === 'anna-lee' || /^anna-lee-\d+$/.test(username))).toBe(true);
});

type Statement = readonly [query: string, values: readonly unknown[]];

function statement(query: string, values: readonly unknown[]): Statement {
  return [query, values];
}

/** Runs each user's statements one after another, and all users at the same time. */
async function atOnce(ids: readonly string[], statements: (id: string, n: number) => readonly Statement[]): Promise<void> {
  await Promise.all(
    ids.map(async (id, n) => {
      for (const [query, values] of statements(id, n)) await db.superuser.query(query, [...values]);
    }),
  );
}

async function expectExactCounters(): Promise<void> {
  expect((await db.superuser.query(wrongCounters)).rows).toEqual([]);
}
