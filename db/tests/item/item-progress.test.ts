import { asPerson, startTestDatabase, type Person, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildGateWorld, readers } from '../gate-world.ts';
import { idOf } from '../permissions/world.ts';

type Progress = {
  is_enrolled: boolean;
  completed_lesson_ids: string[];
  open_lesson_ids: string[];
  watched_lessons: number;
  read_lessons: number;
  marked_lessons: number;
  is_begun: boolean;
  next_lesson_id: string | null;
  next_position_seconds: number | null;
};

let db: TestDatabase;
const course = idOf('course published');
const lesson = (number: number) => idOf(`outline ${number}`);

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
  // Four lessons and a change log, in a course with nothing else.
  await db.superuser.query('delete from app_public.lessons where course_id = $1', [course]);
  for (const number of [1, 2, 3, 4, 5]) {
    await db.superuser.query('insert into app_public.lessons (id, course_id, title, slug, role, is_free) values ($1, $2, $3, $4, $5, $6)', [
      lesson(number),
      course,
      `Lesson ${number}`,
      `outline-${number}`,
      number === 4 ? 'CHANGELOG' : 'LESSON',
      number === 1,
    ]);
    await db.superuser.query('insert into app_public.course_lessons (course_id, lesson_id, position) values ($1, $2, $3)', [
      course,
      lesson(number),
      number,
    ]);
  }
});
afterAll(() => db.stop());
beforeEach(() =>
  db.superuser.query(
    'delete from app_public.lesson_activities; delete from app_public.user_progresses; delete from app_public.enrollments',
  ),
);

async function progressOf(person: Person): Promise<Progress | undefined> {
  const { rows } = await asPerson(db, person, (client) =>
    client.query<Progress>(
      'select p.* from app_public.courses c, app_public.courses_progress(c) p where c.id = $1 and p.is_begun is not null',
      [course],
    ),
  );
  return rows[0];
}

const complete = (person: Person, number: number, reason: string) =>
  db.superuser.query(
    'insert into app_public.user_progresses (user_id, course_lesson_id, reason) select $1, id, $3 from app_public.course_lessons where lesson_id = $2',
    [person.userId, lesson(number), reason],
  );
const open = (person: Person, number: number, minutesAgo: number) =>
  db.superuser.query(
    `insert into app_public.lesson_activities (user_id, lesson_id, position_seconds, updated_at) values ($1, $2, 42, now() - $3 * interval '1 minute')`,
    [person.userId, lesson(number), minutesAgo],
  );

test('a visitor has none, and a new user is before the first lesson @STUDY-01 @AUTH-03', async () => {
  expect(await progressOf(readers.visitor)).toBeUndefined();
  expect(await progressOf(readers.learner)).toMatchObject({
    is_enrolled: false,
    is_begun: false,
    completed_lesson_ids: [],
    next_lesson_id: lesson(1),
  });
});

test('completed lessons are counted by their reason, without change logs @STUDY-01', async () => {
  await complete(readers.learner, 1, 'WATCHED');
  await complete(readers.learner, 2, 'READ');
  await complete(readers.learner, 4, 'BY_HAND');
  await complete(readers.Pro, 3, 'READ');
  expect(await progressOf(readers.learner)).toMatchObject({
    completed_lesson_ids: [lesson(1), lesson(2)],
    watched_lessons: 1,
    read_lessons: 1,
    marked_lessons: 0,
    is_begun: true,
    next_lesson_id: lesson(3),
  });
  // Administrators and authors see everyone's rows, but their own progress is only their own.
  for (const person of [readers.admin, readers.author])
    expect(await progressOf(person)).toMatchObject({ completed_lesson_ids: [], is_begun: false });
});

test('continuing leads to the lesson opened last, to the one after it if that is done, or to a skipped one @STUDY-01', async () => {
  await open(readers.learner, 2, 10);
  await open(readers.learner, 3, 5);
  expect(await progressOf(readers.learner)).toMatchObject({ next_lesson_id: lesson(3), next_position_seconds: 42 });
  await complete(readers.learner, 3, 'READ');
  expect(await progressOf(readers.learner)).toMatchObject({ next_lesson_id: lesson(5), next_position_seconds: null });
  await complete(readers.learner, 5, 'READ');
  expect(await progressOf(readers.learner)).toMatchObject({ next_lesson_id: lesson(1) });
  await complete(readers.learner, 1, 'READ');
  await complete(readers.learner, 2, 'READ');
  // Everything is completed, so it starts over.
  expect(await progressOf(readers.learner)).toMatchObject({ next_lesson_id: lesson(1), completed_lesson_ids: [1, 2, 3, 5].map(lesson) });
});

test('open lessons are those that the gate opens for each user @STUDY-01 @DOC-04', async () => {
  const all = [1, 2, 3, 4, 5].map(lesson);
  expect((await progressOf(readers.learner))?.open_lesson_ids).toEqual([lesson(1)]);
  for (const person of [readers.Pro, readers.buyer, readers.author, readers.admin])
    expect((await progressOf(person))?.open_lesson_ids).toEqual(all);
  expect((await progressOf(readers['Pro ended']))?.open_lesson_ids).toEqual([lesson(1)]);
  for (const [person, isOpen] of [
    [readers.visitor, false],
    [readers.learner, false],
    [readers.Pro, true],
  ] as const) {
    const { rows } = await asPerson(db, person, (client) =>
      client.query('select app_public.courses_is_open(c) as open from app_public.courses c where c.id = $1', [course]),
    );
    expect(rows).toEqual([{ open: isOpen }]);
  }
});
