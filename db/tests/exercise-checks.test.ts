import { asPerson, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildGateWorld, readers } from './gate-world.ts';
import { idOf, people } from './permissions/world.ts';

let db: TestDatabase;
const lesson = idOf('lesson course published');
const article = idOf('article published');

const code = (text: string, attrs: object = {}) => ({
  type: 'codeBlock',
  attrs: { mode: 'js', runnable: false, ...attrs },
  content: [{ type: 'text', text }],
});
const part = (partType: string, ...content: object[]) => ({ type: 'exercisePart', attrs: { partType }, content });
type Given = { id?: string; starter?: string; tests?: string; solution?: string; hint?: string };
const exercise = ({ id = 'aaaaa', starter = 'start', tests = 'tests', solution = 'solved', hint = 'Begin.' }: Given = {}) => ({
  type: 'exercise',
  attrs: { id },
  content: [
    code(starter, { runnable: true, displayName: 'index.js' }),
    part('hint', { type: 'paragraph', content: [{ type: 'text', text: hint }] }, code(hint)),
    part('tests', code(tests)),
    part('solution', code(solution, { highlightLines: hint })),
  ],
});

const paragraph = { type: 'paragraph', attrs: { id: 'ppppp' }, content: [{ type: 'text', text: 'Words' }] };

beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
  // What is derived from a text has an entry for each of its blocks.
  await db.superuser.query(
    `update app_private.lesson_bodies set block_ids = array_fill(''::text, array[5]), block_html = array_fill(''::text, array[5]),
       block_markdown = array_fill(''::text, array[5]), block_text = array_fill(''::text, array[5]), block_lengths = array_fill(1, array[5]),
       drawings = null, body_delta = jsonb_build_object('type', 'doc', 'content', $2::jsonb) where lesson_id = $1`,
    [lesson, JSON.stringify(Array.from({ length: 5 }, () => paragraph))],
  );
});
afterAll(() => db.stop());
beforeEach(() => db.superuser.query('delete from app_public.exercise_checks'));

let writes = 0;
/** Writes a text of five blocks that nobody has written, as every way of writing one does. */
async function write(...blocks: object[]) {
  writes += 1;
  const content = [
    ...blocks,
    ...Array.from({ length: 5 - blocks.length }, (_, at) => ({ ...paragraph, attrs: { id: `m${writes}x${at}` } })),
  ];
  await db.superuser.query(
    `update app_private.lesson_bodies set body_delta = jsonb_build_object('type', 'doc', 'content', $2::jsonb) where lesson_id = $1`,
    [lesson, JSON.stringify(content)],
  );
}

type Check = {
  exercise: string;
  position: number;
  verdict: string;
  reason: string | null;
  failed_tests: string[];
  checked_at: Date | null;
};
const checks = async () =>
  (await db.superuser.query<Check>('select * from app_public.exercise_checks where lesson_id = $1 order by position', [lesson])).rows;

type Claimed = { id: string; exercise: string; code_hash: string; node: { attrs: { id: string } } | null };
const claim = async (runner: string | null = 'r1', text: string | null = lesson, atMost = 10) =>
  (await db.superuser.query<Claimed>('select * from app_private.claim_exercises($1, $2, $3)', [text, runner, atMost])).rows;
async function record(
  { id, code_hash: hash }: Claimed,
  verdict: string,
  { runner = 'r1', reason = null }: { runner?: string | null; reason?: string | null } = {},
) {
  const { rows } = await db.superuser.query<{ is_current: boolean }>(
    'select app_private.record_exercise_check($1, $2, $3, $4, $5, $6) as is_current',
    [id, hash, runner, verdict, reason, verdict === 'SOLUTION_FAILS' ? ['adds'] : []],
  );
  return rows[0]?.is_current;
}

