import { asPerson, asPersonForGood, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildGateWorld, readers } from './gate-world.ts';
import { idOf, people } from './permissions/world.ts';

type Result = { tries: number; passed_at: Date | null; passed_try: number | null; failed_tests: string[] };
type Wanted = { isPassed?: boolean; failed?: string[]; lesson?: string; exercise?: string };

let db: TestDatabase;
const paid = idOf('lesson course published');
const free = idOf('lesson course free');

const code = (text: string, runnable: boolean) => ({
  type: 'codeBlock',
  attrs: { mode: 'js', runnable },
  content: [{ type: 'text', text }],
});
const exercise = (id: string, ...content: object[]) => ({ type: 'exercise', attrs: { id }, content });
const tests = {
  type: 'exercisePart',
  attrs: { partType: 'tests' },
  content: [code("test('adds', () => {});\ntest('takes', () => {});", false)],
};
const starter = code('export {}', true);

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
  // The first block is free, the last is behind the paywall; the one between has nothing to pass.
  const content = [exercise('aaaaa', starter, tests), exercise('mmmmm', starter), exercise('zzzzz', starter, tests)];
  await db.superuser.query(
    `update app_private.lesson_bodies set body_delta = jsonb_build_object('type', 'doc', 'content', $2::jsonb) where lesson_id = any ($1)`,
    [[paid, free], JSON.stringify(content)],
  );
});
afterAll(() => db.stop());
beforeEach(() =>
  db.superuser.query(
    'delete from app_public.exercise_results; delete from app_public.lesson_activities; delete from app_public.user_progresses; delete from app_public.study_days',
  ),
);

async function attempt(person: Person, { isPassed = false, failed = [], lesson = free, exercise: id = 'aaaaa' }: Wanted = {}) {
  const { rows } = await asPersonForGood(db, person, (client) =>
    client.query<Result>('select * from app_public.record_attempt($1, $2, $3, $4)', [lesson, id, isPassed, failed]),
  );
  return rows[0];
}

async function ask<T extends object>(person: Person, what: 'exercise_result' | 'exercise_totals'): Promise<T | undefined> {
  const { rows } = await asPerson(db, person, (client) => client.query<T>(`select * from app_public.${what}($1, 'aaaaa')`, [paid]));
  return rows[0];
}

const read = (person: Person, lesson: string) =>
  asPersonForGood(db, person, (client) =>
    client.query<{ is_completed: boolean; reason: string | null }>('select * from app_public.save_progress($1, $2, $3)', [
      lesson,
      [],
      ['aaaaa', 'mmmmm', 'zzzzz'],
    ]),
  ).then(({ rows }) => rows[0]);

describe('an attempt @PRACTICE-02', () => {
  test('counts tries, and the first that passed stays', async () => {
    expect(await attempt(people.learner, { failed: ['takes'] })).toMatchObject({ tries: 1, passed_at: null, passed_try: null });
    expect(await attempt(people.learner, { isPassed: true })).toMatchObject({ tries: 2, passed_try: 2, failed_tests: ['takes'] });
    expect(await attempt(people.learner, { isPassed: true })).toMatchObject({ tries: 3, passed_try: 2 });
    expect(await attempt(people.learner, { failed: ['adds'] })).toMatchObject({ tries: 4, passed_try: 2, failed_tests: ['adds', 'takes'] });
  });

  test('is of an exercise with something to pass, which the user can read', async () => {
    await expect(attempt(readers.visitor)).rejects.toMatchObject({ code: 'NL401' });
    for (const target of [
      { exercise: 'mmmmm' },
      { exercise: 'nope!' },
      { lesson: idOf('lesson course draft') },
      // Behind the paywall.
      { lesson: paid, exercise: 'zzzzz' },
    ]) {
      await expect(attempt(people.learner, target)).rejects.toThrow('EXERCISE_NOT_FOUND');
    }
    expect(await attempt(readers.buyer, { lesson: paid, exercise: 'zzzzz' })).toMatchObject({ tries: 1 });
  });

  test('names only tests that its author wrote, in bounds', async () => {
    const failed = ['adds', 'adds', 'Call 555-0100', '', 'x'.repeat(201)];
    expect(await attempt(people.learner, { failed })).toMatchObject({ failed_tests: ['adds'] });
    await expect(attempt(people.learner, { failed: Array.from({ length: 1001 }, () => 'adds') })).rejects.toThrow('FAILED_TESTS_TOO_MANY');
  });
});

describe('results @PRACTICE-02', () => {
  test('are read by nobody else; authors and administrators get totals', async () => {
    await attempt(people.learner, { lesson: paid, failed: ['takes'] });
    await attempt(people.learner, { lesson: paid, isPassed: true });
    await attempt(people['other learner'], { lesson: paid, failed: ['adds', 'takes'] });
    await attempt(people.Pro, { lesson: paid, isPassed: true });
    expect(await ask<Result>(people.learner, 'exercise_result')).toMatchObject({ tries: 2, passed_try: 2 });
    for (const person of [people.visitor, people.author, people['other author'], people.admin]) {
      expect((await ask<{ id: string | null }>(person, 'exercise_result'))?.id ?? null).toBeNull();
      const { rowCount } = await asPerson(db, person, (client) => client.query('select from app_public.exercise_results'));
      expect(rowCount).toBe(0);
    }
    for (const person of [people.author, people.admin]) {
      expect(await ask(person, 'exercise_totals')).toEqual({
        tried: 3,
        passed: 2,
        passed_at_first: 1,
        passed_at_second: 1,
        passed_at_third: 0,
        hardest_test: 'takes',
        hardest_test_failed: 2,
      });
    }
    for (const person of [people.visitor, people.learner, people['other author']]) {
      expect((await ask<{ tried: number | null }>(person, 'exercise_totals'))?.tried ?? null).toBeNull();
    }
  });

  test('go with the account', async () => {
    await attempt(people.learner);
    await db.superuser.query('begin');
    await db.superuser.query('delete from auth."user" where id = $1', [people.learner.userId]);
    expect((await db.superuser.query('select from app_public.exercise_results')).rowCount).toBe(0);
    await db.superuser.query('rollback');
  });
});

describe('a lesson @PRACTICE-02 @STUDY-01', () => {
  test('counts as read when its exercises are passed, too', async () => {
    expect(await read(people.learner, free)).toMatchObject({ is_completed: false });
    await attempt(people.learner, { isPassed: true });
    await attempt(people.learner, { exercise: 'zzzzz' });
    expect(await read(people.learner, free)).toMatchObject({ is_completed: false });
    await attempt(people.learner, { exercise: 'zzzzz', isPassed: true });
    expect(await read(people.learner, free)).toMatchObject({ is_completed: true, reason: 'READ' });
  });

  test('isn’t completed by its exercises alone, nor again once it is kept open', async () => {
    await attempt(people.learner, { isPassed: true });
    await attempt(people.learner, { exercise: 'zzzzz', isPassed: true });
    const completed = () => db.superuser.query('select from app_public.user_progresses').then(({ rowCount }) => rowCount);
    expect(await completed()).toBe(0);
    expect(await read(people.learner, free)).toMatchObject({ is_completed: true });
    await asPersonForGood(db, people.learner, (client) => client.query('select app_public.set_lesson_completed($1, false)', [free]));
    await attempt(people.learner, { isPassed: true });
    expect(await completed()).toBe(0);
  });
});
