import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse, makeUser } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const create = /* GraphQL */ `
  mutation createTestimonial($userId: UUID, $quoteMd: String!, $rating: Int!, $courseId: UUID, $bookId: UUID) {
    createTestimonial(input: { userId: $userId, quoteMd: $quoteMd, rating: $rating, courseId: $courseId, bookId: $bookId }) {
      testimonial { id rating quoteMd isFinished course { ratingCount ratingSum ratings numReviews } }
    }
  }
`;
const update = /* GraphQL */ `
  mutation updateTestimonialById($id: UUID!, $quoteMd: String, $rating: Int) {
    updateTestimonialById(input: { id: $id, patch: { quoteMd: $quoteMd, rating: $rating } }) {
      testimonial { id rating quoteMd course { ratingCount ratingSum ratings } }
    }
  }
`;
const answer = /* GraphQL */ `
  mutation answerReview($id: UUID!, $answerMd: String) {
    answerReview(input: { id: $id, answerMd: $answerMd }) { testimonial { answerMd answeredAt answerer { displayName } } }
  }
`;
const mine = (field: 'courseBySlug' | 'bookBySlug') => /* GraphQL */ `
  query usersTestimonial($slug: String!, $userId: UUID!) {
    ${field}(slug: $slug) { id testimonials(condition: { userId: $userId }) { nodes { id rating quoteMd } } }
  }
`;
type Review = { id: string; rating: number; quoteMd: string; isFinished: boolean; course: Totals | null };
type Totals = { ratingCount: number; ratingSum: number; ratings: number[]; numReviews: number };
type Created = { createTestimonial: { testimonial: Review } | null };
type Updated = { updateTestimonialById: { testimonial: Review } | null };

let site: TestApi;
let learner: Browser;
let learnerId: string;
let author: Browser;
let authorId: string;

beforeAll(async () => {
  site = await startTestApi();
  ({ browser: learner, userId: learnerId } = await signUp(site, 'learner@example.com', 'Lee Learner'));
  ({ browser: author, userId: authorId } = await signUp(site, 'author@example.com', 'Ann Author'));
});
afterAll(() => site.stop());

/** Returns the code of a mutation's error. */
async function codeOf(browser: Browser, query: string, variables: object): Promise<unknown> {
  const { errors } = await browser.graphql(query, { ...variables });
  return errors?.[0]?.extensions?.['code'];
}

async function makeBook(slug: string): Promise<string> {
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `insert into app_public.books (title, slug, permalink, is_published, published_at) values ('A book', $1, $2, true, now() - interval '1 day') returning id`,
    [slug, `/books/${slug}`],
  );
  return rows[0]?.id ?? '';
}

