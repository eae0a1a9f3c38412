import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';

test('a discussion has a page of its own, where the comment in the URL is highlighted; its code is colored and can be copied @DISC-08', {
  tag: '@desk',
}, async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const query =
    '{ clips(first: 60) { nodes { title discussions(first: 3) { nodes { id comments(first: 9) { nodes { id bodyMarkdown } } } } } } }';
  type Discussion = { id: string; comments: { nodes: { id: string; bodyMarkdown: string | null }[] } };
  const answer = (await (await request.post('/graphql', { data: { query } })).json()) as {
    data: { clips: { nodes: { title: string; discussions: { nodes: Discussion[] } }[] } };
  };
  const all = answer.data.clips.nodes.flatMap(({ title, discussions }) => discussions.nodes.map((one) => ({ title, ...one })));
  const long = all.find(({ comments }) => comments.nodes.length > 2);
  const withCode = all.find(({ comments }) =>
    comments.nodes.some(({ bodyMarkdown }) => bodyMarkdown?.includes('```ts\ndefault:\n  s satisfies never;')),
  );

  await test.step('the comment is highlighted and in view, and each has its URL', async () => {
    const [first, second] = long?.comments.nodes ?? [];
    await page.goto(`/discussions/${long?.id}#${second?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(long?.title ?? '');
    const ground = (id: string | undefined) =>
      page.locator(`[id="${id}"]`).evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(async () => (await ground(second?.id)) === (await ground(first?.id))).toBe(false);
    await expect(page.locator(`[id="${second?.id}"]`)).toBeInViewport();
    await expect(page.locator(`[id="${first?.id}"]`).getByRole('link').last()).toHaveAttribute(
      'href',
      `/discussions/${long?.id}#${first?.id}`,
    );
    await expectAccessible(page);
  });

  await test.step('code has its colors and can be copied', async () => {
    await page.goto(`/discussions/${withCode?.id}`);
    const block = page.locator('figure.code').first();
    await expect(block.locator('code .k').first()).toHaveText('default');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await block.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('default:\n  s satisfies never;');
  });
});

test.describe('an unknown URL', () => {
  test.use({ expectedErrors: [/404/] });

  test('offers search and the catalog, or appears within the previous page; heads change with their pages @SITE-02 @SITE-09', {
    tag: '@desk',
  }, async ({ page }) => {
    await test.step('the page offers search and the catalog', async () => {
      await page.goto('/courses/nothing');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('struck out');
      await expect(page.getByRole('main').getByRole('link', { name: 'All courses' })).toHaveAttribute('href', '/courses');
      await page.getByRole('searchbox').fill('queue');
      await page.getByRole('searchbox').press('Enter');
      await expect(page.getByRole('link', { name: /The Shape of a Queue/ })).toBeVisible();
      await expect(page).toHaveURL(/\/courses\?q=queue$/);
    });

    // A list that was loaded before one of its courses was deleted; without the policy, which knows the page's scripts as they were sent.
    await page.route('**/courses', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), 'content-security-policy': '' },
        body: (await answer.text()).replaceAll('/courses/css-set-in-type', '/courses/gone-since'),
      });
    });

    await test.step('a link to a deleted page shows it without leaving the previous page', async () => {
      await page.goto('/courses');
      await page.evaluate(() => Object.assign(window, { isSameWindow: true }));
      await page.locator('main a[href="/courses/gone-since"]').first().click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('struck out');
      await expect.poll(() => page.evaluate(() => 'isSameWindow' in window)).toBe(true);
      await expect(page).toHaveURL(/\/courses\/gone-since$/);
      await page.getByRole('link', { name: 'Back to line 1' }).click();
      await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
    });

    await test.step('head elements of the first page are removed; the publisher stays', async () => {
      await page.goto('/courses');
      await expect(page.locator('[data-head]').first()).toBeAttached();
      await page.getByRole('link', { name: 'Types That Tell the Truth' }).first().click();
      await expect(page).toHaveURL(/types-that-tell-the-truth$/);
      await expect(page.locator('[data-head]')).toHaveCount(0);
      await expect(page.locator('#organization')).toBeAttached();
    });
  });
});

