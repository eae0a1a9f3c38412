import { asPerson, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callIn } from './call-in.ts';
import { buildWorld, idOf, people } from './permissions/world.ts';

type Progress = { done_count: number; total_count: number; percent: number; is_begun: boolean; next_step_id: string | null };
type Step = { courseId?: string; bookId?: string; articleId?: string; clipId?: string; reason?: string };

let db: TestDatabase;
const path = idOf('path');
const draft = idOf('path draft');
const course = idOf('course published');
const book = idOf('book published');
const article = idOf('article published');
const clip = idOf('clip course published');

beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
});
afterAll(() => db.stop());

let backup: unknown[][] = [];
beforeEach(async () => {
  // The tests of one file follow one another: each starts with the learning paths of the world.
  if (backup.length === 0) {
    const rows = async (table: string) =>
      (await db.superuser.query(`select to_jsonb(t) as row from app_public.${table} t`)).rows.map(({ row }) => row as unknown);
    backup = [await rows('learning_paths'), await rows('learning_path_steps'), await rows('completions'), await rows('user_progresses')];
  }
  await db.superuser.query(`delete from app_public.learning_paths; delete from app_public.completions; delete from app_public.audit_log;
    delete from app_public.user_progresses; delete from app_public.lesson_activities; delete from app_public.clip_views`);
  for (const [index, table] of ['learning_paths', 'learning_path_steps'].entries())
    await db.superuser.query(`insert into app_public.${table} select * from jsonb_populate_recordset(null::app_public.${table}, $1)`, [
      JSON.stringify(backup[index]),
    ]);
});

const call = callIn(() => db);

async function list(person: Person, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await asPerson(db, person, (client) => client.query<{ value: string }>(sql, values));
  return rows.map(({ value }) => value);
}

const stepsOf = (person: Person, id = path) =>
  list(
    person,
    `select coalesce('course ' || c.slug, 'book ' || b.slug, 'article ' || a.slug, case when s.clip_id is not null then 'clip' end) as value
     from app_public.learning_path_steps s
     left join app_public.courses c on c.id = s.course_id left join app_public.books b on b.id = s.book_id left join app_public.articles a on a.id = s.article_id
     where s.learning_path_id = $1 order by s.position`,
    [id],
  );
const setSteps = (person: Person, steps: readonly Step[], { id = draft, version = 1 } = {}) =>
  call<{ version: number }>(
    person,
    `select (app_public.set_learning_path_steps($1, $2, array(
       select (s ->> 'courseId', s ->> 'bookId', s ->> 'articleId', s ->> 'clipId', s ->> 'reason')::app_public.learning_path_item
       from jsonb_array_elements($3::jsonb) with ordinality as e (s, n) order by n))).version`,
    [id, version, JSON.stringify(steps)],
  );
const change = (person: Person, changes: Readonly<Record<string, string>>, { id = draft, version = 1 } = {}) =>
  call<{ slug: string; version: number }>(
    person,
    'select c.slug, c.version from app_public.change_learning_path($1, $2, jsonb_populate_record(null::app_public.learning_path_changes, $3)) c',
    [id, version, JSON.stringify(changes)],
  );
const perform = (person: Person, name: 'publish' | 'unpublish' | 'delete', id = draft) =>
  call(person, `select app_public.${name}_learning_path($1)`, [id]);
const progressOf = (person: Person, id = path) =>
  call<Progress>(
    person,
    `select g.done_count, g.total_count, g.percent, g.is_begun, g.next_step_id
     from app_public.learning_paths p, app_public.learning_paths_progress(p) g where p.id = $1 and g.percent is not null`,
    [id],
  );
const mark = (person: Person, columns: { articleId?: string; clipId?: string }, isCompleted = true) =>
  call(person, 'select app_public.mark_completed($1, $2, $3)', [columns.articleId ?? null, columns.clipId ?? null, isCompleted]);
const audited = () => list(people.admin, 'select action as value from app_public.audit_log order by created_at, action');

const shownSteps = ['course published', 'course soon', 'book published', 'article published', 'clip'];

