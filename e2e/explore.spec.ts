import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import type { SiteRows } from './support/site-rows.ts';
import { variablesOf } from './support/variables-of.ts';

const categories = ['All', 'AI', 'Frontend', 'Backend', 'Programming Languages', 'Programming Basics', 'Concepts', 'Engineering', 'Design'];

/** Expects titles in the order in which they were created, newest first. */
async function expectNewestFirst(rows: SiteRows, titles: readonly string[]): Promise<void> {
  const dated = await rows.run(
    `select array_position($1, title) as place, created_at from (
      select title, created_at from app_public.courses union all select title, created_at from app_public.books
      union all select title, created_at from app_public.articles) t where title = any ($1) order by 1`,
    [titles],
  );
  const days = dated.map((row) => (row['created_at'] as Date).getTime());
  expect(days.length).toBeGreaterThanOrEqual(titles.length);
  expect(days).toEqual(days.toSorted((a, b) => b - a));
}

/** Holds the next titles until they are released, and then fails them. */
async function failNext(page: Page): Promise<{ letGo: () => Promise<void>; logged: string[] }> {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const held = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    if (!('offset' in variablesOf(route.request()))) return route.continue();
    await held.promise;
    return route.abort();
  };
  await page.route('**/graphql?*', hold);
  return {
    logged,
    letGo: async () => {
      held.resolve();
      await expect.poll(() => logged.join()).toContain('More titles couldn’t be loaded');
      await page.unroute('**/graphql?*', hold);
    },
  };
}

/** Records the page's requests for the catalog from now on. */
function watchTitles(page: Page): Record<string, unknown>[] {
  const requests: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const variables = variablesOf(request);
    if ('offset' in variables) requests.push(variables);
  });
  return requests;
}

