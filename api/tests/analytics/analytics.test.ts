import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signIn, signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const item = /* GraphQL */ `
  query itemFigures($courseId: UUID, $days: Int) {
    itemFigures(courseId: $courseId, days: $days) {
      title enrolledCount enrolledInAllCount activeCount finishedCount ratingCounts ratingAverage openQuestionsCount
      lessons { lessonId title begunCount completedCount videoSeconds }
    }
  }
`;
const video = /* GraphQL */ `
  query videoFigures($lessonId: UUID!) { videoFigures(lessonId: $lessonId) { viewersCount viewersBySecond } }
`;
const list = /* GraphQL */ `
  query ownFigures($isEveryones: Boolean) { ownFigures(isEveryones: $isEveryones) { itemsCount lines { title enrolledInAllCount } } }
`;
const watch = /* GraphQL */ `
  mutation saveProgress($lessonId: UUID!) { saveProgress(input: { lessonId: $lessonId, watched: [0, 2, 3, 4] }) { clientMutationId } }
`;

let site: TestApi;
let courseId: string;
let lessonId: string;
let learnerId: string;
const browsers: Partial<Record<'visitor' | 'learner' | 'other author' | 'author' | 'admin', Browser>> = {};

beforeAll(async () => {
  site = await startTestApi();
  const author = await signUp(site, 'author@example.com', 'Ann Author');
  const other = await signUp(site, 'other@example.com', 'Otto Other');
  const learner = await signUp(site, 'learner@example.com', 'Lee Learner');
  const admin = await signUp(site, 'admin@example.com', 'Ada Admin');
  learnerId = learner.userId;
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  courseId = await makeCourse(site.db, { authorId: author.userId });
  await makeCourse(site.db, { authorId: other.userId });
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `with made as (insert into app_public.lessons (course_id, title, slug, video_duration, is_free) values ($1, 'The lesson', 'the-lesson', 5, true) returning id),
       placed as (insert into app_public.course_lessons (course_id, lesson_id, position) select $1, id, 1 from made),
       bodied as (insert into app_private.lesson_bodies (lesson_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths)
         select id, '{"type": "doc", "content": [{"type": "paragraph"}]}', '{a}', '{<p></p>}', '{""}', '{""}', '{0}' from made)
     select id from made`,
    [courseId],
  );
  lessonId = rows[0]?.id ?? '';
  browsers.visitor = site.newBrowser();
  browsers.learner = learner.browser;
  browsers['other author'] = other.browser;
  browsers.author = author.browser;
  browsers.admin = await signIn(site, 'admin@example.com');
});

afterAll(() => site.stop());

function browserOf(role: keyof typeof browsers): Browser {
  const browser = browsers[role];
  if (!browser) throw new Error(`expected a browser of the ${role}, got none`);
  return browser;
}

describe.each([
  { who: 'visitor', itemCode: 'LOGIN_REQUIRED', listCode: 'LOGIN_REQUIRED', allCode: 'LOGIN_REQUIRED', own: 0 },
  { who: 'learner', itemCode: 'NOT_FOUND', listCode: undefined, allCode: 'FORBIDDEN', own: 0 },
  { who: 'other author', itemCode: 'NOT_FOUND', listCode: undefined, allCode: 'FORBIDDEN', own: 1 },
  { who: 'author', itemCode: undefined, listCode: undefined, allCode: 'FORBIDDEN', own: 1 },
  { who: 'admin', itemCode: undefined, listCode: undefined, allCode: undefined, own: 0 },
] as const)('the $who', ({ who: role, itemCode, listCode, allCode, own }) => {
  test('sees only their own analytics @STUDIO-01', async () => {
    const browser = browserOf(role);
    const codeOf = async (query: string, variables: object) =>
      (await browser.graphql(query, { ...variables })).errors?.[0]?.extensions?.['code'];
    expect(await codeOf(item, { courseId })).toBe(itemCode);
    expect(await codeOf(video, { lessonId })).toBe(itemCode);
    expect(await codeOf(list, {})).toBe(listCode);
    expect(await codeOf(list, { isEveryones: true })).toBe(allCode);
    if (listCode === undefined) {
      const { data } = await browser.graphql<{ ownFigures: { itemsCount: number } }>(list);
      expect(data?.ownFigures.itemsCount).toBe(own);
    }
  });
});

test('watched seconds are counted immediately @STUDIO-01', async () => {
  const author = browserOf('author');
  const before = await author.graphql<{ itemFigures: object }>(item, { courseId, days: 7 });
  expect(before.data?.itemFigures).toEqual({
    title: expect.any(String),
    enrolledCount: 0,
    enrolledInAllCount: 0,
    activeCount: 0,
    finishedCount: 0,
    ratingCounts: [0, 0, 0, 0, 0],
    ratingAverage: null,
    openQuestionsCount: 0,
    lessons: [{ lessonId, title: 'The lesson', begunCount: 0, completedCount: 0, videoSeconds: 5 }],
  });
  expect((await browserOf('learner').graphql(watch, { lessonId })).errors).toBeUndefined();
  const after = await author.graphql<{ itemFigures: object }>(item, { courseId, days: 7 });
  expect(after.data?.itemFigures).toMatchObject({
    enrolledCount: 1,
    enrolledInAllCount: 1,
    activeCount: 1,
    finishedCount: 0,
    lessons: [{ begunCount: 1, completedCount: 0 }],
  });
  const seconds = await author.graphql<{ videoFigures: object }>(video, { lessonId });
  expect(seconds.data?.videoFigures).toEqual({ viewersCount: 1, viewersBySecond: [1, 1, 0, 1, 0] });
  expect(JSON.stringify([after, seconds])).not.toContain(learnerId);
  const { errors } = await author.graphql(item, { courseId, days: 0 });
  expect(errors?.[0]?.extensions?.['code']).toBe('BAD_INPUT');
});
