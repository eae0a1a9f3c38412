import type { Page } from '@playwright/test';
import { paragraphOf } from './support/asked-often.ts';
import {
  control,
  countOf,
  expectClip,
  gridIds,
  holdStreams,
  isRefetch,
  loadAllClips,
  openClips,
  stagedId,
  watchOffsets,
} from './support/clip-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

/** Lists of the whole site, with other rows than the demo's: pages follow the database without a restart. */
test.describe('a site with other titles and clips', () => {
  test.describe.configure({ mode: 'default' });
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  test.use({ baseURL: async ({}, use) => use(origin), expectedErrors: [/404/] });
  let site: SiteProcess;
  let origin = '';
  let rows: SiteRows;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    site = await prepareSite();
    origin = site.origin;
    await site.start();
    rows = await openSiteRows(site);
  });
  test.afterAll(async () => {
    await rows.close();
    await site.remove();
  });

  const titlesOf = async (sql: string) => (await rows.run(sql)).map(({ title }) => String(title));
  /** Opens a page repeatedly until it was rendered again after a change, and its content is as expected. */
  const openUntil = (page: Page, path: string, read: () => Promise<unknown>, expected: unknown) =>
    expect
      .poll(async () => {
        await page.goto(path);
        return read();
      })
      .toEqual(expected);

  test('a profile shows the beginning of a long comment @DISC-01', async ({ page }) => {
    await rows.run(
      `with made as (
         insert into app_public.discussions (article_id) select id from app_public.articles where slug = 'the-retry-budget' returning id
       )
       insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
       select made.id, u.id, ${paragraphOf('$1::text')}, $1::text, '<p>x</p>' from made, app_public.users u where u.username = 'bram'`,
      ['The compiler refuses the rest. '.repeat(60).trim()],
    );
    const said = page.getByRole('region', { name: 'In discussions' }).getByRole('listitem').first().locator('p').last();
    // About four lines on a desktop.
    const isShort = async () =>
      /^The compiler refuses the rest\. .*…$/.test(await said.innerText()) && (await said.innerText()).length <= 281;
    await openUntil(page, '/@bram', isShort, true);
  });

  test('the home page has the titles and testimonials that administrators chose, and the newest of all @HOME-01 @HOME-02 @HOME-05', async ({
    page,
  }) => {
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    const covers = region('Recent titles').locator('ol').getByRole('link');
    // Also those behind 'Show more'.
    const voices = region('What readers say').locator('figure');
    const published = region('Just published').locator('b');
    const newest = () =>
      titlesOf(`select title from (select title, published_at, is_coming_soon, is_published, archived_at, is_shown_publicly from app_public.courses
        union all select title, published_at, is_coming_soon, is_published, archived_at, is_shown_publicly from app_public.books) i
        where is_published and not is_coming_soon and archived_at is null and is_shown_publicly and published_at <= now() order by published_at desc limit 5`);
    const before = await newest();
    await page.goto('/');
    await expect(published).toHaveText(before);

    await rows.run(`update app_public.courses set title = 'A title from the database', published_at = now() - interval '1 minute'
      where slug = 'the-shape-of-a-queue'`);
    // Announced titles aren't among them, however new they are.
    await rows.run(`update app_public.books set published_at = now() where slug = 'vue-server-first' and is_coming_soon`);
    await rows.run(`update app_public.home_pages set course_slugs = '{go-at-rest}', book_slugs = '{postgres-slowly}',
      testimonial_slugs = testimonial_slugs[2:]`);
    const after = await newest();
    expect(after).toEqual(['A title from the database', ...before.slice(0, 4)]);
    const chosen = await titlesOf(`select title from (
      (select title, published_at from app_public.courses where slug = 'go-at-rest') union all
      (select title, published_at from app_public.books where slug = 'postgres-slowly')) t order by published_at desc`);
    const titlesOfCovers = () => covers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const shown = async () => [await published.allTextContents(), await titlesOfCovers(), await voices.count()];
    await openUntil(page, '/', shown, [after, chosen, 13]);
    await expect(voices.first()).toContainText('Teo Brandvold');
    const explore = region('Explore');
    const [large = ''] = await titlesOf(`select title from app_public.courses_by_tag() limit 1`);
    await expect(explore.getByRole('article').getByRole('heading')).toContainText(large);
    await expect(explore.locator('a[data-kind] b')).toHaveText(
      await titlesOf(`select title from (
        (select title, created_at from app_public.courses_by_tag() offset 1) union all (select title, created_at from app_public.books_by_tag())
        union all (select title, created_at from app_public.articles_for_tag())) t order by created_at desc limit 4`),
    );
  });

  test('the catalog has books by date, readers and ratings, and a category without courses @BOOK-01 @BOOK-02 @EXPL-01 @EXPL-03 @EXPL-05', async ({
    page,
  }) => {
    const shelf = page.getByRole('region', { name: 'Books' });
    const panel = page.getByRole('tabpanel').first();
    const titles = () => shelf.getByRole('tabpanel').locator('a b').allTextContents();
    await page.goto('/explore-catalog');
    const [all] = await rows.run(`select count(*)::int as n from app_public.ranked_books('MOST_RECENT')`);
    expect(all?.['n']).toBeGreaterThan(9);
    await expect(shelf.getByRole('tabpanel').locator('a b')).toHaveCount(9);

    for (const change of [
      `update app_public.books set is_early_access = true where slug = 'quiet-deployments'`,
      `update app_public.books set is_bootcamp = true where slug = 'fullstack-d3-book'`,
      `update app_public.book_lessons set progress_count = 5000 where book_id = (select id from app_public.books where slug = 'the-long-stack-trace')`,
      `update app_public.books set reviews_count = 999 where slug = 'small-models-honest-answers'`,
      `update app_public.lessons l set video_duration = case when l.id = (select min(o.id::text)::uuid from app_public.lessons o where o.book_id = b.id) then 7500 end
        from app_public.books b where b.slug = 'postgres-slowly' and l.book_id = b.id`,
      `update app_public.courses set created_at = now(), dependencies = '{"primaryLanguage": "Elm", "list": [{"name": "elm-test", "version": "9.8", "link": "https://elm.example/test"}]}'
        where slug = 'css-set-in-type'`,
      `delete from app_public.taggings where course_id is not null and tag_id = (select id from app_public.tags where slug = 'concepts')`,
      `update app_public.books set is_live_workshop = true, published_at = now() where slug = 'postgres-slowly'`,
    ])
      await rows.run(change);
    const large = panel.getByRole('article');
    const firsts = async () => [(await titles())[0], (await large.textContent())?.includes('CSS, Set in Type')];
    await openUntil(page, '/explore-catalog', firsts, ['Postgres, Slowly', true]);

    await test.step('the newest course is large, and its card flips', async () => {
      await expect(large).toContainText('New Release');
      await expect(large.getByText('Elm', { exact: true })).toBeHidden();
      await large.getByRole('radio', { name: 'Details' }).check();
      await expect(large.getByText('Elm', { exact: true })).toBeVisible();
      await expect(large.getByRole('link', { name: 'elm-test' })).toHaveAttribute('href', 'https://elm.example/test');
      await expect(large.getByText('9.8')).toBeVisible();
      const [count] = await rows.run(`select app_public.tags_num_titles(t) as n from app_public.tags t where slug = 'languages'`);
      await expect(page.getByRole('tab', { name: /^Programming Languages/ })).toHaveText(`Programming Languages${String(count?.['n'])}`);
    });

    await test.step('books are ranked, nine at the most, with their labels and hours', async () => {
      await expect(shelf.getByRole('tab')).toHaveText(['Most Recent', 'Most Popular', 'Highest Rated', 'Coming Soon']);
      const recent = await titles();
      expect(recent.length).toBeLessThanOrEqual(9);
      expect(recent).not.toContain('Quiet Deployments');
      const first = shelf.getByRole('link', { name: 'Postgres, Slowly' });
      await expect(first).toContainText('Workshop');
      await expect(first).toContainText('2 h 05 min');
      await expect(first).toContainText('view the book →');
      await expect(shelf.getByRole('link', { name: 'Test What You Promised' })).toContainText('Book');
      await expect(shelf.getByRole('link', { name: 'Test What You Promised' })).not.toContainText('Bootcamp');
      await expect(shelf.getByRole('link', { name: 'Fullstack D3' })).toContainText('Bootcamp');
      await expect(shelf.getByRole('link', { name: 'View All Books' })).toHaveAttribute('href', '/books');
      await shelf.getByRole('tab', { name: 'Most Popular' }).click();
      await expect.poll(async () => (await titles())[0]).toBe('The Long Stack Trace');
      await shelf.getByRole('tab', { name: 'Highest Rated' }).click();
      await expect.poll(async () => (await titles())[0]).toBe('Small Models, Honest Answers');
      await shelf.getByRole('tab', { name: 'Coming Soon' }).click();
      const announced = await titlesOf(
        `select title from app_public.books where is_coming_soon and archived_at is null and is_shown_publicly`,
      );
      await expect.poll(async () => (await titles()).toSorted()).toEqual(announced.toSorted());
      const book = shelf.getByRole('tabpanel').getByRole('link').first();
      const address = (await book.getAttribute('href')) ?? '';
      await book.click();
      await expect(page).toHaveURL(address);
    });

    await test.step('the same shelf is below the list of all books', async () => {
      await page.goto('/books');
      const ranked = page.getByRole('region', { name: 'By rank' });
      await ranked.getByRole('tab', { name: 'Most Popular' }).click();
      await expect(ranked.getByRole('tabpanel').locator('a b').first()).toHaveText('The Long Stack Trace');
    });

    await test.step('a category without a course has no large card', async () => {
      await openUntil(page, '/explore-catalog?category=concepts', () => large.count(), 0);
      await expect(panel.locator('a[data-kind]').first()).toBeVisible();
    });

    await test.step('Coming Soon disappears with the last announced book', async () => {
      await rows.run(`update app_public.books set is_coming_soon = false where is_coming_soon`);
      const orders = () => shelf.getByRole('tab').allTextContents();
      await openUntil(page, '/explore-catalog', orders, ['Most Recent', 'Most Popular', 'Highest Rated']);
    });
  });

  test('the learning space loads 95 clips in four requests, counts two tabs once, and then has fewer and fewer clips @CLIP-01 @CLIP-03 @CLIP-04 @CLIP-05', async ({
    page,
    context,
  }) => {
    await holdStreams(page);
    const newestShort = `select id from app_public.clips where is_short and video_url is not null order by created_at desc, id desc limit 1`;
    const mode = page.getByRole('group', { name: 'Clip length' });
    const shorts = mode.getByRole('button', { name: 'SHORTS' });
    const full = mode.getByRole('button', { name: 'FULL' });
    const next = page.getByRole('button', { name: 'Next Video' });

    await test.step('a row that changed is updated, and one without a video isn’t shown', async () => {
      const [hidden] = await rows.run(`update app_public.clips set video_url = null where id = (${newestShort}) returning id`);
      await rows.run(`update app_public.clips set title = 'A clip from the database' where id = (${newestShort})`);
      await rows.run(`insert into app_public.clips (title, is_short, video_url, duration_seconds, course_id, created_at)
        select 'Filled ' || n, true, 'local:effect-2x7k', 12, (select id from app_public.courses where slug = 'types-that-tell-the-truth'), now() - n * interval '400 days'
        from generate_series(1, 95 - (select count(*)::int from app_public.clips where video_url is not null)) n`);
      const staged = page.getByRole('heading', { level: 2, name: 'A clip from the database' });
      const shown = async () => [await staged.isVisible(), (await gridIds(page)).includes(String(hidden?.['id']))];
      await openUntil(page, '/clips', shown, [true, false]);
      expect((await page.request.get(`/clips/${String(hidden?.['id'])}`)).status()).toBe(404);
    });

    await signIn(page, site.person('learner'));
    const offsets = watchOffsets(page);
    await openClips(page);
    const [, clip = ''] = await gridIds(page);

    await test.step('95 clips load in exactly four requests: 0, 30, 60 and 90', async () => {
      // The browser requests a signed-in reader's first page, because the page's HTML is the same for everyone.
      await expect.poll(() => offsets).toEqual([0]);
      await loadAllClips(page);
      expect(offsets).toEqual([0, 30, 60, 90]);
    });

    await test.step('the refetch after a like keeps the loaded clips, the selection and the scroll position', async () => {
      const loaded = await gridIds(page);
      await page.locator(`a[data-clip-id="${clip}"]`).dispatchEvent('click');
      await expect.poll(() => stagedId(page)).toBe(clip);
      await page.evaluate(() => window.scrollTo(0, 300));
      const wasOn = (await control(page, 'Like').getAttribute('aria-pressed')) === 'true';
      const before = await countOf(page, 'Like');
      const refetched = page.waitForResponse((response) => isRefetch(response.request()));
      await control(page, 'Like').click();
      await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', String(!wasOn));
      const scroll = await page.evaluate(() => window.scrollY);
      await (await refetched).finished();
      await expect(control(page, 'Like')).toBeEnabled();
      await expect.poll(() => countOf(page, 'Like')).toBe(before + (wasOn ? -1 : 1));
      expect(await gridIds(page)).toEqual(loaded);
      await expect.poll(() => stagedId(page)).toBe(clip);
      expect(scroll).toBeGreaterThan(0);
      expect(await page.evaluate(() => window.scrollY)).toBe(scroll);
    });

    await test.step('the click in either of two tabs counts once', async () => {
      const other = await context.newPage();
      // It doesn't hear from the other one, so that both show the same state when they are pressed.
      await other.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
      for (const tab of [page, other]) await openClips(tab, `/clips/${clip}`);
      const stored = async () =>
        (
          await rows.run(
            'select (select count(*)::int from app_public.clip_likes where clip_id = $1 and enabled) as likes, (select likes_count from app_public.clips where id = $1) as counted',
            [clip],
          )
        )[0];
      const before = await stored();
      expect(before?.['likes']).toBe(before?.['counted']);
      const step = (await control(page, 'Like').getAttribute('aria-pressed')) === 'true' ? -1 : 1;
      for (const tab of [page, other]) await expect.poll(() => countOf(tab, 'Like')).toBe(before?.['counted']);
      const answered = [page, other].map((tab) => tab.waitForResponse((response) => isRefetch(response.request())));
      await Promise.all([page, other].map((tab) => control(tab, 'Like').click()));
      await Promise.all(answered);
      for (const tab of [page, other]) await expect(control(tab, 'Like')).toBeEnabled();
      // Both request the opposite of what they show: the second press changes nothing.
      const after = Number(before?.['counted']) + step;
      expect(await stored()).toEqual({ likes: after, counted: after });
      await other.close();
    });

    await test.step('it starts with FULL when there are more of them; Next Video is off when a clip is the only one', async () => {
      await rows.run(`update app_public.clips set is_short = false where id <> (${newestShort})`);
      await openUntil(page, '/clips', () => full.getAttribute('aria-pressed'), 'true');
      await expect(next).toBeEnabled();
      await shorts.click();
      await expect(next).toBeDisabled();
      expect(await gridIds(page)).toEqual([await stagedId(page)]);
    });

    await test.step('it starts with SHORTS in a tie', async () => {
      await rows.run(`delete from app_public.clips where not is_short and id <> (
        select id from app_public.clips where not is_short and video_url is not null limit 1)`);
      await openUntil(page, '/clips', () => page.getByText('1 short, 1 full').isVisible(), true);
      await expect(shorts).toHaveAttribute('aria-pressed', 'true');
      await expect(next).toBeDisabled();
    });

    await test.step('it says so when there are no clips of a length', async () => {
      await rows.run('delete from app_public.clips where not is_short');
      await openUntil(page, '/clips', () => page.getByText('1 short, 0 full').isVisible(), true);
      await full.click();
      await expect(page.getByText('No full clips yet')).toBeVisible();
      await expect(next).toHaveCount(0);
      // The URL doesn't name the clip that was shown before.
      await expect(page).toHaveURL('/clips');
      await expectFits(page);
      await page.getByRole('button', { name: 'Show short clips' }).press('Enter');
      await expect(shorts).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('link', { name: 'Skip to the selected clip' })).toBeFocused();
      await expect(next).toBeDisabled();
      const [only = ''] = await gridIds(page);
      await expectClip(page, `/clips/${only}`, only);
      await expectFits(page);
    });

    await test.step('with two of a length, Next Video switches between them', async () => {
      await rows.run(`insert into app_public.clips (title, is_short, video_url, duration_seconds, course_id, created_at)
        select 'The second of two', true, video_url, duration_seconds, course_id, created_at - interval '1 day'
        from app_public.clips where video_url is not null limit 1`);
      await openUntil(page, '/clips', () => page.getByText('2 shorts, 0 full').isVisible(), true);
      const [one = '', two = ''] = await gridIds(page);
      await expect.poll(() => stagedId(page)).toBe(one);
      for (const other of [two, one, two]) {
        await next.click();
        await expectClip(page, `/clips/${other}`, other);
      }
      await expectFits(page);
    });

    await test.step('without any clip both lengths say so, and there is no player', async () => {
      await rows.run('delete from app_public.clips');
      await openUntil(page, '/clips', () => page.getByText('0 shorts, 0 full').isVisible(), true);
      await expect(page.getByText('No short clips yet')).toBeVisible();
      await full.click();
      await expect(page.getByText('No full clips yet')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Show short clips' })).toHaveCount(0);
      await expect(page.locator('aside[data-clip-id]')).toHaveCount(0);
      await expect(page).toHaveURL('/clips');
      await expectFits(page);
    });
  });
});

/** Expects that the page fits on a phone and a desk, and that axe finds nothing; leaves it as wide as a desk. */
async function expectFits(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
}
