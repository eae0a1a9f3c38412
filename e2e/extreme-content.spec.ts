import { paragraphOf } from './support/asked-often.ts';
import { expect, type People, test } from './support/journey.ts';
import type { Person } from './support/people.ts';
import { suffix } from './support/people.ts';
import type { SiteRows } from './support/site-rows.ts';
import { makeArticle, makeClip, makeCourse } from './support/things.ts';
import { expectWholeAtBothWidths } from './support/whole.ts';
import type { Page } from '@playwright/test';

// Only in the full run: content as long as the limits allow, in words that don't break, and lists of 0, 1 and 1,000 items.

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);

/** A word without a place to break, as long as a name or a title may be. */
const unbreakable = (length: number) => 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(9).slice(0, length);

/** Expects that nothing on a page is cut, covered or wider than the window, on a phone and on a desktop. */
async function expectWhole(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    expect((await page.goto(address))?.status()).toBeLessThan(500);
    await expect(page.locator('html[data-hydrated]')).toBeAttached();
    await expectWholeAtBothWidths(page);
  });
}

test('names, titles and texts of the greatest length, in words that don’t break, are whole at 320 and 1280 px @SITE-10', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  test.skip(!isFullRun, 'In the full run.');
  test.slow();
  const [author, learner] = [await people.make('author'), await people.make('learner')];
  const written = await people.at(author);
  // A suffix of 9 characters follows.
  const title = unbreakable(190);
  const course = await makeCourse(written, {
    title,
    lessons: [
      {
        title: unbreakable(200),
        markdown: `# ${unbreakable(200)}\n\n${unbreakable(500)}\n\n\`${unbreakable(200)}\`\n\n> ${unbreakable(300)}`,
        isFree: true,
      },
      { title: 'A short one', markdown: `| ${unbreakable(60)} | b |\n|---|---|\n| c | ${unbreakable(90)} |` },
    ],
  });
  const article = await makeArticle(written, { title, markdown: `${unbreakable(500)}\n\n- ${unbreakable(300)}\n- short` });
  const clip = await makeClip(rows, { title });
  await rows.run(`update app_public.users set name = $2, biography = $3, employer_name = $4, employment_title = $4 where id = any($1)`, [
    [author.id, learner.id],
    unbreakable(80),
    unbreakable(300),
    unbreakable(80),
  ]);
  await rows.run(`update app_public.courses set subtitle = $2, description = $2, summary = $2 where id = $1`, [
    course.id,
    unbreakable(300),
  ]);
  const discussionId = await discuss(rows, article.id, learner.id, 3, unbreakable(2000));
  await rows.run(`insert into app_public.enrollments (user_id, course_id) values ($1, $2)`, [learner.id, course.id]);
  await rows.run(`insert into app_public.testimonials (user_id, course_id, rating, quote_md) values ($1, $2, 5, $3)`, [
    learner.id,
    course.id,
    unbreakable(200),
  ]);

  const admin = await people.make('admin');
  const paths: readonly (readonly [Person, readonly string[]])[] = [
    [
      learner,
      [
        course.path,
        ...course.lessons.map(({ path }) => path),
        article.path,
        clip.path,
        `/@${author.username}`,
        '/library',
        `/discussions/${discussionId}`,
        '/account',
        `/search?q=${unbreakable(60)}`,
        `/courses?q=${unbreakable(60)}`,
      ],
    ],
    [
      author,
      [
        '/studio',
        '/studio/inbox',
        '/studio/analytics',
        '/studio/import-export',
        `/studio/courses/${course.id}`,
        `/studio/courses/${course.id}?show=details`,
        `/studio/courses/${course.id}?show=access`,
        `/studio/courses/${course.id}?show=people`,
        `/studio/lessons/${course.lessons[0]?.id}`,
        `/studio/articles/${article.id}`,
        '/notifications',
      ],
    ],
    [
      admin,
      [`/admin/people/${author.id}`, `/admin/people?q=${author.email}`, `/admin/reviews?person=${learner.username}`, '/admin/comments'],
    ],
  ];
  for (const [person, addresses] of paths) {
    const own = await people.open(person);
    for (const address of addresses) await expectWhole(own, address);
  }
  expect(page.url()).toBe('about:blank');
});

