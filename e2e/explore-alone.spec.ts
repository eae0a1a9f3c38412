import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

/** The catalogue by category and the books by rank, on a site whose rows these journeys change. */
test.describe('exploring the catalogue', () => {
  test.describe.configure({ mode: 'default' });
  test.use({ expectedErrors: [/Failed to load resource|More titles could not be loaded/] });
  let site: SiteProcess;
  let rows: SiteRows;

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

  const open = (page: Page, query = '') => page.goto(`${site.origin}/explore-catalog${query}`);
  const panel = (page: Page) => page.getByRole('tabpanel').first();
  const card = (page: Page, title: string) => panel(page).getByRole('link', { name: title }).first();
  /** Opens the page as often as it takes until it was made anew after a change. */
  const openUntil = (page: Page, look: () => Promise<void>, query = '') =>
    expect(async () => {
      await open(page, query);
      await look();
    }).toPass();

  test('the tabs choose a category, its titles come newest first, and View More brings five of each @EXPL-01 @EXPL-03 @EXPL-04', async ({
    page,
  }) => {
    await open(page);
    await expect(page.getByRole('tab').filter({ hasNotText: /Most|Highest|Coming/ })).toHaveText([
      /^All\d+$/,
      /^AI\d+$/,
      /^Frontend\d+$/,
      /^Backend\d+$/,
      /^Programming Languages\d+$/,
      /^Programming Basics\d+$/,
      /^Concepts\d+$/,
      /^Engineering\d+$/,
      /^Design\d+$/,
    ]);
    await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true');
    const [first] = await rows.run(`select title from app_public.courses_by_tag() limit 1`);
    await expect(panel(page).getByRole('article').getByRole('heading')).toContainText(String(first?.['title']));

    const shown = () => panel(page).locator('a[data-kind]').count();
    await expect.poll(shown).toBe(14);
    const order = async () => {
      const titles = await panel(page).locator('a[data-kind] b').allTextContents();
      const dated = await rows.run(
        `select array_position($1, title) as place, created_at from (
          select title, created_at from app_public.courses union all select title, created_at from app_public.books
          union all select title, created_at from app_public.articles) t where title = any ($1) order by 1`,
        [titles],
      );
      const days = dated.map((row) => (row['created_at'] as Date).getTime());
      expect(days.length).toBeGreaterThanOrEqual(titles.length);
      expect(days).toEqual(days.toSorted((a, b) => b - a));
    };
    await order();

    const requests: string[] = [];
    await page.route('**/graphql', async (route) => {
      requests.push(route.request().postData() ?? '');
      await route.continue();
    });
    const more = panel(page).locator('a[role="button"]');
    await expect(more).toHaveText('View More');
    await more.click();
    await expect.poll(shown).toBe(29);
    expect(requests.some((body) => /"first":5,"offset":5/.test(body))).toBe(true);
    await order();
    await expect(async () => {
      if ((await more.count()) > 0) await more.click();
      await expect(more).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await expect(panel(page).getByRole('status')).toHaveText(/^(\d+) of \1 shown$/);

    // Another category begins at its first page again, in the same tab, at an address of its own.
    const [engineering] = await rows.run(`select app_public.tags_num_titles(t) as total, (select count(*)::int from (
      (select from app_public.courses_by_tag('engineering') limit 5) union all (select from app_public.books_by_tag('engineering') limit 5)
      union all (select from app_public.articles_for_tag('engineering') limit 5)) firsts) as shown from app_public.tags t where slug = 'engineering'`);
    const total = Number(engineering?.['total']);
    expect(total).toBeGreaterThan(Number(engineering?.['shown']));
    await page.getByRole('tab', { name: /^Engineering/ }).click();
    await expect(page).toHaveURL(/\/explore-catalog\?category=engineering$/);
    await expect(page.getByRole('tab', { name: /^Engineering/ })).toHaveAttribute('aria-selected', 'true');
    await expect(panel(page).getByRole('status')).toHaveText(`${String(engineering?.['shown'])} of ${total} shown`);
    requests.length = 0;
    await more.click();
    await expect(panel(page).getByRole('status')).toHaveText(`${total} of ${total} shown`);
    expect(requests.filter((body) => body.includes('"offset"'))).toEqual([
      expect.stringContaining('"tagName":"engineering","first":5,"offset":5'),
    ]);
    await order();
    const [count] = await rows.run(`select app_public.tags_num_titles(t) as n from app_public.tags t where slug = 'languages'`);
    await expect(page.getByRole('tab', { name: /^Programming Languages/ })).toHaveText(`Programming Languages${String(count?.['n'])}`);
    await page.getByRole('tab', { name: /^Engineering/ }).press('ArrowRight');
    await expect(page).toHaveURL(/category=design$/);
  });

  test('says Loading... while it loads; a failure is logged, and loading ends @EXPL-04', async ({ page }) => {
    await open(page);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    const button = panel(page).locator('a[role="button"]');
    const held = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      await held.promise;
      await route.abort();
    });
    await button.click();
    await expect(button).toHaveText('Loading...');
    held.resolve();
    await expect(button).toHaveText('View More');
    expect(logged.join()).toContain('More titles could not be loaded');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute('**/graphql');
    await button.click();
    await expect(panel(page).locator('a[data-kind]')).toHaveCount(29);
  });

  test('on the home page categories and View More open in place, by pointer and by keys @EXPL-01 @EXPL-03 @EXPL-04', async ({
    page,
    browser,
  }) => {
    const explore = page.getByRole('region', { name: 'Explore', exact: true });
    const tabs = explore.getByRole('navigation', { name: 'Category' });
    const tab = (name: string) => tabs.getByRole('link', { name, exact: true });
    const small = explore.locator('a[data-kind]');
    const more = explore.getByRole('button');
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('/graphql') && asked.push(request.postData() ?? ''));
    await page.goto(site.origin);
    await expect(tabs.getByRole('link')).toHaveText([
      'All',
      'AI',
      'Frontend',
      'Backend',
      'Programming Languages',
      'Programming Basics',
      'Concepts',
      'Engineering',
      'Design',
    ]);
    await expect(tab('All')).toHaveAttribute('aria-current', 'true');
    const [course] = await rows.run(`select title from app_public.courses_by_tag() limit 1`);
    const large = explore.getByRole('article');
    await expect(large.getByRole('heading')).toContainText(String(course?.['title']));
    await large.getByRole('radio', { name: 'Details' }).check();
    await expect(large.getByText('What it needs')).toBeVisible();
    // The newest of all three kinds stand beside it, and each opens in a new tab.
    const newest = await rows.run(`select title from (
      (select title, created_at from app_public.courses_by_tag() offset 1) union all (select title, created_at from app_public.books_by_tag())
      union all (select title, created_at from app_public.articles_for_tag())) t order by created_at desc limit 4`);
    await expect(small.locator('b')).toHaveText(newest.map(({ title }) => String(title)));
    for (const card of await small.all()) await expect(card).toHaveAttribute('target', '_blank');
    await expect(explore.locator('a[data-kind="course"] img').first()).toHaveAttribute('width', '295');
    expect(asked.filter((body) => body.includes('"offset"'))).toEqual([]);

    const total = async (category: string) =>
      (await rows.run(`select app_public.tags_num_titles(t) as n from app_public.tags t where slug = $1`, [category]))[0]?.['n'];
    await tab('Engineering').click();
    await expect(tab('Engineering')).toHaveAttribute('aria-current', 'true');
    await expect(tab('Engineering')).toBeFocused();
    await expect(explore.getByRole('status')).toHaveText(new RegExp(`^\\d+ of ${String(await total('engineering'))} shown$`));
    await expect(page).toHaveURL(`${site.origin}/`);
    expect(asked.filter((body) => body.includes('"offset"'))).toEqual([
      expect.stringContaining('"tagName":"engineering","first":5,"offset":0'),
    ]);
    await expect(explore.getByRole('link', { name: 'Explore the whole catalogue' })).toHaveAttribute('href', '/explore-catalog');

    // Another category begins at its first titles again; so does All.
    await tab('All').press('Enter');
    await expect(tab('All')).toBeFocused();
    await expect(small).toHaveCount(14);
    await expect(more).toHaveText('View More');
    await more.press('Enter');
    await expect(small).toHaveCount(29);
    expect(asked.at(-1)).toContain('"tagName":null,"first":5,"offset":5');
    await tab('Design').click();
    await expect(tab('Design')).toHaveAttribute('aria-current', 'true');
    expect(asked.at(-1)).toContain('"tagName":"design","first":5,"offset":0');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    // View More says that it loads; a failure is logged, and loading ends.
    await page.goto(site.origin);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    const held = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      if (!route.request().postData()?.includes('"offset"')) return route.continue();
      await held.promise;
      await route.abort();
    };
    await page.route('**/graphql', hold);
    await more.click();
    await expect(more).toHaveText('Loading...');
    held.resolve();
    await expect(more).toHaveText('View More');
    expect(logged.join()).toContain('More titles could not be loaded');
    await expect(small).toHaveCount(4);
    await page.unroute('**/graphql', hold);
    await more.click();
    await expect(small).toHaveCount(29);
    await expect(more).toBeFocused();

    // Without scripts the same presses lead to the explore page.
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(site.origin);
    await plain.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Concepts' }).click();
    await expect(plain).toHaveURL(/\/explore-catalog\?category=concepts$/);
    await plain.goto(site.origin);
    await plain.getByRole('region', { name: 'Explore', exact: true }).getByRole('button', { name: 'View More' }).click();
    await expect(plain).toHaveURL(/\/explore-catalog\?pages=2$/);
    await context.close();
  });

  test('a card says what there is to know, in its words @EXPL-03 @EXPL-05', async ({ page }) => {
    await rows.run(`update app_public.courses set created_at = now() - interval '13 days 23 hours', summary = null, description = null, is_free = true
      where slug = 'rendering-without-regret'`);
    await rows.run(
      `update app_public.books set created_at = now() - interval '15 days', rating_count = 1234, rating_sum = 5000 where slug = 'postgres-slowly'`,
    );
    await rows.run(`update app_public.books set is_bootcamp = true, summary = null, description = null where slug = 'fullstack-d3-book'`);
    await openUntil(
      page,
      () => expect(card(page, 'Rendering Without Regret')).toContainText('No course description provided', { timeout: 500 }),
      '?pages=9',
    );
    await expect(card(page, 'Rendering Without Regret')).toContainText('New Release');
    await expect(card(page, 'Rendering Without Regret')).toContainText('Free');
    await expect(card(page, 'Postgres, Slowly')).not.toContainText('New Release');
    await expect(card(page, 'Postgres, Slowly')).toContainText('4.1 / 5.0 (1,234)');
    await expect(card(page, 'Fullstack D3')).toContainText('No book description provided');
    await expect(card(page, 'Fullstack D3')).toContainText('Bootcamp');
    await expect(card(page, 'Fullstack D3')).not.toContainText('Pro');
    await expect(card(page, 'Retrieval, Plainly')).toContainText('(not rated yet)');
    await expect(panel(page).locator('a[data-kind="article"]').first()).toContainText(/Free|Pro/);
    await expect(panel(page).locator('a[data-kind="article"]').first()).not.toContainText('rated');

    const picture = card(page, 'Rendering Without Regret').locator('img');
    await expect(picture).toHaveAttribute('width', '295');
    await expect(picture).toHaveAttribute('height', '165');
    await expect.poll(() => picture.boundingBox()).toMatchObject({ width: 295 });
    const opened = page.waitForEvent('popup');
    await card(page, 'Rendering Without Regret').click();
    await (await opened).waitForURL(/\/courses\/rendering-without-regret$/);
  });

  test('the newest course is large and turns over; a category without one has no large card @EXPL-03 @EXPL-05', async ({ page }) => {
    await rows.run(`update app_public.courses set created_at = now(), dependencies = '{"primaryLanguage": "Elm", "list": [{"name": "elm-test", "version": "9.8", "link": "https://elm.example/test"}]}'
      where slug = 'css-set-in-type'`);
    await rows.run(
      `delete from app_public.taggings where course_id is not null and tag_id = (select id from app_public.tags where slug = 'concepts')`,
    );
    const large = panel(page).getByRole('article');
    await openUntil(page, () => expect(large).toContainText('CSS, Set in Type', { timeout: 500 }));
    await expect(large.getByText('Elm', { exact: true })).toBeHidden();
    await large.getByRole('radio', { name: 'Image' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(large.getByRole('radio', { name: 'Details' })).toBeChecked();
    await expect(large.getByText('Elm', { exact: true })).toBeVisible();
    await expect(large.getByRole('link', { name: 'elm-test' })).toHaveAttribute('href', 'https://elm.example/test');
    await expect(large.getByRole('link', { name: 'elm-test' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(large.getByText('9.8')).toBeVisible();
    await large.getByRole('radio', { name: 'Image' }).check();
    await expect(large.getByText('Elm', { exact: true })).toBeHidden();
    await openUntil(page, () => expect(large).toHaveCount(0, { timeout: 500 }), '?category=concepts');
    await expect(panel(page).locator('a[data-kind]').first()).toBeVisible();
  });

  test('has two columns, one below 990 px, and fits at every width in both themes @EXPL-03 @SITE-10', async ({ page }) => {
    const columns = () =>
      panel(page).evaluate(
        (element) =>
          new Set([...element.querySelectorAll('a[data-kind]')].map((entry) => Math.round(entry.getBoundingClientRect().left))).size,
      );
    for (const [width, expected] of [
      [320, 1],
      [768, 1],
      [989, 1],
      [990, 2],
      [1920, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      await expect.poll(columns, `${width}`).toBe(expected);
      await expectNoSidewaysScroll(page);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  });

  test('books by date, readers and ratings, nine at the most; Coming Soon only when there are any @BOOK-01 @BOOK-02', async ({ page }) => {
    const shelf = page.getByRole('region', { name: 'Books' });
    const titles = () => shelf.getByRole('tabpanel').locator('a b').allTextContents();
    await open(page);
    const [all] = await rows.run(`select count(*)::int as n from app_public.ranked_books('MOST_RECENT')`);
    expect(all?.['n']).toBeGreaterThan(9);
    expect(await titles()).toHaveLength(9);
    await rows.run(`update app_public.books set is_early_access = true where slug = 'quiet-deployments'`);
    await rows.run(`update app_public.books set is_bootcamp = true where slug = 'fullstack-d3-book'`);
    await rows.run(
      `update app_public.book_lessons set progress_count = 5000 where book_id = (select id from app_public.books where slug = 'the-long-stack-trace')`,
    );
    await rows.run(`update app_public.books set reviews_count = 999 where slug = 'small-models-honest-answers'`);
    await rows.run(`update app_public.lessons l set video_duration = case when l.id = (select min(o.id::text)::uuid from app_public.lessons o where o.book_id = b.id) then 7500 end
      from app_public.books b where b.slug = 'postgres-slowly' and l.book_id = b.id`);
    await rows.run(`update app_public.books set is_live_workshop = true, published_at = now() where slug = 'postgres-slowly'`);
    await openUntil(page, async () => expect((await titles())[0]).toBe('Postgres, Slowly'));
    await expect(shelf.getByRole('tab')).toHaveText(['Most Recent', 'Most Popular', 'Highest Rated', 'Coming Soon']);
    expect((await titles()).length).toBeLessThanOrEqual(9);
    expect(await titles()).not.toContain('Quiet Deployments');
    const first = shelf.getByRole('link', { name: 'Postgres, Slowly' });
    await expect(first).toContainText('Workshop');
    await expect(shelf.getByRole('link', { name: 'Fullstack D3' })).toContainText('Bootcamp');
    await expect(shelf.getByRole('link', { name: 'Test What You Promised' })).toContainText('Book');
    await expect(shelf.getByRole('link', { name: 'Test What You Promised' })).not.toContainText('Bootcamp');
    await expect(first).toContainText('2 h 05 min');
    await expect(first).toContainText('view the book →');
    await expect(shelf.getByRole('link', { name: 'View All Books' })).toHaveAttribute('href', '/books');
    await shelf.getByRole('tab', { name: 'Most Popular' }).click();
    expect((await titles())[0]).toBe('The Long Stack Trace');
    await shelf.getByRole('tab', { name: 'Highest Rated' }).click();
    expect((await titles())[0]).toBe('Small Models, Honest Answers');
    await shelf.getByRole('tab', { name: 'Coming Soon' }).click();
    const announced = await rows.run(
      `select title from app_public.books where is_coming_soon and archived_at is null and is_shown_publicly`,
    );
    expect((await titles()).toSorted()).toEqual(announced.map(({ title }) => String(title)).toSorted());
    await shelf.getByRole('tabpanel').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/(?:books\/|[a-z])/);

    // The same shelf stands under the list of all books.
    await page.goto(`${site.origin}/books`);
    const ranked = page.getByRole('region', { name: 'By rank' });
    await ranked.getByRole('tab', { name: 'Most Popular' }).click();
    await expect(ranked.getByRole('tabpanel').locator('a b').first()).toHaveText('The Long Stack Trace');

    await rows.run(`update app_public.books set is_coming_soon = false where is_coming_soon`);
    await openUntil(page, () =>
      expect(shelf.getByRole('tab')).toHaveText(['Most Recent', 'Most Popular', 'Highest Rated'], { timeout: 500 }),
    );
  });

  test('without JavaScript, categories and more pages are links @EXPL-01 @EXPL-04', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await open(page);
    await page.getByRole('tab', { name: /^Engineering/ }).click();
    await expect(page).toHaveURL(/category=engineering$/);
    const before = await panel(page).locator('a[data-kind]').count();
    await panel(page).getByRole('button', { name: 'View More' }).click();
    await expect(page).toHaveURL(/category=engineering&pages=2$/);
    await expect.poll(() => panel(page).locator('a[data-kind]').count()).toBeGreaterThan(before);
    for (const query of ['?category=no-such', '?pages=0', '?pages=21'])
      expect((await page.request.get(`${site.origin}/explore-catalog${query}`)).status(), query).toBe(404);
    await context.close();
  });
});
