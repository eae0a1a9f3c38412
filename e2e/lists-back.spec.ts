import type { Page } from '@playwright/test';
import { askOften } from './support/asked-often.ts';
import { holdStreams, loadAllClips } from './support/clip-journey.ts';
import { expect, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';
import type { SiteRows } from './support/site-rows.ts';

/** A list that loads more: where it is, what its items are, and how more of them come. */
type List = {
  what: string;
  path: (rows: SiteRows, people: { make: (kind: 'learner') => Promise<{ id: string }> }) => Promise<string> | string;
  items: string;
  loadMore: (page: Page, items: string) => Promise<void>;
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
  { what: 'the catalogue', path: () => '/explore-catalog', items: 'main [role=tabpanel] a:has(b)', loadMore: viewMore },
  { what: 'the catalogue on the home page', path: () => '/', items: 'section[aria-label="Explore"] a:has(b)', loadMore: viewMore },
  {
    what: 'the discussions of a clip',
    path: async (rows, people) => {
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
];

for (const list of lists)
  for (const isReloaded of [false, true])
    test(`Back brings ${list.what} to where they were left${isReloaded ? ', also after a reload' : ''} @SITE-10 @CLIP-01 @EXPL-04`, {
      tag: '@desk',
    }, async ({ page, people, rows }) => {
      test.slow();
      await holdStreams(page);
      const path = await list.path(rows, people);
      await page.goto(path);
      const first = await page.locator(list.items).count();
      await list.loadMore(page, list.items);
      const loaded = await page.locator(list.items).count();
      expect(loaded).toBeGreaterThan(first);
      // Among the items that were loaded later, which the page's HTML does not have.
      const item = page.locator(list.items).nth(loaded - 2);
      await item.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - innerHeight / 2));
      // A picture or a part that still comes moves it.
      const topOf = () => item.evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(async () => Math.abs((await topOf()) - (await topOf()))).toBe(0);
      const scrolled = await page.evaluate(() => scrollY);
      expect(scrolled).toBeGreaterThan(0);

      // A press on a link that is not in the window would scroll to it first.
      const link = page.getByRole('banner').getByRole('link', { name: 'Courses' });
      const top = await topOf();
      await link.evaluate((element: HTMLElement) => element.click());
      await expect(page).toHaveURL(/\/courses$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      if (isReloaded) await page.reload();
      await page.goBack();
      await expect(page.locator(list.items)).toHaveCount(loaded);
      await expect.poll(async () => Math.abs((await topOf()) - top)).toBeLessThanOrEqual(2);
    });