test.describe('exploring the catalog', () => {
  test.use({ expectedErrors: [/Failed to load resource|More titles couldn’t be loaded/] });

  test('its tabs select a category, its titles are newest first in two columns, and View More appends five @EXPL-01 @EXPL-03 @EXPL-04', async ({
    page,
    rows,
  }) => {
    await page.goto('/explore-catalog');
    const panel = page.getByRole('tabpanel').first();
    const small = panel.locator('a[data-kind]');
    const more = panel.locator('a[role="button"]');
    const tab = (name: RegExp) => page.getByRole('tab', { name });
    const requests = watchTitles(page);
    const expectOrder = async () => expectNewestFirst(rows, await small.locator('b').allTextContents());

    await test.step('all titles are shown at first', async () => {
      await expect(page.getByRole('tab').filter({ hasNotText: /Most|Highest|Coming/ })).toHaveText(
        categories.map((name) => new RegExp(`^${name}\\d+$`)),
      );
      await expect(tab(/^All/)).toHaveAttribute('aria-selected', 'true');
      await expect(panel.getByRole('article').getByRole('heading')).toBeVisible();
      await expect(small).toHaveCount(4);
      await expectOrder();
    });

    await test.step('in two columns, or one below 990 px, at every width in between', async () => {
      const columns = () => small.evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size);
      for (const [width, expected] of [
        [320, 1],
        [768, 1],
        [989, 1],
        [990, 2],
        [1920, 2],
        [1280, 2],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(columns, `${width} px`).toBe(expected);
        await expectNoSidewaysScroll(page);
      }
    });

    await test.step('a card has an image of 295 by 165 and opens its title in a new tab', async () => {
      const card = panel.locator('a[data-kind="course"]').first();
      await expect(card.locator('img')).toHaveAttribute('width', '295');
      await expect(card.locator('img')).toHaveAttribute('height', '165');
      await expect.poll(() => card.locator('img').boundingBox()).toMatchObject({ width: 295 });
      const opened = page.waitForEvent('popup');
      await card.click();
      await (await opened).waitForURL(`**${await card.getAttribute('href')}`);
      await (await opened).close();
    });

    await test.step('View More says that it is loading; a failure is logged and shown, and loading ends', async () => {
      const { letGo } = await failNext(page);
      await more.click();
      await expect(more).toHaveText('Loading...');
      await letGo();
      await expect(more).toHaveText('View More');
      await expect(small).toHaveCount(4);
      await expect(panel.getByRole('alert')).toHaveText('We couldn’t load more titles.');
    });

    await test.step('then it appends the next five by date, which Back and a reload restore, until none are left', async () => {
      requests.length = 0;
      const before = await small.locator('b').allTextContents();
      await more.click();
      await expect(small).toHaveCount(9);
      expect(requests).toEqual([{ tagName: null, first: 5, offset: 5 }]);
      expect((await small.locator('b').allTextContents()).slice(0, 4)).toEqual(before);
      await expectOrder();
      await more.click();
      await expect(small).toHaveCount(14);
      await expect(page).toHaveURL(/\/explore-catalog\?pages=3$/);
      const shown = await small.locator('b').allTextContents();
      await page.getByRole('banner').getByRole('link', { name: 'Clips' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learning space');
      await page.goBack();
      await expect(small).toHaveCount(14);
      await expect(small.locator('b')).toHaveText(shown);
      await page.reload();
      await expect(small).toHaveCount(14);
      await expect(small.locator('b')).toHaveText(shown);
      await expect(async () => {
        await more.evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
        expect(await more.count()).toBe(0);
      }).toPass({ intervals: [250] });
      await expect(panel.getByRole('status')).toHaveText(/^(\d+) of \1 shown$/);
    });

    await test.step('another category starts on its first page, at its own URL', async () => {
      await tab(/^Engineering/).click();
      await expect(page).toHaveURL(/\/explore-catalog\?category=engineering$/);
      await expect(tab(/^Engineering/)).toHaveAttribute('aria-selected', 'true');
      const total = /\d+$/.exec((await tab(/^Engineering/).textContent()) ?? '')?.[0];
      await expect(panel.getByRole('status')).toHaveText(new RegExp(`^\\d+ of ${total} shown$`));
      await expect(panel.getByRole('status')).not.toHaveText(`${total} of ${total} shown`);
      requests.length = 0;
      await more.click();
      await expect(small).toHaveCount(9);
      expect(requests).toEqual([{ tagName: 'engineering', first: 5, offset: 5 }]);
      await expectOrder();
      await tab(/^Engineering/).press('ArrowRight');
      await expect(page).toHaveURL(/category=design$/);
    });
  });

  test('on the home page categories and View More open in place, with pointer and keyboard @EXPL-01 @EXPL-03 @EXPL-04', async ({
    page,
    rows,
  }) => {
    const explore = page.getByRole('region', { name: 'Explore', exact: true });
    const tabs = explore.getByRole('navigation', { name: 'Category' });
    const tab = (name: string) => tabs.getByRole('link', { name, exact: true });
    const small = explore.locator('a[data-kind]');
    const more = explore.getByRole('button');
    const requests = watchTitles(page);
    let newest: string[] = [];
    await page.goto('/');

    await test.step('the newest titles are shown, the course large', async () => {
      await expect(tabs.getByRole('link')).toHaveText(categories);
      await expect(tab('All')).toHaveAttribute('aria-current', 'true');
      const large = explore.getByRole('article');
      await expect(large.getByText('Prerequisites')).toBeHidden();
      await large.getByRole('radio', { name: 'Image' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(large.getByRole('radio', { name: 'Details' })).toBeChecked();
      await expect(large.getByText('Prerequisites')).toBeVisible();
      await large.getByRole('radio', { name: 'Image' }).check();
      await expect(large.getByText('Prerequisites')).toBeHidden();
      // The links next to it open in a new tab.
      await expect(small).toHaveCount(4);
      newest = await small.locator('b').allTextContents();
      await expectNewestFirst(rows, newest);
      for (const card of await small.all()) await expect(card).toHaveAttribute('target', '_blank');
      await expect(explore.locator('a[data-kind="course"] img').first()).toHaveAttribute('width', '295');
      expect(requests).toEqual([]);
    });

    await test.step('View More says that it is loading; a failure is logged, and loading ends', async () => {
      const { letGo } = await failNext(page);
      await more.click();
      await expect(more).toHaveText('Loading...');
      await letGo();
      await expect(more).toHaveText('View More');
      await expect(small).toHaveCount(4);
      await more.click();
      await expect(small).toHaveCount(9);
      await expect(more).toBeFocused();
    });

    await test.step('a category opens in place, with its first titles', async () => {
      requests.length = 0;
      await tab('Engineering').click();
      await expect(tab('Engineering')).toHaveAttribute('aria-current', 'true');
      await expect(tab('Engineering')).toBeFocused();
      await expect(explore.getByRole('status')).toHaveText(/^\d+ of \d+ shown$/);
      await expect(page).toHaveURL('/');
      expect(requests).toEqual([{ tagName: 'engineering', first: 5, offset: 0 }]);
      await expect(explore.getByRole('link', { name: 'Explore the whole catalog' })).toHaveAttribute('href', '/explore-catalog');
    });

    await test.step('also with the keyboard; All starts with its first titles, too', async () => {
      await tab('All').press('Enter');
      await expect(tab('All')).toBeFocused();
      // The titles of the other category stay until these have loaded.
      await expect(small.locator('b')).toHaveText(newest);
      await expect(more).toHaveText('View More');
      await more.press('Enter');
      await expect(small).toHaveCount(9);
      expect(requests.at(-1)).toEqual({ tagName: null, first: 5, offset: 5 });
      await tab('Design').click();
      await expect(tab('Design')).toHaveAttribute('aria-current', 'true');
      expect(requests.at(-1)).toEqual({ tagName: 'design', first: 5, offset: 0 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
});

test('without scripts, categories and more pages of the catalog are links @EXPL-01 @EXPL-04', async ({ people }) => {
  const page = await people.open(null, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('region', { name: 'Explore', exact: true }).getByRole('button', { name: 'View More' }).click();
  await expect(page).toHaveURL(/\/explore-catalog\?pages=2$/);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Concepts' }).click();
  await expect(page).toHaveURL(/\/explore-catalog\?category=concepts$/);

  await page.getByRole('tab', { name: /^Engineering/ }).click();
  await expect(page).toHaveURL(/category=engineering$/);
  const small = page.getByRole('tabpanel').first().locator('a[data-kind]');
  const before = await small.count();
  await page.getByRole('tabpanel').first().getByRole('button', { name: 'View More' }).click();
  await expect(page).toHaveURL(/category=engineering&pages=2$/);
  await expect.poll(() => small.count()).toBeGreaterThan(before);
});