test.describe('the theme', () => {
  const paper = { light: 'rgb(244, 245, 241)', dark: 'rgb(16, 21, 18)' };
  const color = 'getComputedStyle(document.documentElement).backgroundColor';
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('follows the system until it is switched, then stays as chosen, without a flash @SITE-10', { tag: '@desk' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await expect.poll(() => page.evaluate(color)).toBe(paper.light);
    await page.getByRole('button', { name: 'Change theme' }).click();
    await expect.poll(() => page.evaluate(color)).toBe(paper.dark);

    // The first paint of the next page is already dark, before any module has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/courses', { waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(color)).toBe(paper.dark);
    await page.unroute('**/assets/*.js');

    await page.goto('/books');
    await page.getByRole('button', { name: 'Change theme' }).click();
    await expect.poll(() => page.evaluate(color)).toBe(paper.light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => page.evaluate(color)).toBe(paper.dark);
  });
});

test('with only the keyboard: the content, the menu on a phone, the sign-in dialog, and the account menu @SITE-10 @AUTH-02 @AUTH-04', {
  tag: '@desk',
}, async ({ page, people }) => {
  await test.step('the content is one key away', async () => {
    await page.goto('/courses');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
  });

  await test.step('the sign-in dialog gets the focus, traps it and returns it', async () => {
    const opener = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await expectAccessible(page);
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('Tab');
    // Past its end, the focus is briefly on the element that returns it.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('the menu on a phone opens, navigates and closes', async () => {
    // A desktop has no menu, so this only runs on a phone.
    await page.setViewportSize({ width: 320, height: 640 });
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    const books = page.getByRole('navigation', { name: 'Main (phone)' }).getByRole('link', { name: 'Books' });
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

  await test.step('the account is opened, changed and signed out of', async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await people.enter('learner');
    await page.goto('/account');
    const profile = page.getByRole('form', { name: 'Profile' });
    await profile.getByLabel('Job title').focus();
    await page.keyboard.type('Typesetter');
    await page.keyboard.press('Enter');
    await expect(profile.getByRole('status')).toContainText('Profile saved.');
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.focus();
    await page.keyboard.press('Enter');
    const first = page.getByRole('link', { name: 'Profile', exact: true });
    await expect(first).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(first).toBeHidden();
    await expect(account).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(first).toBeVisible();
    await page.getByRole('button', { name: 'Sign out', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  });
});

test('the administrator’s menu works with the keyboard and passes axe @SITE-10 @AUTH-04', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, demoPerson('admin'));
  await page.goto('/courses');
  await page.getByRole('button', { name: `Account of ${demoPerson('admin').name}` }).focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('link', { name: 'Profile', exact: true });
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('pages can be read, searched and left @SITE-01 @SEARCH-01', { tag: '@phone' }, async ({ page }, info) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
    if (info.project.name === 'phone') {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation', { name: 'Main (phone)' }).getByRole('link', { name: 'Courses' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible();
    } else {
      await page.getByRole('link', { name: 'Search everything', exact: true }).click();
      await page.getByRole('searchbox').fill('useEffect');
      await page.getByRole('searchbox').press('Enter');
      await page
        .getByRole('link', { name: /Why your effect runs twice/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why your effect runs twice');
    }
    await page.goto('/courses/types-that-tell-the-truth');
    await expect(page.getByRole('heading', { level: 1, name: 'Types That Tell the Truth' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /^1/ }).first()).toBeVisible();
    await page.goto('/books');
    await page.getByRole('searchbox').fill('postgres');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('link', { name: /Postgres, Slowly/ })).toBeVisible();
  });
});
