import { gzipSync } from 'node:zlib';
import type { APIRequestContext, Request } from '@playwright/test';
import { site } from '@newline/api/rules/site/site';
import {
  demoPerson,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './support/journey.ts';
import { suffix } from './support/people.ts';
import { makeArticle, makeCourse } from './support/things.ts';

/** An article with a paywall, a sentence before the marker and one after. */
const paid = '/articles/what-the-planner-knew-last-tuesday';
const freeWords = 'Nobody had deployed.';
const paidWords = 'Once is cheap. It ran 198 times.';
const free = '/articles/eleven-ways-to-name-a-boolean';

test('all articles are listed with their authors, dates and reading times, and link to their pages @SITE-05', {
  tag: ['@desk', '@phone'],
}, async ({ page, request }) => {
  await page.goto('/');
  const isNarrow = (page.viewportSize()?.width ?? 0) < 720;
  if (isNarrow) await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('navigation', { name: isNarrow ? 'Main (phone)' : 'Main', exact: true })
    .getByRole('link', { name: 'Articles' })
    .click();
  await expect(page).toHaveURL('/articles');
  await expect(page).toHaveTitle(`Articles · ${site.name}`);
  const list = page.getByRole('list', { name: 'All articles' });
  const cards = list.getByRole('link');
  await expect(cards.nth(5)).toBeVisible();
  await expect(cards.filter({ hasText: 'A retry budget in twelve lines' })).toContainText(/\d+ min/);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  const html = await (await request.get('/articles')).text();
  expect(html).toContain('application/atom+xml');
  expect(html).toContain('"@type":"CollectionPage"');
  expect(await (await request.get('/sitemaps/pages.xml')).text()).toContain('/articles</loc>');
  expect(await (await request.get('/feeds/articles.atom')).text()).toMatch(/<link rel="alternate" href="[^"]+\/articles"/);
  expect((await request.get('/articles?page=999')).status()).toBe(404);
  await cards.filter({ hasText: 'A retry budget in twelve lines' }).click();
  await expect(page).toHaveURL('/articles/the-retry-budget');
});

test('an article with a paywall continues only for users with Pro @DOC-04', { tag: '@desk' }, async ({ page, request }) => {
  const paywall = page.getByRole('heading', { name: 'The next line is for Pro readers.' });

  await test.step('a visitor gets only what is above the paywall, in the page and in its data', async () => {
    for (const path of [paid, `${paid}.data`, `${paid}?page=2`]) {
      const raw = await rawOf(request, path);
      expect(raw, path).toContain(freeWords);
      expect(raw, path).not.toContain(paidWords);
      expect(raw, path).not.toContain('in order of patience');
    }
  });

  await test.step('its page isn’t cacheable by proxies, while a free one is, except that of a signed-in user', async () => {
    const visitors = (await request.get(paid)).headers();
    expect([visitors['cache-control'], visitors['cdn-cache-control'], visitors['vary']]).toEqual([
      'private, max-age=0, must-revalidate',
      undefined,
      'Accept-Encoding, Cookie',
    ]);
    // Cached from the second request on.
    await request.get(free);
    const first = await request.get(free);
    expect(first.headers()['cdn-cache-control']).toContain('public');
    await signIn(page, demoPerson('learner'));
    const own = await page.request.get(free);
    expect([own.headers()['cache-control'], own.headers()['cdn-cache-control']]).toEqual(['private, no-store', undefined]);
    expect([(await own.text()).includes('id="own"'), (await first.text()).includes('id="own"')]).toEqual([true, false]);
  });

  await test.step('a user without Pro sees the paywall, and isn’t asked to sign in', async () => {
    expect(await (await page.goto(paid))?.text()).not.toContain(paidWords);
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    await expect(paywall).toBeVisible();
    await expect(page.getByRole('link', { name: /Sign in/ })).toHaveCount(0);
  });

  await test.step('a visitor is asked to sign in, and returns to the whole text', async () => {
    await page.context().clearCookies();
    await page.goto(paid);
    await expect(paywall).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Already a member? Sign in' }).click();
    await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
    const { email, password } = demoPerson('proLearner');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(paid);
    await expect(page.getByText(paidWords)).toBeVisible();
    await expect(paywall).toHaveCount(0);
  });

  await test.step('that page is served to no one else', async () => {
    const answer = await page.reload();
    expect(await answer?.text()).toContain(paidWords);
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(await rawOf(page.request, `${paid}.data`)).toContain(paidWords);
    for (const path of [paid, `${paid}.data`]) expect(await rawOf(request, path), path).not.toContain(paidWords);
  });
});

test('an article shows its author and date, loads few scripts, and leads to others within the browser @SITE-01 @DOC-03', {
  tag: '@desk',
}, async ({ page }) => {
  const scripts = new Set<string>();
  const isOfComments = (request: Request) => /"articleId":"[\w-]+"/.test(request.postData() ?? '');
  const beforeComments = page.waitForRequest(isOfComments).then(() => scripts.size);
  page.on('response', (answer) => answer.request().resourceType() === 'script' && scripts.add(answer.url()));
  const answer = await page.goto(free);
  expect(answer?.status()).toBe(200);
  const title = 'Eleven ways to name a boolean';
  const heading = page.getByRole('heading', { level: 1 });

  await test.step('its byline matches its structured data', async () => {
    await expect(page).toHaveTitle(`${title} · ${site.name}`);
    await expect(heading).toHaveText(title);
    await expect(page.getByRole('link', { name: /Nadia Farrow/ }).first()).toHaveAttribute('href', '/@nadia');
    await expect(page.locator('header time').first()).toBeVisible();
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
    const { origin } = new URL(page.url());
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
  });

  await test.step('it loads at most 114 KB of scripts, and 128 with its comments', async () => {
    // The comments are requested by one of the lazily loaded scripts, and the last one follows them.
    const late = await beforeComments;
    await expect.poll(() => scripts.size).toBeGreaterThan(late);
    const html = (await answer?.text()) ?? '';
    const sizes = await Promise.all(
      [...scripts].map(async (url) => ({
        isFirst: html.includes(new URL(url).pathname),
        bytes: gzipSync(await rawOf(page.request, url), { level: 9 }).length,
      })),
    );
    const sum = (some: typeof sizes) => some.reduce((all, { bytes }) => all + bytes, 0);
    const first = sizes.filter(({ isFirst }) => isFirst);
    // The home page's limit is 115 KB; a text adds its table of contents, its copy buttons and its frames. The comments come after it.
    expect(first.length).toBeGreaterThan(3);
    expect(sizes.length).toBeGreaterThan(first.length);
    expect(sum(first)).toBeLessThanOrEqual(114 * 1024);
    expect(sum(sizes)).toBeLessThanOrEqual(128 * 1024);
  });

  await test.step('the next article is rendered in the browser, and so is the first one after Back', async () => {
    const words = (await page.locator('.text').textContent()) ?? '';
    expect(words.length).toBeGreaterThan(500);
    await page.evaluate(() => Object.assign(window, { isSameWindow: true }));
    await page.getByRole('region', { name: 'Read next' }).getByRole('link').first().click();
    await expect(page).not.toHaveURL(free);
    await expect(heading).not.toHaveText(title);
    await expect(page.locator('.text > .b').first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(free);
    await expect(heading).toHaveText(title);
    await expect(page.locator('.text')).toHaveText(words);
    expect(await page.evaluate(() => 'isSameWindow' in window)).toBe(true);
  });
});

/** Settings that make an item visible only to its authors, and the message for them. */
const hidden = {
  Draft: 'is_published = false, published_at = null, archived_at = null',
  Scheduled: `is_published = true, published_at = now() + interval '1 day', archived_at = null`,
  Archived: `is_published = true, published_at = now() - interval '1 day', archived_at = now()`,
};

test.describe('hidden items', () => {
  test.use({ expectedErrors: [/404/] });

  test('drafts, scheduled and archived pages are visible to their author and administrators; a changed slug redirects @SITE-01 @SITE-02 @AUTH-03 @DOC-04', {
    tag: '@desk',
  }, async ({ page, people, rows, request, baseURL }) => {
    const author = await people.enter('author');
    const writer = await people.at(author);
    const cookies = {
      learner: (await people.at(await people.make('learner'))).cookie,
      author: writer.cookie,
      admin: (await people.at(await people.make('admin'))).cookie,
    };
    const article = await makeArticle(writer, { title: 'An article for some' });
    const course = await makeCourse(writer, { title: 'A course for some', lessons: [{ title: 'The only one' }] });
    const ask = (path: string, as?: keyof typeof cookies) =>
      fetch(`${baseURL}${path}`, { redirect: 'manual', headers: { cookie: as === undefined ? '' : cookies[as] } });
    const statusForVisitors = async (path: string) => (await ask(path)).status;
    for (const { table, item } of [
      { table: 'articles', item: article },
      { table: 'courses', item: course },
    ]) {
      for (const [name, change] of Object.entries(hidden)) {
        await test.step(`${name}: one of the ${table}`, async () => {
          // The control: before it was hidden, everyone could read it.
          await rows.run(
            `update app_public.${table} set is_published = true, published_at = now() - interval '1 day', archived_at = null where id = $1`,
            [item.id],
          );
          await expect.poll(() => statusForVisitors(item.path)).toBe(200);
          await rows.run(`update app_public.${table} set ${change} where id = $1`, [item.id]);
          await expect.poll(() => statusForVisitors(item.path)).toBe(404);
          expect((await ask(item.path, 'learner')).status).toBe(404);
          for (const who of ['author', 'admin'] as const) {
            const answer = await ask(item.path, who);
            expect([answer.status, answer.headers.get('cache-control')], who).toEqual([200, 'private, no-store']);
            const html = await answer.text();
            expect(html.replaceAll('<!-- -->', ''), who).toContain(`${name}: hidden from readers`);
            expect(html, who).toMatch(/<meta (?=[^>]*name="robots")(?=[^>]*content="noindex")/);
          }
        });
      }
      await test.step(`one of the ${table}, as its author sees it, in both themes and at both widths`, async () => {
        expect((await page.goto(item.path))?.status()).toBe(200);
        await expect(page.getByText('Archived: hidden from readers')).toBeVisible();
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
        await expectAccessibleInBothThemes(page);
        await expectNoSidewaysScroll(page);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoSidewaysScroll(page);
        await page.setViewportSize({ width: 1280, height: 860 });
      });
    }

    await test.step('anyone else gets a page that says so', async () => {
      const learner = await people.open(await people.make('learner'));
      expect((await learner.goto(article.path))?.status()).toBe(404);
      await expect(learner.getByRole('heading', { level: 1 })).toContainText('struck out');
      expect((await request.get('/articles/nothing')).status()).toBe(404);
    });

    await test.step('an article whose slug changed is found under the old one, too', async () => {
      const slug = `a-new-address-${suffix()}`;
      await rows.run(`update app_public.articles set archived_at = null, slug = $2 where id = $1`, [article.id, slug]);
      await expect.poll(() => statusForVisitors(article.path)).toBe(301);
      await page.goto(article.path);
      await expect(page).toHaveURL(`/articles/${slug}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.title);
    });
  });
});

/** Returns the body of an answer. An idle connection may be closed just when it's used again: then it's asked once more. */
async function rawOf(request: APIRequestContext, path: string): Promise<string> {
  return (await request.get(path, { maxRetries: 1 })).text();
}
