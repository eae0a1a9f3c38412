import { expect, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// A separate site, which is stopped while someone reads.
let site: SiteProcess;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite();
  await site.start();
});
test.afterAll(() => site.remove());

test('a chapter that was kept opens while the site is gone, and what is done on it is sent when it is back @OFFLINE-01 @OFFLINE-02', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const { email, password } = site.person('admin');
  expect((await page.request.post('/api/auth/sign-in/email', { data: { email, password } })).status()).toBe(200);
  await page.goto('/books');
  await page.getByRole('main').getByRole('link').first().click();
  const part = page.getByRole('region', { name: 'Reading offline' });
  await part.getByRole('button', { name: 'Keep offline' }).click();
  await expect(part.getByRole('status')).toContainText('Available offline since');
  const chapter = page.getByRole('region', { name: 'Chapter by chapter' }).getByRole('link').first();
  const path = (await chapter.getAttribute('href')) ?? '';
  const note = page.getByRole('status').filter({ hasText: 'No connection.' });

  await site.crash();
  await page.goto(path);
  await expect(note).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/search?q=queue');
  await expect(page.getByText('isn’t available offline.')).toBeVisible();
  await page.getByRole('main').getByRole('listitem').getByRole('link').click();
  await expect(note).toBeVisible();
  // The router follows these links: it loads copies as documents.
  await chapter.click();
  await expect(page).toHaveURL(path);
  await expect(note).toBeVisible();
  await expect(page.locator('main .text.prose')).toHaveText(/\w{3}/u);
  await page.getByRole('navigation', { name: 'Previous and next' }).getByRole('link').last().click();
  await expect(page).not.toHaveURL(path);
  await expect(page.locator('main .text.prose')).toHaveText(/\w{3}/u);
  await page.goBack();
  await expect(page).toHaveURL(path);
  await expect(page.locator('main .text.prose')).toHaveText(/\w{3}/u);

  // What is done now waits.
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByRole('article').getByRole('status').filter({ hasText: 'Waiting to be sent' })).toBeVisible();
  await page.goto('/library/offline');
  await expect(page.getByText('No connection. You can read what’s listed here')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Waiting to be sent' }).getByRole('listitem')).toHaveText(/Marked as done/);
  await expect(page.getByRole('banner').getByRole('link', { name: /Sign/ })).toHaveCount(0);

  await site.start();
  await page.goto(path);
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Done', pressed: true })).toBeVisible();
  await expect(page.getByRole('article').getByText('Waiting to be sent')).toHaveCount(0);
  // It comes from the site.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Done', pressed: true })).toBeVisible();
  await context.close();
});
