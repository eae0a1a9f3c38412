import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { codeOf, startWriters, type Writers } from '../writers.ts';

let writers: Writers;
let courseId: string;
let clipId: string;
beforeAll(async () => {
  writers = await startWriters();
  courseId = await makeCourse(writers.site.db, { title: 'Open course', slug: 'open-course', authorId: writers.editorId });
  [clipId = ''] = await makeClips(writers.site.db, courseId, 1);
});
afterAll(() => writers.stop());

type Path = { id: string; slug: string; version: number };
type Item = { courseId?: string; bookId?: string; articleId?: string; clipId?: string; reason?: string };

const create = (browser: Browser, title: string) =>
  browser.graphql<{ createLearningPath: { learningPath: Path } }>(
    'mutation ($title: String!) { createLearningPath(input: { title: $title }) { learningPath { id slug version } } }',
    { title },
  );
async function created(title: string): Promise<Path> {
  const { data, errors } = await create(writers.author, title);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.createLearningPath.learningPath;
}
const setSteps = (browser: Browser, id: string, version: number, steps: readonly Item[]) =>
  browser.graphql<{ setLearningPathSteps: { learningPath: { version: number } } }>(
    /* GraphQL */ `mutation ($id: UUID!, $version: Int!, $steps: [LearningPathItemInput]!) {
      setLearningPathSteps(input: { id: $id, version: $version, steps: $steps }) { learningPath { version } }
    }`,
    { id, version, steps },
  );
const publish = (browser: Browser, id: string) =>
  browser.graphql('mutation ($id: UUID!) { publishLearningPath(input: { id: $id }) { learningPath { isPublished } } }', { id });

type Read = {
  learningPathBySlug: {
    title: string;
    stepsCount: number;
    mayWrite: boolean;
    steps: {
      nodes: {
        reason: string | null;
        isShown: boolean;
        course: { title: string } | null;
        clip: { title: string } | null;
        article: { title: string } | null;
      }[];
    };
    progress: { percent: number; doneCount: number; totalCount: number; steps: { isDone: boolean }[] } | null;
    nextStep: { clip: { id: string } | null } | null;
  } | null;
};
const read = async (browser: Browser, slug: string) =>
  (
    await browser.graphql<Read>(
      /* GraphQL */ `query ($slug: String!) { learningPathBySlug(slug: $slug) {
        title stepsCount mayWrite
        steps(first: 50) { nodes { reason isShown course { title } clip { title } article { title } } }
        progress { percent doneCount totalCount steps { isDone } }
        nextStep { clip { id } }
      } }`,
      { slug },
    )
  ).data?.learningPathBySlug;

test('a path is created, filled, published and read, with the progress of its reader', async () => {
  const { id, slug, version } = await created('From zero');
  expect(slug).toBe('from-zero');
  expect(codeOf(await publish(writers.author, id))).toBe('BAD_INPUT');
  await setSteps(writers.author, id, version, [{ courseId, reason: 'First this.' }, { clipId }]);
  expect(await read(writers.learner, slug)).toBeNull();
  expect((await publish(writers.author, id)).errors).toBeUndefined();
  const visitor = writers.site.newBrowser();
  expect(await read(visitor, slug)).toMatchObject({
    stepsCount: 2,
    mayWrite: false,
    steps: {
      nodes: [
        { reason: 'First this.', isShown: true, course: { title: 'Open course' } },
        { reason: null, clip: { title: 'Clip 1' } },
      ],
    },
    progress: null,
    nextStep: null,
  });
  // The course has no lessons, so only the clip counts.
  expect(await read(writers.learner, slug)).toMatchObject({
    progress: { percent: 0, doneCount: 0, totalCount: 1 },
    nextStep: { clip: { id: clipId } },
  });
  const marked = await writers.learner.graphql<{ markCompleted: { isCompleted: boolean } }>(
    'mutation ($clipId: UUID!) { markCompleted(input: { clipId: $clipId }) { isCompleted } }',
    { clipId },
  );
  expect(marked.data?.markCompleted.isCompleted).toBe(true);
  expect(await read(writers.learner, slug)).toMatchObject({
    progress: { percent: 100, doneCount: 1, steps: [{ isDone: true }] },
    nextStep: null,
  });
  expect(await read(writers.editor, slug)).toMatchObject({ progress: { percent: 0 } });
  const begun = 'query { begunLearningPaths { nodes { slug } } }';
  expect((await writers.learner.graphql(begun)).data).toEqual({ begunLearningPaths: { nodes: [{ slug }] } });
  expect((await visitor.graphql(begun)).data).toEqual({ begunLearningPaths: { nodes: [] } });
});