describe('createTestimonial and updateTestimonialById', () => {
  test('a course is reviewed, the review is found by slug and user, and changed @REV-04 @API-01', async () => {
    const courseId = await makeCourse(site.db, { slug: 'reviewed' });
    const { data, errors } = await learner.graphql<Created>(create, { userId: learnerId, quoteMd: 'Exact.', rating: 4, courseId });
    expect(errors).toBeUndefined();
    const created = data?.createTestimonial?.testimonial;
    expect(created).toMatchObject({ id: expect.any(String), rating: 4, quoteMd: 'Exact.', isFinished: false });
    expect(created?.course).toEqual({ ratingCount: 1, ratingSum: 4, ratings: [4], numReviews: 1 });
    type Mine = { courseBySlug: { testimonials: { nodes: Review[] } } };
    const answerOfReader = await learner.graphql<Mine>(mine('courseBySlug'), { slug: 'reviewed', userId: learnerId });
    expect(answerOfReader.data?.courseBySlug.testimonials.nodes).toEqual([{ id: created?.id, rating: 4, quoteMd: 'Exact.' }]);

    const changed = await learner.graphql<Updated>(update, { id: created?.id, quoteMd: 'Exact, and short.', rating: 5 });
    expect(changed.errors).toBeUndefined();
    expect(changed.data?.updateTestimonialById?.testimonial).toMatchObject({
      id: created?.id,
      rating: 5,
      quoteMd: 'Exact, and short.',
      course: { ratingCount: 1, ratingSum: 5, ratings: [5] },
    });
    const stars = await learner.graphql<Updated>(update, { id: created?.id, rating: 2 });
    expect(stars.data?.updateTestimonialById?.testimonial).toMatchObject({ rating: 2, quoteMd: 'Exact, and short.' });
  });

  test('a book is reviewed by bookId and found by bookBySlug @REV-04 @API-01', async () => {
    const bookId = await makeBook('a-reviewed-book');
    const { data, errors } = await learner.graphql<Created>(create, { quoteMd: '', rating: 1, bookId });
    expect(errors).toBeUndefined();
    type Mine = { bookBySlug: { testimonials: { nodes: Review[] } } };
    const answerOfReader = await learner.graphql<Mine>(mine('bookBySlug'), { slug: 'a-reviewed-book', userId: learnerId });
    expect(answerOfReader.data?.bookBySlug.testimonials.nodes).toEqual([
      { id: data?.createTestimonial?.testimonial.id, rating: 1, quoteMd: '' },
    ]);
  });

  test.each(['course', 'book'] as const)(
    'twenty reviews of a %s that one user sends at once create one, the others are a CONFLICT, and the totals are exact @REV-04 @REV-01',
    async (kind) => {
      const id = kind === 'course' ? await makeCourse(site.db) : await makeBook('reviewed-at-once');
      const item = kind === 'course' ? { courseId: id } : { bookId: id };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => learner.graphql<Created>(create, { quoteMd: `Take ${n}`, rating: 1 + (n % 5), ...item })),
      );
      const created = answers.flatMap(({ data }) => (data?.createTestimonial ? [data.createTestimonial.testimonial] : []));
      expect(created).toHaveLength(1);
      expect(answers.filter(({ errors }) => errors?.[0]?.extensions?.['code'] === 'CONFLICT')).toHaveLength(19);
      const { rows } = await site.db.superuser.query(
        `select rating_count, rating_sum, reviews_count from app_public.${kind}s where id = $1`,
        [id],
      );
      expect(rows).toEqual([{ rating_count: 1, rating_sum: created[0]?.rating, reviews_count: 1 }]);
    },
  );

  test('200 characters and 1 to 5 stars are accepted; 201, 0 and 6 are refused with their field @REV-03', async () => {
    const courseId = await makeCourse(site.db);
    for (const [rating, field] of [
      [0, 'rating'],
      [6, 'rating'],
      [-1, 'rating'],
    ] as const) {
      const { errors } = await learner.graphql(create, { quoteMd: 'Good.', rating, courseId });
      expect(errors?.[0], String(rating)).toMatchObject({
        message: `rating: expected 1 to 5 stars, got ${rating}.`,
        extensions: { code: 'BAD_INPUT', field },
      });
    }
    const long = await learner.graphql(create, { quoteMd: 'é'.repeat(201), rating: 3, courseId });
    expect(long.errors?.[0]).toMatchObject({
      message: 'quoteMd: expected at most 200 characters, got 201.',
      extensions: { code: 'BAD_INPUT', field: 'quoteMd' },
    });
    const { data } = await learner.graphql<Created>(create, { quoteMd: 'é'.repeat(200), rating: 3, courseId });
    const id = data?.createTestimonial?.testimonial.id;
    expect(id).toEqual(expect.any(String));
    expect(await codeOf(learner, update, { id, rating: 0 })).toBe('BAD_INPUT');
    expect(await codeOf(learner, update, { id, quoteMd: 'x'.repeat(201) })).toBe('BAD_INPUT');
    const { rows } = await site.db.superuser.query('select rating, length(quote_md) from app_public.testimonials where id = $1', [id]);
    expect(rows).toEqual([{ rating: 3, length: 200 }]);
  });

  test('refuses visitors, another user’s userId or review, no item, two items and an unpublished one @REV-04 @API-03', async () => {
    const courseId = await makeCourse(site.db);
    const soonId = await makeCourse(site.db);
    const draftId = await makeCourse(site.db);
    await site.db.superuser.query('update app_public.courses set is_coming_soon = true, is_published = false where id = $1', [soonId]);
    await site.db.superuser.query('update app_public.courses set is_published = false where id = $1', [draftId]);
    const input = { quoteMd: 'Good.', rating: 5 };
    const codes = {
      visitor: await codeOf(site.newBrowser(), create, { ...input, courseId }),
      foreign: await codeOf(learner, create, { ...input, courseId, userId: authorId }),
      neither: await codeOf(learner, create, input),
      both: await codeOf(learner, create, { ...input, courseId, bookId: await makeBook('both') }),
      soon: await codeOf(learner, create, { ...input, courseId: soonId }),
      draft: await codeOf(learner, create, { ...input, courseId: draftId }),
    };
    expect(codes).toEqual({
      visitor: 'LOGIN_REQUIRED',
      foreign: 'FORBIDDEN',
      neither: 'BAD_INPUT',
      both: 'BAD_INPUT',
      soon: 'NOT_FOUND',
      draft: 'NOT_FOUND',
    });
    const { data } = await learner.graphql<Created>(create, { ...input, courseId, userId: learnerId });
    const id = data?.createTestimonial?.testimonial.id;
    expect(id).toEqual(expect.any(String));
    expect(await codeOf(author, update, { id, rating: 1 })).toBe('NOT_FOUND');
    expect(await codeOf(site.newBrowser(), update, { id, rating: 1 })).toBe('LOGIN_REQUIRED');
    const { rows } = await site.db.superuser.query('select rating from app_public.testimonials where id = $1', [id]);
    expect(rows).toEqual([{ rating: 5 }]);
  });

  test('ratings include testimonials and the scaleNumbers of surveys @REV-01', async () => {
    const courseId = await makeCourse(site.db, { slug: 'surveyed' });
    await site.db.superuser.query(
      `insert into app_public.surveys (course_id, scale_number, review_text, created_at) values ($1, 2, 'Long.', now() - interval '1 day')`,
      [courseId],
    );
    const { data } = await learner.graphql<Created>(create, { quoteMd: '', rating: 5, courseId });
    expect(data?.createTestimonial?.testimonial.course).toEqual({ ratingCount: 2, ratingSum: 7, ratings: [2, 5], numReviews: 1 });
  });
});

