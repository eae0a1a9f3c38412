import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { site } from '../site.config.ts';

/** One page of each kind that the shell stands around. */
const pages = [
  '/',
  '/courses',
  '/books',
  '/courses/types-that-tell-the-truth',
  '/fullstack-graphql',
  '/articles/the-retry-budget',
  '/@bram',
  '/courses?q=queue',
  '/sign-in',
  '/sign-up',
  '/reset-password',
];

test.describe('every page', () => {
  for (const path of pages) {
    test(`${path} fits the window, passes axe in both themes and names the organisation @SITE-03 @SITE-10`, { tag: '@phone' }, async ({
      page,
    }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothThemes(page);
      const written = await page.locator('script[type="application/ld+json"]#organisation').textContent();
      const origin = new URL(page.url()).origin;
      const { name, logo, profiles, url } = site.organisation;
      expect(JSON.parse(written ?? '')).toEqual({
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name,
        logo: new URL(logo, origin).href,
        url: url ?? origin,
        sameAs: profiles.map((profile) => profile.url),
      });
    });
  }

  test('fits a tablet, too @SITE-10', { tag: '@desk' }, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    for (const path of pages) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    }
  });

  test('carries the security headers, errors included', { tag: '@desk' }, async ({ request }) => {
    for (const path of [
      ...pages,
      '/nothing-here',
      '/account',
      '/%E0%A4%A',
      '/graphql',
      '/api/auth/nothing',
      '/healthz',
      '/favicon.svg',
      '/assets/none.js',
      '/media/v/none/master.m3u8',
    ]) {
      const headers = (await request.get(path, { maxRedirects: 0 })).headers();
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': expect.stringContaining('origin'),
        'content-security-policy': expect.stringMatching(/default-src 'none'/),
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(headers['content-security-policy'], path).toMatch(/frame-ancestors/);
      expect(headers, path).not.toHaveProperty('x-powered-by');
      expect(headers, path).not.toHaveProperty('server');
    }
  });
});

test('a discussion has a page of its own, where the comment of the address is marked @DISC-08', async ({ page, request }) => {
  const query = '{ clips(first: 60) { nodes { title discussions(first: 1) { nodes { id comments(first: 9) { nodes { id } } } } } } }';
  type Found = { title: string; discussions: { nodes: { id: string; comments: { nodes: { id: string }[] } }[] } };
  const answer = (await (await request.post('/graphql', { data: { query } })).json()) as { data: { clips: { nodes: Found[] } } };
  const clip = answer.data.clips.nodes.find(({ discussions }) => (discussions.nodes[0]?.comments.nodes.length ?? 0) > 2);
  const discussion = clip?.discussions.nodes[0];
  const [first, second] = discussion?.comments.nodes ?? [];
  await page.goto(`/discussions/${discussion?.id}#${second?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(clip?.title ?? '');
  const ground = (id: string | undefined) => page.locator(`[id="${id}"]`).evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(async () => (await ground(second?.id)) === (await ground(first?.id))).toBe(false);
  await expect(page.locator(`[id="${second?.id}"]`)).toBeInViewport();
  await expect(page.locator(`[id="${first?.id}"]`).getByRole('link').last()).toHaveAttribute(
    'href',
    `/discussions/${discussion?.id}#${first?.id}`,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('code in a comment has its colours and can be copied @DISC-08', { tag: '@desk' }, async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const query = '{ clips(first: 60) { nodes { discussions(first: 3) { nodes { id comments(first: 3) { nodes { bodyMarkdown } } } } } } }';
  type Found = { discussions: { nodes: { id: string; comments: { nodes: { bodyMarkdown: string | null }[] } }[] } };
  const answer = (await (await request.post('/graphql', { data: { query } })).json()) as { data: { clips: { nodes: Found[] } } };
  const found = answer.data.clips.nodes
    .flatMap(({ discussions }) => discussions.nodes)
    .find(({ comments }) => comments.nodes.some(({ bodyMarkdown }) => bodyMarkdown?.includes('```ts\ndefault:\n  s satisfies never;')));
  const block = page.locator('figure.code').first();
  // The demo's texts are drawn by a job after the first start.
  await expect(async () => {
    await page.goto(`/discussions/${found?.id}`);
    await expect(block.locator('code .k').first()).toHaveText('default', { timeout: 500 });
  }).toPass();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('default:\n  s satisfies never;');
});

test.describe('an unknown address', () => {
  test.use({ expectedErrors: [/404/] });

  test('is a 404 page that offers search and the catalogue @SITE-02', async ({ page }) => {
    for (const path of ['/nothing-here', '/courses/nothing', '/books/nothing', '/@nobody-at-all', '/a/b/c', '/discussions/1']) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { level: 1 }), path).toContainText('struck out');
      await expectNoSidewaysScroll(page);
      await expect(page.getByRole('main').getByRole('link', { name: 'All courses' }), path).toHaveAttribute('href', '/courses');
    }
    await expectAccessibleInBothThemes(page);
    await page.getByRole('searchbox').fill('queue');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('link', { name: /The Shape of a Queue/ })).toBeVisible();
    await expect(page).toHaveURL(/\/courses\?q=queue$/);
  });

  test('reached by a link of the page shows the same page, without leaving the one before @SITE-02', { tag: '@desk' }, async ({ page }) => {
    // A list that was read before one of its courses went away; without the policy, which knows the page's scripts as they were sent.
    await page.route('**/courses', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': '' },
        body: (await answer.text()).replaceAll('/courses/css-set-in-type', '/courses/gone-since'),
      });
    });
    await expect(async () => {
      await page.goto('/courses');
      await page.evaluate(() => Object.assign(window, { isSameWindow: true }));
      await page.locator('main a[href="/courses/gone-since"]').first().click({ timeout: 5_000 });
      await expect(page.getByRole('heading', { level: 1 })).toContainText('struck out', { timeout: 5_000 });
      // Before the page's own code runs, its links load whole pages.
      expect(await page.evaluate(() => 'isSameWindow' in window)).toBe(true);
    }).toPass();
    await expect(page).toHaveURL(/\/courses\/gone-since$/);
    await page.getByRole('link', { name: 'Back to line 1' }).click();
    await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
  });
});

