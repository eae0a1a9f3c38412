import { seededRandom } from '@newline/db/seeded-random';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wrongCounters } from './wrong-counters.ts';

let db: TestDatabase;
const sql = (text: string) => db.superuser.query<Record<string, unknown>>(text);

beforeAll(async () => {
  db = await startTestDatabase();
  await sql(
    `insert into auth."user" ("name", "email", "emailVerified") select 'Learner ' || n, 'learner' || n || '@example.com', true from generate_series(1, 8) n`,
  );
  for (const kind of ['course', 'book']) {
    await sql(
      `insert into app_public.${kind}s (slug, permalink, title) select '${kind}-' || n, '/${kind}s/${kind}-' || n, '${kind} ' || n from generate_series(1, 2) n`,
    );
    await sql(
      `with lessons as (insert into app_public.lessons (${kind}_id, title, slug, role)
         select i.id, 'Lesson ' || n, 'lesson-' || n, (case n when 4 then 'CHANGELOG' else 'LESSON' end)::app_public.lesson_role
         from app_public.${kind}s i, generate_series(1, 4) n returning id, ${kind}_id, slug)
       insert into app_public.${kind}_lessons (${kind}_id, lesson_id, position) select l.${kind}_id, l.id, right(l.slug, 1)::int from lessons l`,
    );
  }
});

afterAll(() => db.stop());

const wrong = async () => (await sql(wrongCounters)).rows;
const countOf = async (table: string) => Number((await sql(`select count(*) as n from app_private.${table}`)).rows[0]?.['n']);

test('the days of lessons and the learners of titles are those of what was done, whatever becomes of it @STUDIO-01', async () => {
  const random = seededRandom('learners that change');
  const below = (count: number) => Math.floor(random() * count);
  const pick = <One>(list: readonly One[]): One => list[below(list.length)] as One;
  const learner = () => `(select id from app_public.users where name like 'Learner%' order by name offset ${below(8)} limit 1)`;
  const moment = () => `now() - ${below(20)} * interval '1 day'`;
  const lesson = () => `(select id from app_public.lessons order by course_id, book_id, slug offset ${below(16)} limit 1)`;
  for (let n = 0; n < 240; n += 1) {
    const kind = pick(['course', 'book'] as const);
    await sql(
      pick([
        `insert into app_public.user_progresses (user_id, ${kind}_lesson_id, created_at)
         select ${learner()}, p.id, ${moment()} from app_public.${kind}_lessons p order by p.id offset ${below(8)} limit 2 on conflict do nothing`,
        `insert into app_public.lesson_activities (user_id, lesson_id, read_block_ids, updated_at) values (${learner()}, ${lesson()}, '{a}', ${moment()})
         on conflict (user_id, lesson_id) do update set read_block_ids = '{a,b}', updated_at = ${moment()}`,
        `insert into app_public.lesson_activities (user_id, lesson_id, position_seconds, updated_at) values (${learner()}, ${lesson()}, 4, ${moment()}) on conflict do nothing`,
        `update app_public.lesson_activities set read_block_ids = '{}', watched_seconds = '{}', updated_at = ${moment()} where user_id = ${learner()}`,
        `delete from app_public.user_progresses where user_id = ${learner()} and ${kind}_lesson_id = (select id from app_public.${kind}_lessons order by id offset ${below(8)} limit 1)`,
        `delete from app_public.lesson_activities where user_id = ${learner()} and lesson_id = ${lesson()}`,
      ]),
    );
    if (n % 40 === 0) expect(await wrong()).toEqual([]);
  }
  expect(await wrong()).toEqual([]);
  for (const table of ['item_learners', 'lesson_days']) expect(await countOf(table)).toBeGreaterThan(8);
  await sql(`update app_public.lessons set role = 'LESSON' where slug = 'lesson-4' and course_id is not null`);
  await sql(`update app_public.lessons set role = 'CHANGELOG' where slug = 'lesson-1' and book_id is not null`);
  expect(await wrong()).toEqual([]);
  await sql(`delete from app_public.lessons where slug = 'lesson-2'`);
  await sql(`delete from app_public.course_lessons where position = 3`);
  await sql(`delete from auth."user" where email in ('learner1@example.com', 'learner4@example.com')`);
  expect(await wrong()).toEqual([]);
  await sql(`delete from app_public.courses where slug = 'course-1'`);
  await sql(`delete from app_public.books`);
  expect(await wrong()).toEqual([]);
  await sql(`delete from app_public.courses`);
  for (const table of ['item_learners', 'lesson_days']) expect(await countOf(table)).toBe(0);
});
