import type { APIRequestContext, Page } from '@playwright/test';
import {
  demoPerson,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './support/journey.ts';
import { site } from '../site.config.ts';

/** An article that ends at a paywall, a sentence before its mark and one after. */
const paid = '/articles/what-the-planner-knew-last-tuesday';
const freeWords = 'Nobody had deployed.';
const paidWords = 'Once is cheap. It ran 198 times.';
const free = '/articles/eleven-ways-to-name-a-boolean';

test.describe('an article that ends at a paywall', () => {
  test('gives a visitor what stands before the mark, as page and as data, and nothing after it @DOC-04', { tag: '@desk' }, async ({
    request,
  }) => {
    for (const path of [paid, `${paid}.data`, `${paid}?page=2`, `${paid}#paywall`]) {
      const raw = await (await request.get(path)).text();
      expect(raw, path).toContain(freeWords);
      expect(raw, path).not.toContain(paidWords);
      expect(raw, path).not.toContain('in order of patience');
    }
  });

  test('goes on for somebody who has Pro, and that copy reaches nobody else @DOC-04', async ({ page, request }) => {
    await page.goto(paid);
    await expect(page.getByRole('heading', { name: 'The next line is for Pro readers.' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Sign in, if you have it' }).click();
    await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
    const { email, password } = demoPerson('proLearner');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(paid);
    await expect(page.getByText(paidWords)).toBeVisible();
    await expect(page.getByRole('heading', { name: /Pro readers/ })).toHaveCount(0);

    const answer = await page.reload();
    expect(await answer?.text()).toContain(paidWords);
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(await rawOf(page.request, `${paid}.data`)).toContain(paidWords);
    for (const path of [paid, `${paid}.data`]) expect(await rawOf(request, path), path).not.toContain(paidWords);
  });

  test('does not go on for somebody without Pro, and does not ask them to sign in @DOC-04', { tag: '@desk' }, async ({ page }) => {
    await signIn(page, demoPerson('learner'));
    const answer = await page.goto(paid);
    expect(await answer?.text()).not.toContain(paidWords);
    await expect(page.getByRole('heading', { name: 'The next line is for Pro readers.' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Sign in/ })).toHaveCount(0);
  });

  test('may not be kept by what stands between, while a free one may, and is the same for all @DOC-04', { tag: '@desk' }, async ({
    page,
    request,
  }) => {
    const visitors = (await request.get(paid)).headers();
    expect([visitors['cache-control'], visitors['cdn-cache-control'], visitors['vary']]).toEqual([
      'private, max-age=0, must-revalidate',
      undefined,
      'Accept-Encoding, Cookie',
    ]);
    const first = await request.get(free);
    expect(first.headers()['cdn-cache-control']).toContain('public');
    await signIn(page, demoPerson('learner'));
    const second = await page.request.get(free);
    expect(second.headers()['x-page-cache']).toBe('hit');
    expect(await second.text()).toBe(await first.text());
  });
});

test.describe('an article', () => {
  test('says who wrote it and when, and search engines hear the same @SITE-01', async ({ page }) => {
    expect((await page.goto(free))?.status()).toBe(200);
    const title = 'Eleven ways to name a boolean';
    await expect(page).toHaveTitle(`${title} · ${site.name}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('link', { name: /Nadia Farrow/ }).first()).toHaveAttribute('href', '/@nadia');
    await expect(page.locator('header time').first()).toBeVisible();
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
    const origin = new URL(page.url()).origin;
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${origin}${free}`);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title);
    await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article');
    const written = await page.locator('script[data-head][type="application/ld+json"]').first().textContent();
    expect(JSON.parse(written ?? '')).toMatchObject({
      '@type': 'Article',
      headline: title,
      url: `${origin}${free}`,
      author: [{ '@type': 'Person', name: 'Nadia Farrow' }],
      isAccessibleForFree: true,
    });
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });

  test('leads on within the browser: the next text is made there, and the first one again on the way back @DOC-03', {
    tag: '@desk',
  }, async ({ page }) => {
    await page.goto(free);
    await page.waitForLoadState('networkidle');
    const words = await page.locator('.text').textContent();
    const stayed = await markWindow(page);
    await page.getByRole('region', { name: 'Read next' }).getByRole('link').first().click();
    await expect(page).not.toHaveURL(free);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Eleven ways to name a boolean');
    await expect(page.locator('.text > .b').first()).toBeVisible();
    await page.goBack();
    await expect(page.locator('.text')).toHaveText(words ?? '');
    expect(await stayed()).toBe(true);
  });
});

test.describe('an article that is not there', { tag: '@desk' }, () => {
  test.use({ expectedErrors: [/404/] });

  test('is a 404 page @SITE-02', async ({ page }) => {
    expect((await page.goto('/articles/nothing'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('struck out');
  });
});

async function rawOf(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path)).text();
}

/** Marks the window; what is given tells whether it is still the same one. */
async function markWindow(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSameWindow: true }));
  return () => page.evaluate(() => 'isSameWindow' in window);
}