describe('a saved text @PRACTICE-02', () => {
  test('has its exercises with tests and code to start from, in their order', async () => {
    const withoutTests = { type: 'exercise', attrs: { id: 'mmmmm' }, content: [code('x', { runnable: true })] };
    const withoutCode = { type: 'exercise', attrs: { id: 'nnnnn' }, content: [part('tests', code('x'))] };
    await write(exercise({ id: 'zzzzz' }), withoutTests, paragraph, withoutCode, exercise());
    expect(await checks()).toMatchObject([
      { exercise: 'zzzzz', position: 1, verdict: 'NOT_CHECKED', checked_at: null },
      { exercise: 'aaaaa', position: 2 },
    ]);
    await write(exercise(), paragraph, exercise({ id: 'zzzzz' }));
    expect(await checks()).toMatchObject([{ exercise: 'aaaaa', position: 1 }, { exercise: 'zzzzz' }]);
    await write(paragraph);
    expect(await checks()).toEqual([]);
  });

  test('keeps results of code that is unchanged, and forgets those of code that changed', async () => {
    await write(exercise(), paragraph);
    for (const claimed of await claim()) expect(await record(claimed, 'PASSES')).toBe(true);
    // The words around it, its hints and the lines that are highlighted aren't run.
    await write({ ...paragraph, content: [{ type: 'text', text: 'Other words' }] }, exercise({ hint: 'Then.' }));
    expect(await checks()).toMatchObject([{ verdict: 'PASSES' }]);
    expect(await claim()).toEqual([]);
    for (const changed of [{ starter: 'other' }, { tests: 'other' }, { solution: 'other' }]) {
      await write(exercise(changed));
      expect(await checks(), JSON.stringify(changed)).toMatchObject([{ verdict: 'NOT_CHECKED', checked_at: null }]);
      for (const claimed of await claim()) await record(claimed, 'SOLUTION_FAILS');
      expect(await checks()).toMatchObject([{ verdict: 'SOLUTION_FAILS', failed_tests: ['adds'] }]);
    }
  });

  test('tells listeners which text has exercises to check, and only then', async () => {
    const client = await db.superuser.connect();
    try {
      const heard: string[] = [];
      client.on('notification', ({ payload = '' }) => heard.push(payload));
      await client.query('listen newline_exercises');
      await write(exercise());
      await write(exercise(), paragraph);
      await write(exercise({ solution: 'better' }), paragraph);
      await client.query('select');
      expect(heard).toEqual([lesson, lesson]);
    } finally {
      client.release(true);
    }
  });
});

describe('the job @PRACTICE-02', () => {
  test('takes a text once, with what it has to run', async () => {
    await write(exercise(), exercise({ id: 'bbbbb' }));
    const taken = await claim();
    expect(taken.map(({ node }) => node?.attrs.id)).toEqual(['aaaaa', 'bbbbb']);
    // Another process, while the first one checks, gets nothing of this text.
    expect(await claim()).toEqual([]);
    expect(await claim('r1', null)).toEqual([]);
    await db.superuser.query(`update app_private.exercise_check_turns set claimed_until = now() - interval '1 second'`);
    expect(await claim()).toHaveLength(2);
    await db.superuser.query('select app_private.release_exercises($1)', [taken.map(({ id }) => id)]);
    expect(await claim('r1', lesson, 1)).toMatchObject([{ exercise: 'aaaaa' }]);
  });

  test('stores no result for code that was saved meanwhile, which is due', async () => {
    await write(exercise());
    const [taken] = await claim();
    if (!taken) throw new Error('expected an exercise');
    await write(exercise({ solution: 'better' }));
    expect(await record(taken, 'SOLUTION_FAILS')).toBe(false);
    expect(await checks()).toMatchObject([{ verdict: 'NOT_CHECKED', checked_at: null }]);
    expect(await claim()).toMatchObject([{ id: taken.id }]);
  });

  test('checks again what another release of the runner has checked, and what nobody could', async () => {
    await write(exercise());
    for (const claimed of await claim(null)) await record(claimed, 'NOT_CHECKED', { runner: null, reason: 'No Chromium.' });
    // Without a runner there is nothing more to find out.
    expect(await claim(null)).toEqual([]);
    for (const claimed of await claim('r1')) await record(claimed, 'PASSES');
    expect(await claim('r1')).toEqual([]);
    expect(await claim('r2')).toHaveLength(1);
  });

  test('tries again what took too long, less and less often', async () => {
    await write(exercise());
    const minutes: (number | null)[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (const claimed of await claim()) await record(claimed, 'NOT_CHECKED', { reason: 'It took too long.' });
      const { rows } = await db.superuser.query<{ minutes: number | null }>(
        `update app_private.exercise_check_turns t set check_at = now() from (select check_id, round(extract(epoch from check_at - now()) / 60)::int as minutes
         from app_private.exercise_check_turns) o where o.check_id = t.check_id returning o.minutes`,
      );
      minutes.push(rows[0]?.minutes ?? null);
    }
    expect(minutes).toEqual([15, 60, 240, 960, 3840, null]);
  });
});