test('of two tabs that change the same list, the second is a CONFLICT that writes nothing', async () => {
  const { id, version } = await created('Two tabs');
  expect((await setSteps(writers.author, id, version, [{ courseId }, { clipId }])).data).toEqual({
    setLearningPathSteps: { learningPath: { version: version + 1 } },
  });
  const second = await setSteps(writers.author, id, version, [{ clipId }]);
  expect(codeOf(second)).toBe('CONFLICT');
  expect(second.errors?.[0]?.extensions).toMatchObject({ reason: 'LEARNING_PATH_CHANGED' });
  // The first request again, because its response was lost.
  expect((await setSteps(writers.author, id, version, [{ courseId }, { clipId }])).data).toMatchObject({
    setLearningPathSteps: { learningPath: { version: version + 1 } },
  });
});

test('requests at the same time write one of the lists, whole', async () => {
  const { id, slug, version } = await created('At once');
  const lists = [[{ courseId }], [{ clipId }], [{ courseId }, { clipId }], [{ clipId }, { courseId }]];
  const answers = await Promise.all(lists.map((steps) => setSteps(writers.author, id, version, steps)));
  expect(answers.filter((answer) => codeOf(answer) === 'CONFLICT')).toHaveLength(3);
  expect((await read(writers.author, slug))?.stepsCount).toBe(lists[answers.findIndex((answer) => codeOf(answer) === undefined)]?.length);
});

test('unlisted, hidden and deleted steps never reach other readers', async () => {
  const { id, slug, version } = await created('With hidden steps');
  const own = await writers.makeArticle('Secret words.', 'Secret draft');
  const unlisted = await makeCourse(writers.site.db, { title: 'Secret course', slug: 'secret-course', authorId: writers.authorId });
  await writers.site.db.superuser.query('update app_public.courses set is_shown_publicly = false where id = $1', [unlisted]);
  await setSteps(writers.author, id, version, [{ courseId: unlisted }, { articleId: own.id }, { courseId }]);
  await publish(writers.author, id);
  for (const browser of [writers.site.newBrowser(), writers.learner, writers.editor]) {
    const path = await read(browser, slug);
    expect(path?.steps.nodes).toHaveLength(1);
    expect(JSON.stringify(path)).not.toContain('Secret');
    expect(path?.stepsCount).toBe(1);
  }
  expect((await read(writers.author, slug))?.steps.nodes.map(({ isShown }) => isShown)).toEqual([false, false, true]);
  expect((await read(writers.admin, slug))?.steps.nodes).toHaveLength(3);
});

test('only its author and administrators change a path, and what administrators do is logged', async () => {
  const { id, version } = await created('Mine');
  await setSteps(writers.author, id, version, [{ courseId }]);
  const change = (browser: Browser, at: number) =>
    browser.graphql(
      `mutation ($id: UUID!, $version: Int!) {
        changeLearningPath(input: { id: $id, version: $version, changes: { title: "Ours" } }) { learningPath { title slug } } }`,
      { id, version: at },
    );
  const remove = (browser: Browser) =>
    browser.graphql('mutation ($id: UUID!) { deleteLearningPath(input: { id: $id }) { deletedLearningPathId } }', { id });
  // While it's a draft, it doesn't exist for others.
  expect([codeOf(await change(writers.site.newBrowser(), 2)), codeOf(await change(writers.learner, 2))]).toEqual([
    'LOGIN_REQUIRED',
    'NOT_FOUND',
  ]);
  await publish(writers.author, id);
  expect([codeOf(await change(writers.learner, 3)), codeOf(await change(writers.editor, 3)), codeOf(await remove(writers.editor))]).toEqual(
    ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  );
  expect(codeOf(await create(writers.learner, 'Not mine'))).toBe('FORBIDDEN');
  await writers.site.db.superuser.query('truncate app_public.audit_log');
  expect((await change(writers.admin, 3)).data).toEqual({ changeLearningPath: { learningPath: { title: 'Ours', slug: 'mine' } } });
  expect((await remove(writers.admin)).data).toEqual({ deleteLearningPath: { deletedLearningPathId: id } });
  const { rows } = await writers.site.db.superuser.query('select action, details from app_public.audit_log order by id');
  expect(rows).toEqual([
    { action: 'path.change', details: { title: 'Ours', username: expect.any(String) } },
    { action: 'path.delete', details: { title: 'Ours', username: expect.any(String) } },
  ]);
});

test('a refused detail names its field', async () => {
  const { id, version } = await created('Refused');
  const change = async (changes: object) =>
    (
      await writers.author.graphql(
        `mutation ($id: UUID!, $version: Int!, $changes: LearningPathChangeInput!) {
          changeLearningPath(input: { id: $id, version: $version, changes: $changes }) { learningPath { id } } }`,
        { id, version, changes },
      )
    ).errors?.[0]?.extensions;
  expect(await change({ title: ' ' })).toMatchObject({ code: 'BAD_INPUT', field: 'title' });
  expect(await change({ title: 'A', slug: 'from-zero' })).toMatchObject({ code: 'CONFLICT', field: 'slug' });
  expect(await change({ title: 'A', slug: 'No slug' })).toMatchObject({ code: 'BAD_INPUT', field: 'slug' });
  expect(await change({ title: 'A', summary: 'x'.repeat(301) })).toMatchObject({ code: 'BAD_INPUT', field: 'summary' });
});
