import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse, makeUser } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const query = /* GraphQL */ `
  query reviews($courseId: UUID, $bookId: UUID, $sort: ReviewSort, $before: UUID, $atMost: Int) {
    reviews(courseId: $courseId, bookId: $bookId, sort: $sort, before: $before, atMost: $atMost) {
      nodes { id isSurvey rating text name username isFinished }
    }
  }
`;
type Node = {
  id: string;
  isSurvey: boolean;
  rating: number;
  text: string;
  name: string | null;
  username: string | null;
  isFinished: boolean;
};
type Reviews = { reviews: { nodes: Node[] } };
type Sort = 'NEWEST' | 'HIGHEST' | 'LOWEST';

let site: TestApi;
let visitor: Browser;
beforeAll(async () => {
  site = await startTestApi();
  visitor = site.newBrowser();
});
afterAll(() => site.stop());

async function reviewsFor(browser: Browser, variables: object): Promise<Node[]> {
  const { data, errors } = await browser.graphql<Reviews>(query, { ...variables });
  expect(errors).toBeUndefined();
  return data?.reviews.nodes ?? [];
}

const textOf = ({ text }: Node) => text;

/** Adds a learner's review, written some days ago. */
async function addReview(courseId: string, name: string, rating: number, text: string, daysAgo: number): Promise<void> {
  await site.db.superuser.query(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md, created_at) values ($1, $2, $3, $4, now() - $5 * interval '1 day')`,
    [await makeUser(site.db, name), courseId, rating, text, daysAgo],
  );
}

/** Adds a testimonial chosen by the site. */
async function addTestimonial(courseId: string, slug: string, name: string, text: string): Promise<void> {
  await site.db.superuser.query(
    `insert into app_public.testimonials (slug, course_id, name, rating, quote_md) values ($1, $2, $3, 5, $4)`,
    [slug, courseId, name, text],
  );
}

test('reviews and survey responses with text are one list in each order, and its pages have each of them once', async () => {
  const courseId = await makeCourse(site.db);
  for (const [text, rating, daysAgo] of [
    ['three stars, old', 3, 9],
    ['five stars, old', 5, 8],
    ['one star', 1, 5],
    ['three stars, new', 3, 2],
    ['five stars, new', 5, 1],
  ] as const)
    await addReview(courseId, text, rating, text, daysAgo);
  await site.db.superuser.query(
    `insert into app_public.surveys (course_id, scale_number, review_text, created_at)
     values ($1, 3, 'survey', now() - interval '4 days'), ($1, 3, ' ', now()), ($1, 3, null, now())`,
    [courseId],
  );
  const expected: Record<Sort, string[]> = {
    NEWEST: ['five stars, new', 'three stars, new', 'survey', 'one star', 'five stars, old', 'three stars, old'],
    HIGHEST: ['five stars, new', 'five stars, old', 'three stars, new', 'survey', 'three stars, old', 'one star'],
    LOWEST: ['one star', 'three stars, new', 'survey', 'three stars, old', 'five stars, new', 'five stars, old'],
  };
  for (const [sort, texts] of Object.entries(expected)) {
    expect((await reviewsFor(visitor, { courseId, sort })).map(textOf), sort).toEqual(texts);
    const paged: Node[] = [];
    for (let page = 0; page < 3; page++)
      paged.push(...(await reviewsFor(visitor, { courseId, sort, atMost: 2, before: paged.at(-1)?.id ?? null })));
    expect(paged.map(textOf), `pages of ${sort}`).toEqual(texts);
    expect(await reviewsFor(visitor, { courseId, sort, before: paged.at(-1)?.id })).toEqual([]);
  }
  const [newest, , survey] = await reviewsFor(visitor, { courseId });
  expect(newest).toMatchObject({ isSurvey: false, rating: 5, name: 'five stars, new', username: expect.any(String), isFinished: false });
  expect(survey).toMatchObject({ isSurvey: true, rating: 3, name: null, username: null, isFinished: false });
  expect(await reviewsFor(visitor, { courseId, atMost: 0 })).toEqual([]);
  expect(await reviewsFor(visitor, { courseId, before: await makeUser(site.db, 'No review') })).toEqual([]);
  expect(await reviewsFor(visitor, {})).toEqual([]);
});

test('a testimonial is left out if its person reviewed the item or its text is a review, and returns when that review is hidden', async () => {
  const courseId = await makeCourse(site.db);
  await addReview(courseId, 'Marit Quaye', 5, 'Both, in my words.', 1);
  await addReview(courseId, 'Teo Brand', 5, 'The same words.', 2);
  await addTestimonial(courseId, 'of-marit', 'marit quaye', 'Both, as the site quotes it.');
  await addTestimonial(courseId, 'of-the-same-words', 'T. B.', 'The same words.');
  await addTestimonial(courseId, 'of-another', 'Joaquim Pell', 'Only the site has it.');
  const elsewhere = await makeCourse(site.db);
  await addTestimonial(elsewhere, 'of-marit-elsewhere', 'Marit Quaye', 'About another course.');
  const texts = async (id: string) => (await reviewsFor(visitor, { courseId: id })).map(textOf);
  expect(await texts(courseId)).toEqual(['Only the site has it.', 'Both, in my words.', 'The same words.']);
  expect(await texts(elsewhere)).toEqual(['About another course.']);
  await site.db.superuser.query(`update app_public.testimonials set hidden_at = now() where course_id = $1 and user_id is not null`, [
    courseId,
  ]);
  expect(await texts(courseId)).toEqual(
    expect.arrayContaining(['Both, as the site quotes it.', 'The same words.', 'Only the site has it.']),
  );
  expect(await texts(courseId)).toHaveLength(3);
});

test('the list has what visitors may see of the item: nothing of a draft, and no hidden review, not even for its author and administrators', async () => {
  const courseId = await makeCourse(site.db);
  const { browser: learner, userId } = await signUp(site, 'hidden@example.com', 'Hidden Learner');
  const { browser: author, userId: authorId } = await signUp(site, 'writer@example.com', 'Ann Author');
  const { browser: other } = await signUp(site, 'other-writer@example.com', 'Other Author');
  const { browser: administrator, userId: administratorId } = await signUp(site, 'staff@example.com', 'Ad Min');
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [administratorId]);
  await site.db.superuser.query('insert into app_public.contributions (course_id, user_id) values ($1, $2)', [courseId, authorId]);
  await site.db.superuser.query(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md, hidden_at) values ($1, $2, 1, 'Hidden.', now())`,
    [userId, courseId],
  );
  await addReview(courseId, 'Shown', 4, 'Shown.', 1);
  const readers = { visitor, learner, author, other, administrator };
  for (const [who, browser] of Object.entries(readers))
    expect((await reviewsFor(browser, { courseId })).map(textOf), who).toEqual(['Shown.']);
  await site.db.superuser.query('update app_public.courses set is_published = false where id = $1', [courseId]);
  const seen: Record<string, number> = {};
  for (const [who, browser] of Object.entries(readers)) seen[who] = (await reviewsFor(browser, { courseId })).length;
  expect(seen).toEqual({ visitor: 0, learner: 0, author: 1, other: 0, administrator: 1 });
});
