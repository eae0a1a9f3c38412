import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { site } from '../site.config.ts';

/** One page of each kind that the shell stands around. */
const pages = [
  '/',
  '/courses',
  '/books',
  '/courses/types-that-tell-the-truth',
  '/fullstack-graphql',
  '/@bram',
  '/courses?q=queue',
  '/sign-in',
  '/sign-up',
  '/reset-password',
];

test.describe('every page', () => {
  for (const path of pages) {
    test(`${path} fits the window, passes axe in both themes and names the organisation @SITE-03 @SITE-10`, async ({ page }) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(200);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
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

  test('fits a tablet, too @SITE-10', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    for (const path of pages) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    }
  });

  test('carries the security headers, errors included', async ({ request }) => {
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
  expect(await ground(second?.id)).not.toBe(await ground(first?.id));
  await expect(page.locator(`[id="${second?.id}"]`)).toBeInViewport();
  await expect(page.locator(`[id="${first?.id}"]`).getByRole('link').last()).toHaveAttribute(
    'href',
    `/discussions/${discussion?.id}#${first?.id}`,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test.describe('an unknown address', () => {
  test.use({ expectedErrors: [/404/] });

  for (const path of ['/nothing-here', '/courses/nothing', '/books/nothing', '/@nobody-at-all', '/a/b/c', '/discussions/1']) {
    test(`${path} is a 404 page that offers search and the catalogue @SITE-02`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('struck out');
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await expect(page.getByRole('main').getByRole('link', { name: 'All courses' })).toHaveAttribute('href', '/courses');
      await page.getByRole('searchbox').fill('queue');
      await page.getByRole('searchbox').press('Enter');
      await expect(page.getByRole('link', { name: /The Shape of a Queue/ })).toBeVisible();
      await expect(page).toHaveURL(/\/courses\?q=queue$/);
    });
  }

  test('reached by a link of the page shows the same page @SITE-02', async ({ page }) => {
    await page.goto('/courses');
    await page.evaluate(() => {
      const link = document.querySelector('a[href="/books"]');
      link?.setAttribute('href', '/nothing-here');
    });
    await page.goto('/nothing-here');
    await page.getByRole('link', { name: 'Back to line 1' }).click();
    await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
  });
});

test.describe('the theme', () => {
  const paper = { light: 'rgb(244, 245, 241)', dark: 'rgb(16, 21, 18)' };
  const colour = 'getComputedStyle(document.documentElement).backgroundColor';

  test('follows the system until it is switched, then stays as chosen, without a flash @SITE-10', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    expect(await page.evaluate(colour)).toBe(paper.light);
    await page.getByRole('button', { name: 'Change theme' }).click();
    expect(await page.evaluate(colour)).toBe(paper.dark);

    // The very first paint of the next page is dark already, before any module has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/courses', { waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(colour)).toBe(paper.dark);
    await page.unroute('**/assets/*.js');

    await page.goto('/books');
    await page.getByRole('button', { name: 'Change theme' }).click();
    expect(await page.evaluate(colour)).toBe(paper.light);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate(colour)).toBe(paper.dark);
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

  test('the menu of a phone opens, leads and closes @SITE-10', async ({ page }) => {
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

  test('pages are read, searched and left @SITE-01', async ({ page }, info) => {
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

test.describe('the page cache', () => {
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