describe('who sees a learning path', () => {
  test('visitors and learners see published ones, with the steps that everyone can find, and nothing of a draft', async () => {
    for (const person of [people.visitor, people.learner, people['other author']]) {
      expect(await stepsOf(person)).toEqual(shownSteps);
      expect(await list(person, 'select p.slug as value from app_public.listed_learning_paths() p')).toEqual(['path']);
      expect(await list(person, 'select p.slug as value from app_public.learning_paths p where p.id = $1', [draft])).toEqual([]);
      expect(await stepsOf(person, draft)).toEqual([]);
    }
    expect(
      await list(people.visitor, 'select s.id::text as value from app_public.learning_path_steps s where s.id = any ($1)', [
        ['course unlisted', 'course draft', 'course scheduled', 'course archived', 'article unlisted', 'clip course unlisted'].map((name) =>
          idOf(`step ${name}`),
        ),
      ]),
    ).toEqual([]);
  });

  test('its author sees all steps, but nothing of what they can’t see elsewhere; administrators see everything', async () => {
    expect(
      await list(people.author, 'select s.id::text as value from app_public.learning_path_steps s where s.learning_path_id = $1', [path]),
    ).toHaveLength(12);
    // The draft of somebody else is a row without its course.
    expect(await stepsOf(people.author)).toContain(null);
    expect(await stepsOf(people.admin)).toContain('course draft-of-a-stranger');
    expect(await list(people.author, 'select p.slug as value from app_public.my_learning_paths() p')).toHaveLength(2);
    expect(await list(people.author, 'select p.slug as value from app_public.my_learning_paths(null, true) p')).toHaveLength(2);
    expect(await list(people.admin, 'select p.slug as value from app_public.my_learning_paths(null, true) p')).toHaveLength(3);
    expect(await list(people.author, `select p.slug as value from app_public.my_learning_paths('DRAFT') p`)).toEqual(['path-draft']);
  });

  test('its steps appear and disappear with their items', async () => {
    await db.superuser.query(`update app_public.courses set is_shown_publicly = false where id = $1`, [course]);
    try {
      expect(await stepsOf(people.visitor)).toEqual(['course soon', 'book published', 'article published']); // the clip belongs to the course
      expect(
        await list(
          people.author,
          `select app_public.learning_paths_steps_count(p)::text as value from app_public.learning_paths p where p.id = $1`,
          [path],
        ),
      ).toEqual(['3']);
    } finally {
      await db.superuser.query(`update app_public.courses set is_shown_publicly = true where id = $1`, [course]);
    }
    await db.superuser.query('delete from app_public.learning_path_steps where learning_path_id = $1 and position in (1, 6, 8, 9, 11)', [
      path,
    ]);
    expect(await list(people.visitor, 'select p.slug as value from app_public.listed_learning_paths() p')).toEqual([]);
  });
});