describe('results @PRACTICE-02 @AUTH-03', () => {
  const seenBy = (person: Person, of: 'lesson' | 'article' = 'lesson') =>
    asPerson(db, person, (client) =>
      client.query(`select from app_public.exercise_checks where ${of}_id = $1`, [of === 'lesson' ? lesson : article]),
    ).then(({ rowCount }) => rowCount);

  test('are seen by those who write the title and by administrators alone', async () => {
    await write(exercise());
    await db.superuser.query(
      `insert into app_public.exercise_checks (article_id, exercise, position, code_hash) values ($1, 'aaaaa', 1, repeat('a', 64))`,
      [article],
    );
    for (const of of ['lesson', 'article'] as const) {
      for (const person of [people.author, readers.editor, people.admin]) expect(await seenBy(person, of)).toBe(1);
      for (const person of [people.visitor, people.learner, people.Pro, readers.buyer, people['other author']])
        expect(await seenBy(person, of)).toBe(0);
    }
  });

  test('are written by nobody', async () => {
    await write(exercise());
    for (const person of [people.visitor, people.learner, people.author, people['other author'], people.admin])
      for (const statement of [
        `update app_public.exercise_checks set verdict = 'PASSES', checked_at = now()`,
        'delete from app_public.exercise_checks',
        `insert into app_public.exercise_checks (lesson_id, exercise, position, code_hash) values ('${lesson}', 'bbbbb', 2, repeat('a', 64))`,
        `select app_private.claim_exercises(null, 'r1', 1)`,
        `select app_private.record_exercise_check('${lesson}', '', 'r1', 'PASSES', null, '{}')`,
        'select * from app_private.exercise_check_turns',
      ])
        await expect(
          asPerson(db, person, (client) => client.query(statement)),
          statement,
        ).rejects.toMatchObject({ code: '42501' });
  });

  test('of a title are in the order of its lessons, for those who write it', async () => {
    await write(exercise(), exercise({ id: 'bbbbb' }));
    const [, second] = await claim();
    if (!second) throw new Error('expected two exercises');
    await record(second, 'STARTER_PASSES');
    const of = (person: Person, onlyBroken: boolean) =>
      asPerson(db, person, (client) =>
        client.query<Check>('select e.* from app_public.courses c, app_public.courses_exercise_checks(c, $2) e where c.id = $1', [
          idOf('course published'),
          onlyBroken,
        ]),
      ).then(({ rows }) => rows.map((row) => row.exercise));
    expect(await of(people.author, false)).toEqual(['aaaaa', 'bbbbb']);
    expect(await of(people.author, true)).toEqual(['bbbbb']);
    for (const person of [people.visitor, people.learner, people['other author']]) expect(await of(person, false)).toEqual([]);
  });
});
