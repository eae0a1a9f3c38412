import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

type Person = { browser: Browser; userId: string };
let site: TestApi;
let visitor: Browser;
let learner: Person;
let other: Person;
let author: Person;
let admin: Person;
let draftId: string;
let lessonId: string;
beforeAll(async () => {
  site = await startTestApi();
  visitor = site.newBrowser();
  [learner, other, author, admin] = await Promise.all([
    signUp(site, 'learner@example.com', 'Learner'),
    signUp(site, 'other@example.com', 'Other'),
    signUp(site, 'author@example.com', 'Author'),
    signUp(site, 'admin@example.com', 'Admin'),
  ]);
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  draftId = await makeCourse(site.db, { slug: 'draft', authorId: author.userId });
  await site.db.superuser.query('update app_public.courses set is_published = false, published_at = null where id = $1', [draftId]);
  await makeClips(site.db, draftId, 2);
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `with l as (insert into app_public.lessons (course_id, title, slug) values ($1, 'Paid', 'paid') returning id)
     insert into app_private.lesson_bodies (lesson_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths, free_blocks)
     select id, '{"type":"doc","content":[{"type":"paragraph"},{"type":"paragraph"}]}', '{a,b}', '{<p>open</p>,<p>canary</p>}', '{open,canary}', '{open,canary}', '{4,6}', 1 from l returning lesson_id as id`,
    [await makeCourse(site.db, { slug: 'paid', authorId: author.userId })],
  );
  lessonId = rows[0]?.id ?? '';
});
afterAll(() => site.stop());

const courseBySlug = 'query a($slug: String!) { courseBySlug(slug: $slug) { id clips { nodes { id } } } }';
type CourseData = { courseBySlug: { id: string; clips: { nodes: unknown[] } } | null };

describe('a draft @AUTH-03', () => {
  test('is seen by its author and administrators, with its clips, and by no one else', async () => {
    const see = async (browser: Browser) =>
      (await browser.graphql<CourseData>(courseBySlug, { slug: 'draft' })).data?.courseBySlug?.clips.nodes.length ?? null;
    expect([await see(visitor), await see(learner.browser), await see(author.browser), await see(admin.browser)]).toEqual([
      null,
      null,
      2,
      2,
    ]);
  });

  test('can’t be reached by its id, its global id or a list either', async () => {
    const { data } = await author.browser.graphql<{ courseBySlug: { nodeId: string } }>('{ courseBySlug(slug: "draft") { nodeId } }');
    const query =
      'query a($id: UUID!, $nodeId: ID!) { courseById(id: $id) { id } node(nodeId: $nodeId) { nodeId } courses { nodes { id } } clips { totalCount } coursesBySlugs(slugs: ["draft"]) { nodes { id } } }';
    const answer = await learner.browser.graphql(query, { id: draftId, nodeId: data?.courseBySlug.nodeId });
    expect(answer.data).toMatchObject({ courseById: null, node: null, clips: { totalCount: 0 }, coursesBySlugs: { nodes: [] } });
    expect(JSON.stringify(answer.data)).not.toContain(draftId);
  });
});

describe('a user’s own profile @AUTH-03 @AUTH-04', () => {
  const update =
    'mutation a($id: UUID!, $patch: UserPatch!) { updateUserById(input: { id: $id, patch: $patch }) { user { name employmentTitle } } }';

  test('can be changed by that user', async () => {
    const answer = await learner.browser.graphql(update, { id: learner.userId, patch: { name: 'New Name', employmentTitle: 'Reader' } });
    expect(answer.data).toEqual({ updateUserById: { user: { name: 'New Name', employmentTitle: 'Reader' } } });
  });

  test('can’t be changed by anyone else: visitor, learner or author', async () => {
    for (const browser of [visitor, other.browser, author.browser]) {
      const answer = await browser.graphql<{ updateUserById: { user: unknown } | null }>(update, {
        id: learner.userId,
        patch: { name: 'Taken over' },
      });
      expect(answer.data?.updateUserById?.user ?? null).toBeNull();
    }
    const { rows } = await site.db.superuser.query('select name from app_public.users where id = $1', [learner.userId]);
    expect(rows).toEqual([{ name: 'New Name' }]);
  });

  test('has no field to become an administrator', async () => {
    const answer = await learner.browser.graphql(update, { id: learner.userId, patch: { isAdmin: true } });
    expect(answer.errors?.[0]?.message).toContain('"isAdmin" is not defined');
  });
});

test('settings, entitlements, enrollments and bookmarks belong to their owner only @AUTH-03', async () => {
  await site.db.superuser.query(`insert into app_public.entitlements (user_id, kind, source) values ($1, 'PRO', 'grant')`, [
    learner.userId,
  ]);
  await site.db.superuser.query(
    `insert into app_public.enrollments (user_id, course_id) select $1, id from app_public.courses where slug = 'paid'`,
    [learner.userId],
  );
  const query =
    'query a($id: UUID!) { userById(id: $id) { settings { timeZone } entitlements { nodes { kind } } enrollments { nodes { id } } bookmarks { totalCount } } }';
  type Data = { userById: { settings: object | null; entitlements: { nodes: object[] }; enrollments: { nodes: object[] } } };
  const see = async (browser: Browser) => {
    const { data } = await browser.graphql<Data>(query, { id: learner.userId });
    return [data?.userById.settings !== null, data?.userById.entitlements.nodes.length, data?.userById.enrollments.nodes.length];
  };
  expect(await see(learner.browser)).toEqual([true, 1, 1]);
  expect(await see(other.browser)).toEqual([false, 0, 0]);
  expect(await see(visitor)).toEqual([false, 0, 0]);
  expect(await see(admin.browser)).toEqual([false, 1, 1]);
});

test('text behind the paywall goes to entitled readers, its author and administrators @AUTH-03', async () => {
  const query = 'query a($id: UUID!) { lessonById(id: $id) { bodyDelta bodyHtml bodyMarkdown isCut } mayRead(lessonId: $id) }';
  const hasCanary = async (browser: Browser) =>
    (await browser.graphql(query, { id: lessonId })).data &&
    JSON.stringify((await browser.graphql(query, { id: lessonId })).data).includes('canary');
  expect([await hasCanary(visitor), await hasCanary(other.browser)]).toEqual([false, false]);
  expect([await hasCanary(learner.browser), await hasCanary(author.browser), await hasCanary(admin.browser)]).toEqual([true, true, true]);
});
