import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as operations from './operations.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const persistedQueries = Object.fromEntries(
  Object.values(operations).map((text) => [createHash('sha256').update(text).digest('hex'), text]),
);

let site: TestApi;
let slugs: { course: string[]; book: string[]; testimonial: string[] };
beforeAll(async () => {
  site = await startTestApi({ demo: true, persistedQueries });
  const { rows } = await site.db.superuser.query<typeof slugs>(
    `select (select array_agg(slug::text order by slug) from app_public.courses where is_published and archived_at is null and is_shown_publicly and published_at <= now()) as course,
       (select array_agg(slug::text order by slug) from app_public.books where is_published and archived_at is null and is_shown_publicly and published_at <= now()) as book,
       (select array_agg(slug::text order by slug desc) from app_public.testimonials where slug is not null) as testimonial`,
  );
  slugs = rows[0] ?? { course: [], book: [], testimonial: [] };
}, 120_000);
afterAll(() => site?.stop());

type List = { totalCount: number; nodes: Record<string, unknown>[] };
const ask = async (document: string, variables: Record<string, unknown> = {}): Promise<Record<string, List>> => {
  const hash = createHash('sha256').update(document).digest('hex');
  const answer = (await site.newBrowser().post('/graphql', { documentId: hash, variables })).json();
  expect(answer.errors).toBeUndefined();
  return answer['data'] as Record<string, List>;
};
const isNewestFirst = (nodes: readonly Record<string, unknown>[]) =>
  nodes.map(({ createdAt }) => String(createdAt)).every((date, n, all) => n === 0 || date <= String(all[n - 1]));

describe('getTaggedContent @API-01 @EXPL-02', () => {
  test('returns three lists of published items, newest first, 5 at a time', async () => {
    const first = await ask(operations.getTaggedContent, { tagName: null, first: 5, offset: 0 });
    const second = await ask(operations.getTaggedContent, { tagName: null, first: 5, offset: 5 });
    for (const list of ['articlesForTag', 'coursesByTag', 'booksByTag']) {
      const nodes = [...(first[list]?.nodes ?? []), ...(second[list]?.nodes ?? [])];
      expect(first[list]?.nodes).toHaveLength(5);
      expect(isNewestFirst(nodes)).toBe(true);
      expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
      expect(first[list]?.totalCount).toBeGreaterThan(5);
    }
    expect(first['coursesByTag']?.totalCount).toBe(slugs.course.length);
  });

  test('filters by a tag’s name or slug; an unknown tag returns nothing', async () => {
    const { rows } = await site.db.superuser.query<{ name: string; slug: string }>(
      'select t.name, t.slug from app_public.tags t join app_public.taggings g on g.tag_id = t.id where g.course_id is not null group by 1, 2 order by count(*) desc limit 1',
    );
    const byName = await ask(operations.getTaggedContent, { tagName: rows[0]?.name });
    expect(await ask(operations.getTaggedContent, { tagName: rows[0]?.slug })).toEqual(byName);
    const tagsOf = (node: Record<string, unknown>) =>
      (node['taggings'] as { nodes: { tag: { slug: string } }[] }).nodes.map(({ tag }) => tag.slug);
    expect(byName['coursesByTag']?.nodes.length).toBeGreaterThan(0);
    for (const node of byName['coursesByTag']?.nodes ?? []) expect(tagsOf(node)).toContain(rows[0]?.slug);
    const none = await ask(operations.getTaggedContent, { tagName: 'no such tag' });
    expect([none['articlesForTag']?.totalCount, none['coursesByTag']?.totalCount, none['booksByTag']?.totalCount]).toEqual([0, 0, 0]);
  });
});

test('allBooksQuery returns published books with the given slugs, and those coming soon @API-01', async () => {
  const slugsToRead = slugs.course.slice(0, 2);
  const { coursesBySlugs, booksBySlugs } = await ask(operations.allBooksQuery, {
    courseSlugs: slugsToRead,
    bookSlugs: slugs.book.slice(0, 1),
  });
  expect(
    coursesBySlugs?.nodes
      .filter(({ isComingSoon }) => !isComingSoon)
      .map(({ slug }) => String(slug))
      .toSorted(),
  ).toEqual(slugsToRead);
  expect(booksBySlugs?.nodes.filter(({ isComingSoon }) => !isComingSoon)).toHaveLength(1);
  const all = await ask(operations.allBooksQuery, { courseSlugs: null, bookSlugs: null });
  expect(all['booksBySlugs']?.nodes.filter(({ isComingSoon }) => !isComingSoon)).toHaveLength(slugs.book.length);
});

test('getTestimonialsQuery returns the testimonials of the slugs, in their order @API-01', async () => {
  const { testimonialsBySlugs } = await ask(operations.getTestimonialsQuery, { slugs: slugs.testimonial });
  expect(testimonialsBySlugs?.nodes.map(({ slug }) => slug)).toEqual(slugs.testimonial);
});

test('getBookStats returns counts and authors @API-01', async () => {
  const { booksBySlugs } = await ask(operations.getBookStats, { bookSlugs: slugs.book, courseSlugs: [] });
  const authors = booksBySlugs?.nodes.flatMap((node) => (node['contributions'] as List).nodes) ?? [];
  expect(authors.some(({ title }) => title === 'AUTHOR')).toBe(true);
  expect(booksBySlugs?.nodes.some((node) => (node['testimonials'] as List).totalCount > 0)).toBe(true);
});

test('the user’s testimonial is found by the slug and the user’s id @API-01', async () => {
  const { rows } = await site.db.superuser.query<{ slug: string; user_id: string; id: string }>(
    'select c.slug, t.user_id, t.id from app_public.testimonials t join app_public.courses c on c.id = t.course_id where t.user_id is not null and c.is_published limit 1',
  );
  const { courseBySlug } = (await ask(operations.usersTestimonial, { slug: rows[0]?.slug, userId: rows[0]?.user_id })) as unknown as {
    courseBySlug: { testimonials: List };
  };
  expect(courseBySlug.testimonials.nodes.map(({ id }) => id)).toEqual([rows[0]?.id]);
});

test('an article’s repository is readable only with access to the whole article @EDIT-08 @DOC-04', async () => {
  type Passes = { paid: { isCut: boolean; repositoryPass: string | null }; free: { isCut: boolean; repositoryPass: string | null } };
  const query = `{
    paid: articleBySlug(slug: "what-the-planner-knew-last-tuesday") { isCut repositoryPass }
    free: articleBySlug(slug: "eleven-ways-to-name-a-boolean") { isCut repositoryPass }
  }`;
  const { data, errors } = await site.newBrowser().graphql<Passes>(query);
  expect(errors).toBeUndefined();
  expect(data?.paid).toEqual({ isCut: true, repositoryPass: null });
  expect(data?.free).toEqual({ isCut: false, repositoryPass: expect.stringMatching(/^\?expires=\d{10}&signature=[\w-]{43}$/) });
});