for (const count of [0, 1, 1000])
  test(`lists of ${count} are whole at 320 and 1280 px @SITE-10`, { tag: '@desk' }, async ({ people, rows, page }) => {
    test.skip(!isFullRun, 'In the full run.');
    test.slow();
    const [author, learner] = [await people.make('author'), await people.make('learner')];
    const { courseId, slug, discussionId } = await fill(rows, people, { author, learner, count });
    const own = await people.open(author);
    for (const address of ['/studio', '/studio/inbox', `/studio/courses/${courseId}`, '/studio/analytics', `/@${author.username}`])
      await expectWhole(own, address);
    const reader = await people.open(learner);
    for (const address of [
      '/library',
      '/notifications',
      '/account/security',
      '/account/tokens',
      '/account/team',
      `/courses/${slug}`,
      `/discussions/${discussionId}`,
      `/courses/${slug}?reviews=oldest`,
    ])
      await expectWhole(reader, address);
    expect(page.url()).toBe('about:blank');
  });

type Filled = { author: Person; learner: Person; count: number };

/** Creates this many articles, lessons, reviews, comments and notifications, and enrolls the learner in the course. */
async function fill(
  rows: SiteRows,
  people: People,
  { author, learner, count }: Filled,
): Promise<{ courseId: string; slug: string; discussionId: string }> {
  const mark = suffix();
  await rows.run(
    `with made as (
       insert into app_public.articles (title, slug, created_at)
       select 'Draft ' || n, 'many-' || n || '-' || $2::text, now() - interval '1 year' from generate_series(1, $3::int) n returning id
     )
     insert into app_public.contributions (user_id, article_id) select $1::uuid, id from made`,
    [author.id, mark, count],
  );
  const slug = `of-many-${mark}`;
  const [course] = await rows.run(
    `with made as (
       insert into app_public.courses (title, slug, permalink, is_published, published_at, is_shown_publicly)
       values ('Of many parts', $2::text, '/courses/' || $2::text, true, now() - interval '1 day', false) returning id
     )
     insert into app_public.contributions (course_id, user_id) select id, $1 from made returning course_id as id`,
    [author.id, slug],
  );
  const courseId = String(course?.['id']);
  await rows.run(
    `with made as (
       insert into app_public.lessons (course_id, title, slug) select $1, 'Part ' || n, 'part-' || n from generate_series(1, $2::int) n returning id, title
     )
     insert into app_public.course_lessons (course_id, lesson_id, position) select $1, id, row_number() over (order by title) from made`,
    [courseId, count],
  );
  await rows.run(
    `insert into app_public.testimonials (slug, course_id, name, rating, quote_md)
     select $3 || '-' || n, $1::uuid, 'Reader ' || n, 1 + n % 5, 'Quote number ' || n || '.' from generate_series(1, $2::int) n`,
    [courseId, count, slug],
  );
  if (count > 0) await rows.run(`insert into app_public.enrollments (user_id, course_id) values ($1, $2)`, [learner.id, courseId]);
  const article = await makeArticle(await people.at(author), {});
  const discussionId = await discuss(rows, article.id, author.id, count, 'One of many.');
  await rows.run(
    `insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id, is_waiting)
     select $1, 'REPLY', discussion_id, id, user_id, false from app_public.comments where discussion_id = $2`,
    [learner.id, discussionId],
  );
  return { courseId, slug, discussionId };
}

/** Creates a discussion of an article with this many comments; returns its ID. */
async function discuss(rows: SiteRows, articleId: string, userId: string, count: number, text: string): Promise<string> {
  const [made] = await rows.run('insert into app_public.discussions (article_id) values ($1) returning id', [articleId]);
  await rows.run(
    `insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, created_at)
     select $1, $2, ${paragraphOf('$4::text')}, $4::text, '<p>x</p>', now() - interval '1 day' + n * interval '1 second' from generate_series(1, $3::int) n`,
    [String(made?.['id']), userId, count, text],
  );
  return String(made?.['id']);
}
