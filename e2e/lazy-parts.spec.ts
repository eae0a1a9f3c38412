import type { Page } from '@playwright/test';
import { demoPerson, expect, signIn, test } from './support/journey.ts';
import { variablesOf } from './support/variables-of.ts';

// What travels only when it is shown may not come: the page around it stays, and it is asked for again.
test.use({ expectedErrors: [/Failed to load resource/] });

/** The page of clips, alive. */
async function openClip(page: Page): Promise<void> {
  await page.goto('/clips');
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
}

const comments = (page: Page) => page.getByRole('group', { name: 'Clip actions' }).getByRole('link', { name: 'Comments' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Comments' });

test('a part of a page that does not come leaves the page, which asks for it again or says so @DISC-01 @SITE-02 @SITE-05', {
  tag: '@desk',
}, async ({ page, context }) => {
  // First: what has come once is in the browser's own cache.
  await test.step('one that is asked for without a network comes when it is back', async () => {
    await signIn(page, demoPerson('learner'));
    // What is one's own of the clips comes last, and is not what is looked at here.
    const own = page.waitForResponse((response) => 'clipIds' in variablesOf(response.request()));
    await openClip(page);
    await own;
    const waits = page.waitForEvent('console', (message) => message.text().includes('Part of this page is waiting for the network.'));
    await context.setOffline(true);
    await comments(page).click();
    await waits;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learning space');
    await context.setOffline(false);
    await expect(panel(page).getByRole('article').first()).toBeVisible();
    await context.clearCookies();
  });

  await test.step('without what answers about the reader, the page is whole, as for a visitor', async () => {
    await page.route('**/graphql', (route) => route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { errors: [] } }));
    await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await page.unroute('**/graphql');
    await page.unroute('**/api/**');
  });

  await test.step('one whose style sheet failed is asked for again and comes with its looks', async () => {
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
  });

  await test.step('one whose file is gone leaves the page, which says so', async () => {
    await openClip(page);
    // What the press asks for is gone with an older version; what comes after it is there.
    const gone = new Set<string>();
    let isPressed = true;
    await page.route('**/assets/*.js', (route) => {
      const address = route.request().url();
      if (isPressed) gone.add(address);
      return gone.has(address) ? route.fulfill({ status: 404 }) : route.fallback();
    });
    const missed = page.waitForEvent('console', (message) => message.text().includes('Part of this page hasn’t loaded yet.'));
    await comments(page).click();
    await missed;
    isPressed = false;
    await expect(page.getByText('Part of this page couldn’t be loaded. Reload the page.').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learning space');
    await page.unroute('**/assets/*.js');
  });
});