describe('writing a learning path', () => {
  test('authors create one with a slug of its own; others can’t', async () => {
    const create = (person: Person) => call<{ slug: string }>(person, `select slug from app_public.create_learning_path('Path')`);
    expect(await create(people.author)).toEqual({ slug: 'path-2' });
    expect(await create(people['other author'])).toEqual({ slug: 'path-3' });
    await expect(create(people.learner)).rejects.toMatchObject({ code: 'NL403', message: 'LEARNING_PATH_AUTHOR_REQUIRED' });
    await expect(create(people.visitor)).rejects.toMatchObject({ code: 'NL401' });
    await expect(call(people.author, `select app_public.create_learning_path('  ')`)).rejects.toMatchObject({ code: 'NL400' });
  });

  test('an author has at most a hundred', async () => {
    await db.superuser.query(
      `insert into app_public.learning_paths (title, slug, user_id) select 'P', 'p-' || n, $1 from generate_series(1, 98) n`,
      [people.author.userId],
    );
    await expect(call(people.author, `select app_public.create_learning_path('One more')`)).rejects.toMatchObject({
      code: 'NL429',
      message: 'LEARNING_PATH_LIMIT_REACHED',
    });
    expect(await call(people['other author'], `select slug from app_public.create_learning_path('Mine')`)).toEqual({ slug: 'mine' });
  });

  test.each([
    ['a visitor', people.visitor, 'NL401', 'NL401'],
    ['a learner', people.learner, 'NL404', 'NL403'],
    ['another author', people['other author'], 'NL404', 'NL403'],
  ])('%s can’t change, publish or delete one', async (_name, person, ofDraft, ofPublished) => {
    for (const [id, code] of [
      [draft, ofDraft],
      [path, ofPublished],
    ] as const) {
      await expect(change(person, { title: 'Mine' }, { id })).rejects.toMatchObject({ code });
      await expect(setSteps(person, [], { id })).rejects.toMatchObject({ code });
      for (const name of ['publish', 'unpublish', 'delete'] as const)
        await expect(perform(person, name, id)).rejects.toMatchObject({ code });
    }
    await expect(
      asPerson(db, person, (client) => client.query(`update app_public.learning_paths set title = 'Mine' where id = $1`, [path])),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      asPerson(db, person, (client) => client.query('delete from app_public.learning_path_steps where learning_path_id = $1', [path])),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('its author changes it, and an administrator, whose change is logged', async () => {
    expect(await change(people.author, { title: ' Better ', slug: 'better', summary: ' ' })).toEqual({ slug: 'better', version: 2 });
    expect(await audited()).toEqual([]);
    expect(await change(people.admin, { title: 'Best' }, { version: 2 })).toEqual({ slug: 'better', version: 3 });
    await perform(people.admin, 'publish');
    await perform(people.admin, 'unpublish');
    await perform(people.admin, 'delete');
    expect(await audited()).toEqual(['path.change', 'path.publish', 'path.unpublish', 'path.delete']);
  });

  test('a change of another version is refused, unless it changes nothing', async () => {
    expect(await change(people.author, { title: 'One' })).toMatchObject({ version: 2 });
    await expect(change(people.author, { title: 'Two' })).rejects.toMatchObject({ code: 'NL409', message: 'LEARNING_PATH_CHANGED' });
    // The same request once more.
    expect(await change(people.author, { title: 'One' })).toMatchObject({ version: 2 });
    await expect(setSteps(people.author, [{ courseId: course }])).rejects.toMatchObject({ code: 'NL409' });
    expect(await setSteps(people.author, [{ courseId: course }], { version: 2 })).toEqual({ version: 3 });
    expect(await setSteps(people.author, [{ courseId: course }], { version: 2 })).toEqual({ version: 3 });
  });

  test('a slug is unique, valid, and fixed once the path was published', async () => {
    await expect(change(people.author, { title: 'A', slug: 'path' })).rejects.toMatchObject({ code: 'NL409', message: 'SLUG_TAKEN' });
    await expect(change(people.author, { title: 'A', slug: 'No slug' })).rejects.toMatchObject({
      code: 'NL400',
      message: 'LEARNING_PATH_SLUG_INVALID',
    });
    await perform(people.author, 'publish');
    await perform(people.author, 'unpublish');
    await expect(change(people.author, { title: 'A', slug: 'other' }, { version: 3 })).rejects.toMatchObject({
      message: 'LEARNING_PATH_SLUG_FIXED',
    });
    expect(await change(people.author, { title: 'A', slug: 'path-draft' }, { version: 3 })).toMatchObject({ version: 4 });
  });

  test('steps are added, moved, explained and removed as one list', async () => {
    const all: Step[] = [{ courseId: course, reason: ' First ' }, { bookId: book }, { articleId: article }, { clipId: clip }];
    expect(await setSteps(people.author, all)).toEqual({ version: 2 });
    expect(await stepsOf(people.author, draft)).toEqual(['course published', 'book published', 'article published', 'clip']);
    const ids = () =>
      list(
        people.author,
        'select s.id::text as value from app_public.learning_path_steps s where s.learning_path_id = $1 order by s.position',
        [draft],
      );
    const before = await ids();
    await setSteps(people.author, [{ clipId: clip }, { articleId: article }, { courseId: course, reason: 'Now third' }], { version: 2 });
    expect(await stepsOf(people.author, draft)).toEqual(['clip', 'article published', 'course published']);
    expect(await ids()).toEqual([before[3], before[2], before[0]]); // a moved step stays the same
    expect(
      await list(
        people.author,
        'select reason as value from app_public.learning_path_steps where learning_path_id = $1 and reason is not null',
        [draft],
      ),
    ).toEqual(['Now third']);
    await setSteps(people.author, [], { version: 3 });
    expect(await stepsOf(people.author, draft)).toEqual([]);
  });

  test.each<[string, Step[], string]>([
    ['nothing', [{}], 'LEARNING_PATH_STEP_INVALID'],
    ['two things', [{ courseId: course, bookId: book }], 'LEARNING_PATH_STEP_INVALID'],
    ['the same twice', [{ courseId: course }, { courseId: course, reason: 'Again' }], 'LEARNING_PATH_STEP_REPEATED'],
    ['a long reason', [{ courseId: course, reason: 'x'.repeat(301) }], 'LEARNING_PATH_REASON_TOO_LONG'],
    ['a missing course', [{ courseId: idOf('nothing') }], 'LEARNING_PATH_ITEM_NOT_FOUND'],
    ['a draft of somebody else', [{ courseId: idOf('course draft of a stranger') }], 'LEARNING_PATH_ITEM_NOT_FOUND'],
    ['an article draft of somebody else', [{ articleId: idOf('article draft of a stranger') }], 'LEARNING_PATH_ITEM_NOT_FOUND'],
    ['51 steps', Array.from({ length: 51 }, (_, n) => ({ courseId: idOf(`course ${n}`) })), 'LEARNING_PATH_STEP_LIMIT_REACHED'],
  ])('a step of %s is refused', async (_name, steps, message) => {
    await expect(setSteps(people.author, steps)).rejects.toMatchObject({ message });
  });

  test('authors can add their own drafts and unlisted work, which learners see once they can find it', async () => {
    await setSteps(people.author, [{ courseId: idOf('course draft') }, { courseId: idOf('course unlisted') }, { bookId: book }]);
    await perform(people.author, 'publish');
    expect(await stepsOf(people.learner, draft)).toEqual(['book published']);
    await expect(
      setSteps(people['other author'], [{ courseId: idOf('course draft') }], { id: idOf('path draft of a stranger') }),
    ).rejects.toMatchObject({
      message: 'LEARNING_PATH_ITEM_NOT_FOUND',
    });
  });

  test('a step stays when its item was hidden, and can still be moved', async () => {
    const steps = [{ courseId: idOf('course draft of a stranger') }, { bookId: book }];
    await setSteps(people.admin, steps);
    expect(await setSteps(people.author, steps.toReversed(), { version: 2 })).toEqual({ version: 3 });
    await setSteps(people.author, [{ bookId: book }], { version: 3 });
    await expect(setSteps(people.author, steps, { version: 4 })).rejects.toMatchObject({ message: 'LEARNING_PATH_ITEM_NOT_FOUND' });
  });

  test('it can be published only with a step that learners see, and again and again', async () => {
    await setSteps(people.author, [{ courseId: idOf('course draft') }]);
    await expect(perform(people.author, 'publish')).rejects.toMatchObject({ code: 'NL400', message: 'LEARNING_PATH_EMPTY' });
    await setSteps(people.author, [{ courseId: course }], { version: 2 });
    await perform(people.author, 'publish');
    await perform(people.author, 'publish');
    expect(await list(people.visitor, 'select version::text as value from app_public.learning_paths where id = $1', [draft])).toEqual([
      '4',
    ]);
    await perform(people.author, 'unpublish');
    expect(await list(people.visitor, 'select version::text as value from app_public.learning_paths where id = $1', [draft])).toEqual([]);
  });

  test('what can be a step is found by its words, and only by authors', async () => {
    const candidatesOf = (person: Person, words: string) =>
      list(person, 'select c.title as value from app_public.learning_path_candidates($1) c', [words]);
    expect(await candidatesOf(people.author, 'course publ')).toContain('Course, published');
    expect(await candidatesOf(people.learner, 'course publ')).toEqual([]);
    expect(await candidatesOf(people.visitor, 'course publ')).toEqual([]);
    expect(await candidatesOf(people.author, ' ')).toEqual([]);
    expect(await candidatesOf(people.author, 'draft of a stranger')).not.toContain('Course, draft of a stranger');
  });
});

describe('progress across a learning path', () => {
  test('counts what is completed in every step, for the signed-in user alone', async () => {
    expect(await progressOf(people.visitor)).toBeUndefined();
    expect(await progressOf(people.learner)).toEqual({
      ...{ done_count: 0, total_count: 4, percent: 0, is_begun: false },
      next_step_id: idOf('step course published'),
    });
    const complete = (lesson: string) => call(people.Pro, 'select app_public.set_lesson_completed($1, true)', [idOf(lesson)]);
    await complete('lesson course published');
    // One of the three lessons of the first step, so a third of a quarter.
    expect(await progressOf(people.Pro)).toMatchObject({
      done_count: 0,
      percent: 8,
      is_begun: true,
      next_step_id: idOf('step course published'),
    });
    await complete('free lesson');
    await complete('advanced lesson');
    expect(await progressOf(people.Pro)).toMatchObject({ done_count: 1, percent: 25, next_step_id: idOf('step book published') });
    await complete('lesson book published');
    await mark(people.Pro, { articleId: article });
    expect(await progressOf(people.Pro)).toMatchObject({ done_count: 3, percent: 75, next_step_id: idOf('step clip course published') });
    await mark(people.Pro, { clipId: clip });
    expect(await progressOf(people.Pro)).toMatchObject({ done_count: 4, percent: 100, next_step_id: null });
    await mark(people.Pro, { articleId: article }, false);
    expect(await progressOf(people.Pro)).toMatchObject({ done_count: 3, percent: 75, next_step_id: idOf('step article published') });
    expect(await progressOf(people.learner)).toMatchObject({ done_count: 0, is_begun: false });
    expect(await progressOf(people.admin)).toMatchObject({ done_count: 0, is_begun: false });
  });

  test('a path opens nothing', async () => {
    const mayRead = () =>
      list(people.learner, `select app_public.may_read(lesson_id => $1)::text as value`, [idOf('lesson course published')]);
    expect(await mayRead()).toEqual(['false']);
    await mark(people.learner, { articleId: idOf('article paid') });
    expect(await mayRead()).toEqual(['false']);
    expect(await list(people.learner, `select app_public.may_read(article_id => $1)::text as value`, [idOf('article paid')])).toEqual([
      'false',
    ]);
  });

  test('only what a user can see can be marked as completed', async () => {
    await expect(mark(people.visitor, { articleId: article })).rejects.toMatchObject({ code: 'NL401' });
    await expect(mark(people.learner, { articleId: idOf('article draft') })).rejects.toMatchObject({
      code: 'NL404',
      message: 'ARTICLE_NOT_FOUND',
    });
    await expect(mark(people.learner, { clipId: idOf('clip course archived') })).rejects.toMatchObject({
      code: 'NL404',
      message: 'CLIP_NOT_FOUND',
    });
    await expect(mark(people.learner, {})).rejects.toMatchObject({ code: 'NL400' });
    await expect(mark(people.learner, { articleId: article, clipId: clip })).rejects.toMatchObject({ code: 'NL400' });
    await mark(people.learner, { articleId: article });
    await mark(people.learner, { articleId: article });
    expect(await list(people.learner, 'select article_id::text as value from app_public.completions')).toEqual([article]);
    for (const person of [people.visitor, people.Pro, people.author, people.admin])
      expect(await list(person, 'select article_id::text as value from app_public.completions')).toEqual([]);
  });

  test.each([
    ['at 90 percent', [10, 53, 54], true],
    ['at its end, where the player says 0', [10, 50, 0], true],
    ['not in its middle', [10, 30, 0], false],
    ['not at its start', [0, 1], false],
  ])('a clip is completed %s', async (_name, seconds, isCompleted) => {
    await db.superuser.query('update app_public.clips set duration_seconds = 60 where id = $1', [clip]);
    for (const second of seconds) await call(people.learner, 'select app_public.save_clip_position($1, $2)', [clip, second]);
    expect(await list(people.learner, 'select reason::text as value from app_public.completions where clip_id = $1', [clip])).toEqual(
      isCompleted ? ['WATCHED'] : [],
    );
  });

  test('paths of which something was begun are found, the latest first', async () => {
    const begun = (person: Person) => list(person, 'select p.slug as value from app_public.begun_learning_paths() p');
    await perform(people.author, 'publish');
    expect(await begun(people.learner)).toEqual([]);
    expect(await begun(people.visitor)).toEqual([]);
    await call(people.Pro, `select app_public.save_progress($1, '{0,3}')`, [idOf('lesson course free')]);
    expect(await begun(people.Pro)).toEqual([]); // nothing was watched: the lesson has no length
    await call(people.Pro, `select app_public.save_progress($1, '{}', '{aaaaa}', null, 'aaaaa')`, [idOf('lesson course free')]);
    expect(await begun(people.Pro)).toEqual(['path-draft']);
    await mark(people.Pro, { clipId: clip });
    expect(await begun(people.Pro)).toEqual(['path', 'path-draft']);
    await perform(people.author, 'unpublish', path);
    expect(await begun(people.Pro)).toEqual(['path-draft']);
    // What everyone can’t find doesn’t count.
    await db.superuser.query('update app_public.courses set is_shown_publicly = false where id = $1', [idOf('course free')]);
    expect(await begun(people.Pro)).toEqual([]);
    await db.superuser.query('update app_public.courses set is_shown_publicly = true where id = $1', [idOf('course free')]);
  });
});
