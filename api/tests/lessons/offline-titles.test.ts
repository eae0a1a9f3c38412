import { afterAll, beforeAll, expect, test } from 'vitest';
import { OfflineCourseDocument } from '../../../web/app/shared/offline/offline-documents.ts';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
let courseId: string;
const sql = (text: string, values: readonly unknown[] = []) => site.db.superuser.query<{ id: string }>(text, [...values]);
beforeAll(async () => {
  site = await startTestApi();
  courseId = await makeCourse(site.db, { slug: 'queues', title: 'Queues' });
  for (const [slug, isFree] of [
    ['free', true],
    ['paid', false],
  ] as const)
    await sql(
      `with lesson as (
         insert into app_public.lessons (title, slug, course_id, is_free) values (initcap($1::text), $1::text, $2, $3) returning id
       ) insert into app_public.course_lessons (course_id, lesson_id, position) select $2, id, $4 from lesson`,
      [slug, courseId, isFree, isFree ? 1 : 2],
    );
});
afterAll(() => site.stop());

type Answer = {
  viewer: { id: string } | null;
  courseById: { courseLessons: { nodes: { lesson: { permalink: string; isOpen: boolean } | null }[] } } | null;
};

/** Returns who the API says is asking, and the lessons that they may keep offline. */
async function offered(browser: Browser) {
  const { data, errors } = await browser.graphql<Answer>(String(OfflineCourseDocument), { id: courseId });
  expect(errors).toBeUndefined();
  const lessons = data?.courseById?.courseLessons.nodes.flatMap(({ lesson }) => (lesson?.isOpen === true ? [lesson.permalink] : []));
  return { userId: data?.viewer?.id ?? null, lessons };
}

const [free, paid] = ['/courses/queues/free', '/courses/queues/paid'];

test('each user is offered exactly the lessons that they have access to @OFFLINE-01', async () => {
  expect(await offered(site.newBrowser())).toEqual({ userId: null, lessons: [free] });
  const [learner, pro, author, otherAuthor, admin] = await Promise.all(
    ['learner', 'pro', 'author', 'other', 'admin'].map((name) => signUp(site, `${name}@example.com`, name)),
  );
  if (!learner || !pro || !author || !otherAuthor || !admin) throw new Error('Expected five users');
  await makeCourse(site.db, { authorId: otherAuthor.userId });
  await sql('insert into app_public.contributions (course_id, user_id) values ($1, $2)', [courseId, author.userId]);
  await sql('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  await sql(`insert into app_public.entitlements (user_id, kind, course_id, source) values ($1, 'COURSE', $2, 'test')`, [
    pro.userId,
    courseId,
  ]);
  expect(await offered(learner.browser)).toEqual({ userId: learner.userId, lessons: [free] });
  expect(await offered(pro.browser)).toEqual({ userId: pro.userId, lessons: [free, paid] });
  expect(await offered(author.browser)).toEqual({ userId: author.userId, lessons: [free, paid] });
  expect(await offered(otherAuthor.browser)).toEqual({ userId: otherAuthor.userId, lessons: [free] });
  expect(await offered(admin.browser)).toEqual({ userId: admin.userId, lessons: [free, paid] });
  // The access ends.
  await sql('delete from app_public.entitlements where user_id = $1', [pro.userId]);
  expect(await offered(pro.browser)).toEqual({ userId: pro.userId, lessons: [free] });
});

test('a title that is hidden from a user is none @OFFLINE-01', async () => {
  await sql('update app_public.courses set is_published = false where id = $1', [courseId]);
  expect(await offered(site.newBrowser())).toEqual({ userId: null, lessons: undefined });
  await sql('update app_public.courses set is_published = true where id = $1', [courseId]);
});
