import { type Page } from '@playwright/test';
import { signInAt } from './support/api-client.ts';
import { demoPerson, expect, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

// One site for the file: its tests follow each other.
test.describe.configure({ mode: 'serial' });

let site: SiteProcess;
let rows: SiteRows;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await prepareSite({ ASSETS_URL: 'https://assets.example' });
  await site.start();
  rows = await openSiteRows(site);
});
test.afterAll(async () => {
  await rows.close();
  await site.remove();
});

test.describe('an article', () => {
  test.use({ expectedErrors: [/404/] });

  test('whose slug changed is found under the old one, too @SITE-01', async ({ page }) => {
    const before = `${site.origin}/articles/the-retry-budget`;
    expect((await page.goto(before))?.status()).toBe(200);
    await rows.run(`update app_public.articles set slug = 'a-budget-of-retries' where slug = 'the-retry-budget'`);
    await expect.poll(async () => (await page.request.get(before, { maxRedirects: 0 })).status()).toBe(301);
    await page.goto(before);
    await expect(page).toHaveURL(`${site.origin}/articles/a-budget-of-retries`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  for (const { name, change } of [
    { name: 'Draft', change: 'is_published = false, published_at = null, archived_at = null' },
    { name: 'Scheduled', change: `is_published = true, published_at = now() + interval '1 day', archived_at = null` },
    { name: 'Archived', change: `is_published = true, published_at = now() - interval '1 day', archived_at = now()` },
  ]) {
    test(`${name}: its author reads it, nobody else does @SITE-01 @DOC-04`, async ({ page }) => {
      const path = `${site.origin}/articles/how-this-site-shows-your-text`;
      await rows.run(`update app_public.articles set ${change} where slug = 'how-this-site-shows-your-text'`);
      await expect.poll(async () => (await page.request.get(path)).status()).toBe(404);
      await signInThere(page, 'learner');
      expect((await page.goto(path))?.status()).toBe(404);
      await page.context().clearCookies();
      await signInThere(page, 'author');
      const answer = await page.goto(path);
      expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([200, 'private, no-store']);
      await expect(page.getByText(`${name}: seen by its authors and staff`)).toBeVisible();
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    });
  }
});

test('the link to a repository is signed for who may read the whole text, and only for them @EDIT-08 @DOC-04', async ({ request }) => {
  const author = await signInAt(site.origin, demoPerson('author'));
  const publish = async (title: string, subscriptionRequired: boolean) => {
    type Made = { createArticle: { article: { id: string; slug: string } } };
    const create = 'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id slug } } }';
    const bodyMarkdown = 'Open words.\n\n::repository{title="The code"}\n\n::paywall\n\nPaid words.';
    const made = (await author.run<Made>(create, { input: { title, bodyMarkdown } })).data?.createArticle.article;
    if (!made) throw new Error('publish: expected an article, got none');
    const { id, slug } = made;
    const update = 'mutation a($input: UpdateArticleInput!) { updateArticle(input: $input) { article { id } } }';
    await author.run(update, { input: { id, patch: { subscriptionRequired } } });
    await author.run('mutation a($input: PublishArticleInput!) { publishArticle(input: $input) { article { id } } }', {
      input: { id, version: 1 },
    });
    return `/articles/${slug}`;
  };
  const signed = (path: string) => new RegExp(`href="https://assets\\.example${path}\\?expires=\\d{10}&amp;signature=[\\w-]{43}"`);
  const [paid, free] = [await publish('Code behind a paywall', true), await publish('Code for everybody', false)];
  const pageOf = async (path: string, role?: 'learner' | 'proLearner') => {
    const headers = role ? { cookie: (await signInAt(site.origin, demoPerson(role))).cookie } : {};
    return (await request.get(`${site.origin}${path}`, { headers })).text();
  };
  for (const html of [await pageOf(paid), await pageOf(paid, 'learner'), await pageOf(`${paid}.data`)]) {
    expect(html).toContain('Open words.');
    expect(html).toContain('The code');
    expect(html).not.toContain('assets.example');
  }
  expect(await pageOf(paid, 'proLearner')).toMatch(signed(paid));
  expect(await pageOf(free)).toMatch(signed(free));
});

async function signInThere(page: Page, role: 'learner' | 'author'): Promise<void> {
  const { email, password } = demoPerson(role);
  await page.goto(`${site.origin}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}