describe('answerReview', () => {
  test('an author of the item and administrators reply, change and delete the reply; others can’t', async () => {
    const courseId = await makeCourse(site.db, { authorId });
    const { data } = await learner.graphql<Created>(create, { quoteMd: 'More on generics.', rating: 4, courseId });
    const id = data?.createTestimonial?.testimonial.id;
    type Answered = { answerReview: { testimonial: { answerMd: string | null; answerer: { displayName: string } | null } } };
    const first = await author.graphql<Answered>(answer, { id, answerMd: ' In the **next** edition. ' });
    expect(first.errors).toBeUndefined();
    expect(first.data?.answerReview.testimonial).toMatchObject({
      answerMd: 'In the **next** edition.',
      answeredAt: expect.any(String),
      answerer: { displayName: 'Ann Author' },
    });
    const { rows } = await site.db.superuser.query(
      'select created_at = updated_at as untouched from app_public.testimonials where id = $1',
      [id],
    );
    expect(rows).toEqual([{ untouched: true }]);
    expect(await codeOf(learner, answer, { id, answerMd: 'Mine.' })).toBe('FORBIDDEN');
    expect(await codeOf(site.newBrowser(), answer, { id, answerMd: 'Mine.' })).toBe('LOGIN_REQUIRED');
    expect(await codeOf(author, answer, { id, answerMd: 'x'.repeat(1001) })).toBe('BAD_INPUT');
    expect(await codeOf(author, answer, { id: courseId, answerMd: 'x' })).toBe('NOT_FOUND');
    const rejected = await author.graphql<Answered>(answer, { id });
    expect(rejected.data?.answerReview.testimonial).toEqual({ answerMd: null, answeredAt: null, answerer: null });
  });
});

