import type { Page } from '@playwright/test';
import { demoPerson, expect, signIn, test } from './support/journey.ts';
import { variablesOf } from './support/variables-of.ts';

// Parts that load only when they are shown may fail to load: the page stays, and loads them again.
test.use({ expectedErrors: [/Failed to load resource/] });

/** Opens the page of clips and waits until it is hydrated. */
async function openClip(page: Page): Promise<void> {
  await page.goto('/clips');
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
}

const comments = (page: Page) => page.getByRole('group', { name: 'Clip actions' }).getByRole('link', { name: 'Comments' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Comments' });

test('a part of a page that fails to load leaves the page intact, which retries or says so @DISC-01 @SITE-02 @SITE-05', {
  tag: '@desk',
}, async ({ page, context }) => {
  // First, because loaded parts stay in the browser's own cache.
  await test.step('one requested while offline loads when the connection is back', async () => {
    await signIn(page, demoPerson('learner'));
    // The user's own state of the clips comes last, and isn't tested here.
    const own = page.waitForResponse((response) => 'clipIds' in variablesOf(response.request()));
    await openClip(page);
    await own;
    const waits = page.waitForEvent('console', (message) => message.text().includes('Part of this page is waiting for a connection.'));
    await context.setOffline(true);
    await comments(page).click();
    await waits;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learning space');
    await context.setOffline(false);
    await expect(panel(page).getByRole('article').first()).toBeVisible();
    await context.clearCookies();
  });

  await test.step('without the request about the user, the page is complete, as for a visitor', async () => {
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { errors: [] } }));
    await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await page.unroute('**/graphql');
    await page.unroute('**/api/**');
  });

  await test.step('one whose style sheet failed is loaded again with its styles', async () => {
    await openClip(page);
    const refused = new Set<string>();
    await page.route('**/assets/*.css', (route) => {
      const address = route.request().url();
      if (refused.has(address)) return route.fallback();
      refused.add(address);
      return route.abort();
    });
    await comments(page).click();
    await expect(panel(page)).toBeVisible();
    expect(refused.size).toBeGreaterThan(0);
    await expect(panel(page)).toHaveCSS('position', 'fixed');
    await page.unroute('**/assets/*.css');
    // Otherwise the next step's page would open it again.
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  });

  await test.step('one whose file is gone, like every file of an older release, leaves the page, which says so', async () => {
    await openClip(page);
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
    await comments(page).click();
    await expect(page.getByRole('status').filter({ hasText: 'Part of this page couldn’t be loaded. Reload the page.' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learning space');
    await page.unroute('**/assets/*.js');
  });
});
