import type { Page } from '@playwright/test';
import { askOften, paragraphOf } from './support/asked-often.ts';
import { holdStreams, loadAllClips } from './support/clip-journey.ts';
import { expect, type People, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';
import type { SiteRows } from './support/site-rows.ts';

/** What a test needs to create its own list. */
type Making = { rows: SiteRows; people: People };

/** A list that loads more, or has pages: its URL, its items, and how to load more of them. */
type List = {
  what: string;
  path: (making: Making) => Promise<string> | string;
  items: string;
  loadMore: (page: Page, items: string) => Promise<void>;
  /** True if the next page replaces the previous one, at a URL of its own. */
  isPaged?: boolean;
};

/** Follows the link to the next page of a list. */
const nextPage = (name: string) => async (page: Page, items: string) => {
  const [before] = await page.locator(items).allTextContents();
  await page.locator('main').getByRole('link', { name, exact: true }).click();
  await expect.poll(async () => (await page.locator(items).allTextContents())[0]).not.toBe(before);
};

const viewMore = async (page: Page, items: string) => {
  for (let press = 0; press < 2; press += 1) {
    const before = await page.locator(items).count();
    await page.getByRole('button', { name: 'View More' }).click();
    await expect.poll(() => page.locator(items).count()).toBeGreaterThan(before);
  }
};

const lists: readonly List[] = [
  { what: 'clips', path: () => '/clips', items: 'section[aria-label="Clips"] a[data-clip-id]', loadMore: (page) => loadAllClips(page) },
  { what: 'the catalog', path: () => '/explore-catalog', items: 'main [role=tabpanel] a:has(b)', loadMore: viewMore },
  { what: 'the catalog on the home page', path: () => '/', items: 'section[aria-label="Explore"] a:has(b)', loadMore: viewMore },
  {
    what: 'the discussions of a clip',
    path: async ({ rows, people }) => {
      const clip = await makeClip(rows);
      await askOften(rows, clip.id, (await people.make('learner')).id);
      return `/discussions?clip=${clip.id}`;
    },
    items: 'main section[data-discussion-id]',
    loadMore: async (page, items) => {
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        expect(await page.locator(items).count()).toBe(45);
      }).toPass({ intervals: [250] });
    },
  },
  {
    what: 'the comments of a discussion',
    path: async ({ rows, people }) => {
      const clip = await makeClip(rows);
      const [discussion] = await rows.run(
        `with made as (insert into app_public.discussions (clip_id) values ($1) returning id)
         insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, created_at)
         select id, $2, ${paragraphOf(`'Comment ' || n || '.'`)}, 'Comment ' || n || '.', '<p>x</p>', now() - interval '1 day' + n * interval '1 second'
         from made, generate_series(1, 150) n returning discussion_id as id`,
        [clip.id, (await people.make('learner')).id],
      );
      return `/discussions/${String(discussion?.['id'])}`;
    },
    items: 'main section[data-discussion-id] article',
    loadMore: async (page, items) => {
      await page.getByRole('button', { name: 'More comments' }).click();
      await expect(page.locator(items)).toHaveCount(150);
    },
  },
  {
    what: 'a page of the studio',
    path: async ({ rows, people }) => {
      const { id } = await people.enter('author');
      await rows.run(
        `with made as (
           insert into app_public.articles (title, slug) select 'Draft ' || n, 'draft-' || n || '-' || $1::text from generate_series(1, 90) n returning id
         )
         insert into app_public.contributions (user_id, article_id) select $1::uuid, id from made`,
        [id],
      );
      return '/studio';
    },
    items: 'main a[href^="/studio/articles/"]',
    loadMore: nextPage('Older'),
    isPaged: true,
  },
  {
    what: 'a page of administration',
    path: async ({ rows, people }) => {
      // Lines that only this test finds: other tests add to the log meanwhile.
      const name = `listed-${crypto.randomUUID().slice(0, 8)}`;
      await rows.run(
        `insert into app_public.audit_log (user_name, action, subject_kind, details)
         select $1, 'job.retry', 'job', jsonb_build_object('task', 'task ' || n) from generate_series(1, 90) n`,
        [name],
      );
      await people.enter('admin');
      return `/admin/audit?person=${name}`;
    },
    items: 'main ul > li',
    loadMore: nextPage('Older'),
    isPaged: true,
  },
  {
    what: 'a page of notifications',
    path: async ({ rows, people }) => {
      const clip = await makeClip(rows);
      const asker = await people.make('learner');
      await askOften(rows, clip.id, asker.id);
      await askOften(rows, clip.id, asker.id);
      const { id } = await people.enter('author');
      await rows.run(
        `insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id, is_waiting, created_at)
         select $1, 'QUESTION', d.id, c.id, c.user_id, false, c.created_at + interval '1 day'
         from app_public.discussions d join app_public.comments c on c.discussion_id = d.id where d.clip_id = $2`,
        [id, clip.id],
      );
      return '/notifications';
    },
    items: 'main ul > li',
    loadMore: nextPage('Older notifications'),
    isPaged: true,
  },
  {
    what: 'a page of the inbox',
    path: async ({ rows, people }) => {
      const clip = await makeClip(rows);
      await askOften(rows, clip.id, (await people.make('learner')).id);
      const { id } = await people.enter('author');
      await rows.run(`insert into app_public.contributions (user_id, course_id) select $1, course_id from app_public.clips where id = $2`, [
        id,
        clip.id,
      ]);
      return '/studio/inbox';
    },
    items: 'main ul > li:has(a)',
    loadMore: nextPage('Older discussions'),
    isPaged: true,
  },
];

for (const list of lists)
  for (const isReloaded of [false, true])
    test(`Back restores ${list.what} to where they were left${isReloaded ? ', even after a reload' : ''} @SITE-10 @CLIP-01 @EXPL-04`, {
      tag: '@desk',
    }, async ({ page, people, rows }) => {
      test.slow();
      await holdStreams(page);
      const path = await list.path({ rows, people });
      await page.goto(path);
      const first = await page.locator(list.items).count();
      await list.loadMore(page, list.items);
      const loaded = await page.locator(list.items).count();
      const { isPaged = false } = list;
      expect(isPaged ? loaded : loaded - first).toBeGreaterThan(0);
      // Among the items that were loaded later, which the HTML of a page that loads more does not have.
      const item = page.locator(list.items).nth(loaded - 2);
      const words = (await item.textContent()) ?? '';
      await item.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - innerHeight / 2));
      // An image or a part that is still loading moves it.
      const topOf = () => item.evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(async () => Math.abs((await topOf()) - (await topOf()))).toBe(0);
      const scrolled = await page.evaluate(() => scrollY);
      expect(scrolled).toBeGreaterThan(0);

      // Clicking a link outside the window would scroll to it first.
      const link = page.getByRole('banner').getByRole('link', { name: 'Courses' });
      const top = await topOf();
      await link.evaluate((element: HTMLElement) => element.click());
      await expect(page).toHaveURL(/\/courses$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      if (isReloaded) await page.reload();
      await page.goBack();
      await expect(page.locator(list.items)).toHaveCount(loaded);
      if (isPaged) await expect(item).toHaveText(words);
      await expect.poll(async () => Math.abs((await topOf()) - top)).toBeLessThanOrEqual(2);
    });
