import type { Page } from '@playwright/test';
import { demoPerson, expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

// One worker, one site.
test.describe.configure({ mode: 'default' });

let site: SiteProcess;
let rows: SiteRows;
const path = '/courses/a-parser-before-lunch';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await prepareSite();
  await site.start();
  rows = await openSiteRows(site);
});
test.afterAll(async () => {
  await rows.close();
  await site.remove();
});

test('a draft, a scheduled and an archived page are read by their author and the admin and by nobody else @SITE-01 @AUTH-03', async ({
  browser,
}) => {
  test.slow();
  const open = async (role?: 'learner' | 'author' | 'admin'): Promise<Page> => {
    const page = await (await browser.newContext({ baseURL: site.origin, colorScheme: 'light' })).newPage();
    if (role) await signIn(page, demoPerson(role));
    return page;
  };
  const [visitor, learner, ...staff] = [await open(), await open('learner'), await open('author'), await open('admin')];
  for (const { name, change } of [
    { name: 'Draft', change: `is_published = false, published_at = null, archived_at = null` },
    { name: 'Scheduled', change: `is_published = true, published_at = now() + interval '1 day', archived_at = null` },
    { name: 'Archived', change: `is_published = true, published_at = now() - interval '1 day', archived_at = now()` },
  ]) {
    // The control: before it was hidden everybody had it.
    await rows.run(
      `update app_public.courses set is_published = true, published_at = now() - interval '1 day', archived_at = null where permalink = $1`,
      [path],
    );
    await expect(async () => expect((await visitor.goto(path))?.status()).toBe(200)).toPass();
    await rows.run(`update app_public.courses set ${change} where permalink = $1`, [path]);
    await expect(async () => expect((await visitor.goto(path))?.status(), name).toBe(404)).toPass();
    expect((await learner.goto(path))?.status(), name).toBe(404);
    for (const page of staff) {
      for (const [width, height] of [
        [1280, 860],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        const answer = await page.goto(path);
        expect(answer?.status(), name).toBe(200);
        expect(answer?.headers()['cache-control']).toBe('private, no-store');
        await expect(page.getByText(`${name}: seen by its authors and staff`)).toBeVisible();
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
        await expectNoSidewaysScroll(page);
        // What they see is the same page: the author's is looked at closely.
        if (page === staff[0]) await expectAccessibleInBothThemes(page);
      }
    }
  }
});