test.describe('the theme', () => {
  const paper = { light: 'rgb(244, 245, 241)', dark: 'rgb(16, 21, 18)' };
  const colour = 'getComputedStyle(document.documentElement).backgroundColor';

  test('follows the system until it is switched, then stays as chosen, without a flash @SITE-10', { tag: '@desk' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(colour)).toBe(paper.light);
    await page.getByRole('button', { name: 'Change theme' }).click();
    await expect.poll(() => page.evaluate(colour)).toBe(paper.dark);

    // The very first paint of the next page is dark already, before any module has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/courses', { waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(colour)).toBe(paper.dark);
    await page.unroute('**/assets/*.js');

    await page.goto('/books');
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Change theme' }).click();
    await expect.poll(() => page.evaluate(colour)).toBe(paper.light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => page.evaluate(colour)).toBe(paper.dark);
  });
  test.use({ expectedErrors: [/ERR_FAILED/] });
});

test.describe('by keyboard alone', () => {
  test('the content is one key away, and the navigation the next @SITE-10', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
  });

  test('the menu of a phone opens, leads and closes @SITE-10', { tag: '@desk' }, async ({ page }) => {
    // A desk has no menu, so this is the phone's on every project.
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    const books = page.getByRole('navigation', { name: 'Main, on a phone' }).getByRole('link', { name: 'Books' });
    await expect(books).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(books).toBeHidden();
    await page.keyboard.press('Enter');
    await books.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible();
    await expect(books).toBeHidden();
  });

  test('the login dialog takes the focus, keeps it and gives it back @SITE-10 @AUTH-02', async ({ page }) => {
    await page.goto('/courses');
    // Before the page has taken over, the link leads to the page of the same name.
    await page.waitForLoadState('networkidle');
    const opener = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await expectAccessible(page);
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('pages are read, searched and left @SITE-01', { tag: '@phone' }, async ({ page }, info) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
    await page.goto('/courses/types-that-tell-the-truth');
    await expect(page.getByRole('heading', { level: 1, name: 'Types That Tell the Truth' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /^1/ }).first()).toBeVisible();
    await page.goto('/books');
    await page.getByRole('searchbox').fill('postgres');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('link', { name: /Postgres, Slowly/ })).toBeVisible();
    if (info.project.name === 'phone') {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Main, on a phone' }).getByRole('link', { name: 'Courses' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible();
    }
  });
});

test.describe('the page cache', { tag: '@desk' }, () => {
  test('gives the same bytes whoever asks, whatever they claim @SITE-05', async ({ request }) => {
    const clean = await (await request.get('/courses')).text();
    for (const headers of [
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-proto': 'https' },
      { 'x-original-url': '/account' },
      { cookie: 'newline.session_token=x' },
      { host: 'evil.example' },
    ]) {
      const answer = await request.get('/courses', { headers });
      expect(await answer.text()).toBe(clean);
      expect(answer.headers()['x-page-cache']).toBe('hit');
    }
    expect(clean).not.toContain('evil.example');
  });
});
