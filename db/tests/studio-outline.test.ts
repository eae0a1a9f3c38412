import { asPerson, startTestDatabase, type Person, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGateWorld, readers } from './gate-world.ts';
import { idOf } from './permissions/world.ts';

// The outline next to a lesson is read by one function of the course or book instead of line by line.
type Line = { title: string; role: string; permalink: string; section_title: string | null; is_completed: boolean };

let db: TestDatabase;
const course = idOf('course published');
const book = idOf('book published');
const lesson = (number: number) => idOf(`line ${number}`);
const chapter = (number: number) => idOf(`chapter line ${number}`);

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
  const run = (text: string, values: unknown[]) => db.superuser.query(text, values);
  await run('delete from app_public.lessons where course_id = $1 or book_id = $2', [course, book]);
  const section = idOf('outline section');
  await run(`insert into app_public.course_sections (id, course_id, title, position) values ($1, $2, 'Part one', 77)`, [section, course]);
  for (const number of [1, 2, 3]) {
    await run('insert into app_public.lessons (id, course_id, title, slug, role) values ($1, $2, $3, $4, $5)', [
      lesson(number),
      course,
      `Line ${number}`,
      `line-${number}`,
      number === 3 ? 'CHANGELOG' : 'LESSON',
    ]);
    await run('insert into app_public.course_lessons (course_id, lesson_id, course_section_id, position) values ($1, $2, $3, $4)', [
      course,
      lesson(number),
      number === 1 ? section : null,
      // Not in the order in which they were written.
      [2, 3, 1][number - 1],
    ]);
    await run('insert into app_public.lessons (id, book_id, title, slug) values ($1, $2, $3, $4)', [
      chapter(number),
      book,
      `Chapter ${number}`,
      `chapter-line-${number}`,
    ]);
    await run('insert into app_public.book_lessons (book_id, lesson_id, position) values ($1, $2, $3)', [book, chapter(number), number]);
  }
  for (const [person, at] of [
    [readers.learner, 1],
    [readers.Pro, 2],
  ] as const) {
    await run(
      'insert into app_public.user_progresses (user_id, course_lesson_id) select $1, id from app_public.course_lessons where lesson_id = $2',
      [person.userId, lesson(at)],
    );
    await run(
      'insert into app_public.user_progresses (user_id, book_lesson_id) select $1, id from app_public.book_lessons where lesson_id = $2',
      [person.userId, chapter(at)],
    );
  }
});
afterAll(() => db.stop());

async function outlineOf(person: Person, kind: 'courses' | 'books', id: string): Promise<Line[]> {
  const { rows } = await asPerson(db, person, (client) =>
    client.query<Line>(
      `select o.title, o.role, o.permalink, o.section_title, o.is_completed from app_public.${kind} i, app_public.${kind}_outline(i) o where i.id = $1`,
      [id],
    ),
  );
  return rows;
}
const completedOf = (lines: readonly Line[]) => lines.filter((line) => line.is_completed).map(({ title }) => title);

test('an outline has every line in order, with its URL and section @STUDY-01', async () => {
  const lines = await outlineOf(readers.visitor, 'courses', course);
  const path = async (slug: string) => {
    const { rows } = await asPerson(db, readers.visitor, (client) =>
      client.query<{ path: string }>('select app_public.lessons_permalink(l) as path from app_public.lessons l where l.slug = $1', [slug]),
    );
    return rows[0]?.path;
  };
  expect(lines.map(({ title, role, section_title: section }) => [title, role, section])).toEqual([
    ['Line 3', 'CHANGELOG', null],
    ['Line 1', 'LESSON', 'Part one'],
    ['Line 2', 'LESSON', null],
  ]);
  expect(lines.map(({ permalink }) => permalink)).toEqual([await path('line-3'), await path('line-1'), await path('line-2')]);
  const chapters = await outlineOf(readers.visitor, 'books', book);
  expect(chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
  expect(chapters[0]?.permalink).toBe(await path('chapter-line-1'));
});

test('everyone sees their own completed lessons, including administrators and authors, and no one sees others’ @STUDY-01 @AUTH-03', async () => {
  for (const [kind, id, name] of [
    ['courses', course, 'Line'],
    ['books', book, 'Chapter'],
  ] as const) {
    expect(completedOf(await outlineOf(readers.learner, kind, id)), kind).toEqual([`${name} 1`]);
    expect(completedOf(await outlineOf(readers.Pro, kind, id)), kind).toEqual([`${name} 2`]);
    for (const person of [readers.visitor, readers.author, readers.admin])
      expect(completedOf(await outlineOf(person, kind, id)), kind).toEqual([]);
  }
});

test('only its writers see the outline of an unannounced item', async () => {
  await db.superuser.query('update app_public.courses set is_coming_soon = true, is_published = false where id = $1', [course]);
  expect(await outlineOf(readers.learner, 'courses', course)).toEqual([]);
  expect(await outlineOf(readers.Pro, 'courses', course)).toEqual([]);
  expect(await outlineOf(readers.admin, 'courses', course)).toHaveLength(3);
});
