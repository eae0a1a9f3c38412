import type { Locator, Page } from '@playwright/test';
import { paragraphOf } from './support/asked-often.ts';
import { holdStreams } from './support/clip-journey.ts';
import { commentWith, panelOf } from './support/comment-journey.ts';
import { expect, type People, test } from './support/journey.ts';
import type { SiteRows } from './support/site-rows.ts';
import { makeArticle, makeClip } from './support/things.ts';

/** Creates 40 questions about a clip or an article, of which the tenth has three replies. */
async function ask(rows: SiteRows, people: People, item: { clip: string } | { article: string }): Promise<void> {
  const [column, id] = 'clip' in item ? ['clip_id', item.clip] : ['article_id', item.article];
  const { id: userId } = await people.make('learner');
  await rows.run(
    `with made as (
       insert into app_public.discussions (${column}, created_at) select $1, now() - interval '1 day' + n * interval '1 minute' from generate_series(1, 40) n
       returning id, created_at
     ), asked as (
       insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, created_at)
       select id, $2, ${paragraphOf(`'Question ' || n || '.'`)}, 'Question ' || n || '.', '<p>x</p>', created_at
       from (select *, row_number() over (order by created_at) as n from made) d returning id, discussion_id, body_markdown, created_at
     )
     insert into app_public.comments (discussion_id, parent_id, user_id, body_delta, body_markdown, body_html, created_at)
     select discussion_id, asked.id, $2, ${paragraphOf(`'Reply ' || n || '.'`)}, 'Reply ' || n || '.', '<p>x</p>', created_at + n * interval '1 second'
     from asked, generate_series(1, 3) n where body_markdown = 'Question 10.'`,
    [id, userId],
  );
}

/** Opens the replies of the tenth question, and scrolls them to the middle of the window; returns the second one. */
async function openReplies(page: Page, scope: Locator): Promise<Locator> {
  const question = commentWith(scope, 'Question 10.');
  // The list loads more where it ends.
  await expect(async () => {
    await scope.getByRole('article').last().scrollIntoViewIfNeeded();
    expect(await question.count()).toBe(1);
  }).toPass({ intervals: [100] });
  await scope.getByRole('button', { name: '3 replies' }).click();
  const reply = commentWith(scope, 'Reply 2.');
  await reply.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(async () => Math.abs((await topOf(reply)) - (await topOf(reply)))).toBe(0);
  // Moves the pointer away from what is under it.
  await page.mouse.move(0, 0);
  return reply;
}

const topOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().top);

/** Follows the link to the author of a comment, and comes back. */
async function goAndComeBack(page: Page, reply: Locator, { isReloaded = false } = {}): Promise<void> {
  await reply.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/@/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (isReloaded) await page.reload();
  await page.goBack();
}

const panelPages = [
  {
    what: 'a clip',
    open: async (page: Page, rows: SiteRows, people: People) => {
      const clip = await makeClip(rows);
      await ask(rows, people, { clip: clip.id });
      await page.goto(`/clips/${clip.id}`);
      await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
      return page.getByRole('group', { name: 'Clip actions' }).getByRole('link', { name: 'Comments' });
    },
  },
  {
    what: 'an article',
    open: async (page: Page, rows: SiteRows, people: People) => {
      const markdown = Array.from({ length: 60 }, (_, n) => `Paragraph ${n}, of many words that fill the line and the page.`).join('\n\n');
      const article = await makeArticle(await people.at(await people.make('author')), { title: 'Left and found', markdown });
      await ask(rows, people, { article: article.id });
      const listening = page.waitForRequest((request) => request.url().includes('/events?'));
      await page.goto(article.path);
      await listening;
      return page.getByRole('link', { name: 'Comments', exact: true });
    },
  },
];

for (const { what, open } of panelPages)
  for (const isReloaded of [false, true])
    test(`Back opens the comments of ${what} as they were left${isReloaded ? ', even after a reload' : ''} @DISC-01 @SITE-10`, {
      tag: '@desk',
    }, async ({ page, people, rows }) => {
      test.slow();
      await holdStreams(page);
      const link = await open(page, rows, people);
      await link.scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      await link.click();
      const panel = panelOf(page);
      const reply = await openReplies(page, panel);
      const top = await topOf(reply);

      await goAndComeBack(page, reply, { isReloaded });
      await expect(panel).toBeVisible();
      await expect(commentWith(panel, /Reply \d\./)).toHaveCount(3);
      await expect.poll(async () => Math.abs((await topOf(reply)) - top)).toBeLessThanOrEqual(2);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);

      // What was closed stays closed.
      // Clicking a link outside the window would scroll to it first.
      await page
        .getByRole('banner')
        .getByRole('link', { name: 'Courses' })
        .evaluate((element: HTMLElement) => element.click());
      await expect(page).toHaveURL(/\/courses$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goBack();
      await expect(link).toBeVisible();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
      await expect(panel).toHaveCount(0);
    });

test('Back opens the replies on the page of all discussions where they were left @DISC-01 @SITE-10', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const clip = await makeClip(rows);
  await ask(rows, people, { clip: clip.id });
  await page.goto(`/discussions?clip=${clip.id}`);
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
  const main = page.getByRole('main');
  const reply = await openReplies(page, main);
  const top = await topOf(reply);
  await goAndComeBack(page, reply);
  await expect(commentWith(main, /Reply \d\./)).toHaveCount(3);
  await expect.poll(async () => Math.abs((await topOf(reply)) - top)).toBeLessThanOrEqual(2);
});

test('Back returns to where the page of a discussion was left, not to the comment in its URL @DISC-08 @SITE-10', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const clip = await makeClip(rows);
  const { id: userId } = await people.make('learner');
  const made = await rows.run(
    `with made as (insert into app_public.discussions (clip_id) values ($1) returning id)
     insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, created_at)
     select id, $2, ${paragraphOf(`'Comment ' || n || '.'`)}, 'Comment ' || n || '.', '<p>x</p>', now() - interval '1 day' + n * interval '1 second'
     from made, generate_series(1, 40) n returning id, discussion_id as "discussionId"`,
    [clip.id, userId],
  );
  const path = `/discussions/${String(made[0]?.['discussionId'])}#${String(made[29]?.['id'])}`;
  await page.goto(path);
  const named = page.locator(`[id="${String(made[29]?.['id'])}"]`);
  await expect(named).toBeInViewport();
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1);

  const left = commentWith(page, 'Comment 5.');
  await page.mouse.wheel(0, -1);
  await left.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(async () => Math.abs((await topOf(left)) - (await topOf(left)))).toBe(0);
  const top = await topOf(left);
  await left.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/@/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expect(named).toHaveAttribute('aria-current', 'true');
  await expect.poll(async () => Math.abs((await topOf(left)) - top)).toBeLessThanOrEqual(2);
  await expect(named).not.toBeInViewport();
});
