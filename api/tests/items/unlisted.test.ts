import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClips, makeCourse } from '../rows.ts';
import { signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
let author: Awaited<ReturnType<typeof signUp>>;
let clipIds: string[];
beforeAll(async () => {
  site = await startTestApi();
  author = await signUp(site, 'author@example.com', 'Author');
  const shown = await makeCourse(site.db, { slug: 'shown', authorId: author.userId });
  const hidden = await makeCourse(site.db, { slug: 'hidden', authorId: author.userId });
  // Older, newer and in between: no page of the list may begin at a clip of the unlisted course.
  clipIds = [...(await makeClips(site.db, shown, 4)), ...(await makeClips(site.db, hidden, 4))];
  await site.db.superuser.query(`
    insert into app_public.books (title, slug, permalink, is_published, published_at, is_shown_publicly)
      values ('Hidden', 'hidden', '/books/hidden', true, now() - interval '1 day', false);
    insert into app_public.articles (title, slug, is_published, published_at, is_shown_publicly)
      values ('Hidden', 'hidden', true, now() - interval '1 day', false);
    insert into app_public.tags (name, slug) values ('Tag', 'tag');
    insert into app_public.taggings (tag_id, course_id) select t.id, c.id from app_public.tags t, app_public.courses c;
    insert into app_public.taggings (tag_id, book_id) select t.id, b.id from app_public.tags t, app_public.books b;
    insert into app_public.taggings (tag_id, article_id) select t.id, a.id from app_public.tags t, app_public.articles a;
    update app_public.courses set is_shown_publicly = false where slug = 'hidden'`);
  await site.db.superuser.query(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md) select $1, id, 5, 'Good.' from app_public.courses`,
    [author.userId],
  );
});
afterAll(() => site.stop());

const lists = `query lists($id: UUID!) {
  courses { totalCount nodes { slug } } books { totalCount nodes { slug } } articles { totalCount nodes { slug } }
  coursesByTag { nodes { slug } } booksByTag { nodes { slug } } articlesForTag { nodes { slug } } coursesBySlugs { nodes { slug } } booksBySlugs { nodes { slug } }
  tagBySlug(slug: "tag") { taggings { totalCount nodes { course { slug } book { slug } article { slug } } } }
  userById(id: $id) { contributions { totalCount nodes { course { slug } } } testimonials { totalCount nodes { course { slug } } } }
}`;
type Lists = Record<'courses' | 'books' | 'articles', { totalCount: number }>;

test('an unlisted item and its content are in no list @DATA-01', async () => {
  const { data, errors } = await site.newBrowser().graphql<Lists>(lists, { id: author.userId });
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data)).not.toContain('hidden');
  expect(data).toMatchObject({
    courses: { totalCount: 1, nodes: [{ slug: 'shown' }] },
    books: { totalCount: 0 },
    articles: { totalCount: 0 },
    tagBySlug: { taggings: { totalCount: 1 } },
    userById: { contributions: { totalCount: 1 }, testimonials: { totalCount: 1 } },
  });
});

test('an unlisted item can be read by anyone who has its URL, and is listed for its author @DATA-01', async () => {
  const query =
    '{ courseBySlug(slug: "hidden") { clips { totalCount } } bookBySlug(slug: "hidden") { id } articleBySlug(slug: "hidden") { id } }';
  expect((await site.newBrowser().graphql(query)).data).toMatchObject({
    courseBySlug: { clips: { totalCount: 4 } },
    bookBySlug: { id: expect.any(String) },
    articleBySlug: { id: expect.any(String) },
  });
  const { data } = await author.browser.graphql<Lists>(lists, { id: author.userId });
  expect(data).toMatchObject({
    courses: { totalCount: 2 },
    books: { totalCount: 0 },
    userById: { contributions: { totalCount: 2 }, testimonials: { totalCount: 2 } },
  });
});

test('clips of an unlisted course are neither listed nor counted, on any page @CLIP-01', async () => {
  type Page = { clips: { totalCount: number; nodes: { id: string }[] }; clipTotals: { shorts: number; full: number } };
  const visitor = site.newBrowser();
  const query = 'query a($offset: Int) { clips(first: 2, offset: $offset) { totalCount nodes { id } } clipTotals { shorts full } }';
  const pages = await Promise.all([0, 2, 4].map((offset) => visitor.graphql<Page>(query, { offset })));
  expect(pages.map(({ data }) => data?.clips.nodes.map(({ id }) => id))).toEqual([[clipIds[3], clipIds[2]], [clipIds[1], clipIds[0]], []]);
  expect(pages[0]?.data).toMatchObject({ clips: { totalCount: 4 }, clipTotals: { shorts: 2, full: 2 } });
  const byAddress = await visitor.graphql<{ clipById: { id: string } | null }>('query a($id: UUID!) { clipById(id: $id) { id } }', {
    id: clipIds[7],
  });
  expect(byAddress.data?.clipById?.id).toBe(clipIds[7]);
});