test.each(['course', 'book'] as const)(
  'answerReview: an author of another course and another book can’t reply to a review of this %s',
  async (kind) => {
    const [{ browser: colleague, userId: colleagueId }, { browser: reviewer }] = [
      await signUp(site, `colleague-${kind}@example.com`, `Col League ${kind}`),
      await signUp(site, `reviewer-${kind}@example.com`, `Rev Iewer ${kind}`),
    ];
    const makeItem = async (userId: string, slug: string, title: 'AUTHOR' | 'EDITOR' = 'AUTHOR') => {
      const [courseId, bookId] = kind === 'course' ? [await makeCourse(site.db, { slug }), null] : [null, await makeBook(slug)];
      await site.db.superuser.query('insert into app_public.contributions (title, user_id, course_id, book_id) values ($1, $2, $3, $4)', [
        title,
        userId,
        courseId,
        bookId,
      ]);
      return { courseId, bookId };
    };
    // The colleague writes both kinds, and is an editor of another item.
    await makeCourse(site.db, { authorId: colleagueId });
    await site.db.superuser.query('insert into app_public.contributions (title, user_id, book_id) values ($1, $2, $3)', [
      'AUTHOR',
      colleagueId,
      await makeBook(`colleague-${kind}`),
    ]);
    const edited = await makeItem(colleagueId, `edited-${kind}`, 'EDITOR');
    const mine = await makeItem(authorId, `answered-${kind}`);
    const review = async (item: { courseId: string | null; bookId: string | null }) => {
      const created = await reviewer.graphql<Created>(create, { quoteMd: 'Good.', rating: 4, ...item });
      expect(created.errors).toBeUndefined();
      return created.data?.createTestimonial?.testimonial.id;
    };
    const [id, editedId] = [await review(mine), await review(edited)];
    const answerOf = async () =>
      (await site.db.superuser.query('select answer_md from app_public.testimonials where id = $1', [id])).rows[0]?.answer_md as unknown;
    expect(await codeOf(colleague, answer, { id, answerMd: 'Not mine.' })).toBe('FORBIDDEN');
    expect(await answerOf()).toBe(null);
    expect(await codeOf(author, answer, { id, answerMd: 'Mine.' })).toBeUndefined();
    for (const answerMd of ['Overwritten.', undefined]) expect(await codeOf(colleague, answer, { id, answerMd })).toBe('FORBIDDEN');
    expect(await answerOf()).toBe('Mine.');
    expect(await codeOf(colleague, answer, { id: editedId, answerMd: 'Where I write.' })).toBeUndefined();
  },
);

test('"finished" appears only on reviews by users who completed every lesson that counts', async () => {
  const courseId = await makeCourse(site.db);
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `with made as (insert into app_public.lessons (course_id, title, slug, role)
       select $1, 'L' || n, 'l' || n, (case n when 3 then 'CHANGELOG' else 'LESSON' end)::app_public.lesson_role from generate_series(1, 3) n returning id, slug)
     insert into app_public.course_lessons (course_id, lesson_id, position) select $1, id, right(slug, 1)::int from made order by slug returning id, position`,
    [courseId],
  );
  const finish = (index: number) =>
    site.db.superuser.query('insert into app_public.user_progresses (user_id, course_lesson_id) values ($1, $2)', [
      learnerId,
      rows[index]?.id,
    ]);
  await finish(0);
  const created = await learner.graphql<Created>(create, { quoteMd: '', rating: 5, courseId });
  expect(created.data?.createTestimonial?.testimonial.isFinished).toBe(false);
  await finish(1);
  const bystander = await makeUser(site.db, 'Bystander');
  await site.db.superuser.query('insert into app_public.testimonials (user_id, course_id, rating, quote_md) values ($1, $2, 3, $3)', [
    bystander,
    courseId,
    'Half way.',
  ]);
  type List = { courseById: { testimonials: { nodes: { userId: string; isFinished: boolean }[] } } };
  const query = 'query a($id: UUID!) { courseById(id: $id) { testimonials { nodes { userId isFinished } } } }';
  const { data } = await site.newBrowser().graphql<List>(query, { id: courseId });
  expect(Object.fromEntries(data?.courseById.testimonials.nodes.map((node) => [node.userId, node.isFinished]) ?? [])).toEqual({
    [learnerId]: true,
    [bystander]: false,
  });
});
