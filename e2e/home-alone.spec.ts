import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

const sections = [
  'Explore',
  'Just published',
  'Our students work at',
  'Recent titles',
  'Everything, for the price of one book a month.',
  'A letter on Fridays',
  'What readers say',
  'From the people who write here',
  'Meet the newline authors',
  'Where to go from here',
];

/** The home page on a site of its own, whose rows change. */
test.describe('the home page', () => {
  test.describe.configure({ mode: 'serial' });
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

  const open = (page: Page) => page.goto(`${site.origin}/`);
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  /** The state of an address on the newsletter's list. */
  const stateOf = async (email: string) =>
    (await rows.run(`select state from app_private.newsletter_subscribers where email = $1`, [email]))[0]?.['state'];
  /** The link in the mail to an address. */
  const linkTo = async (page: Page, email: string) => {
    let link: string | undefined;
    await expect(async () => {
      const { messages } = await (await page.request.get(`${site.origin}/dev/mailbox.json`)).json();
      const mail = (messages as { to: string; text: string }[]).find(({ to }) => to === email);
      link = /http\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0];
      expect(link).toBeDefined();
    }).toPass();
    return link ?? '';
  };
  /** Opens the page as often as it takes until it was made anew after a change. */
  const openUntil = (page: Page, look: () => Promise<void>) =>
    expect(async () => {
      await open(page);
      await look();
    }).toPass();

  test('has its sections in order, at five widths and without scripts @HOME-01 @HOME-07 @SITE-06', async ({ page, browser }) => {
    for (const [width, colorScheme] of [
      [360, 'light'],
      [768, 'dark'],
      [992, 'light'],
      [1280, 'dark'],
      [1920, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await open(page);
      await expect(page.locator('main section:not([style])')).toHaveCount(0);
      const names = await page
        .locator('main section')
        .evaluateAll((all) =>
          all.map(
            (one) =>
              one.getAttribute('aria-label') ?? document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
          ),
        );
      expect(names.filter((name) => sections.includes(name))).toEqual(sections);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await open(plain);
    for (const words of [
      '500+ hours of video',
      '15+ books',
      '100,000+ developers',
      '1-minute shorts',
      '3-5 minute videos',
      'about 40 dollars',
    ]) {
      await expect(plain.locator('main')).toContainText(words);
    }
    for (const name of sections) await expect(region(plain, name)).toBeVisible();
    await expect(plain.getByRole('link', { name: 'Explore the whole catalogue' })).toHaveAttribute('href', '/explore-catalog');
    const categories = plain.getByRole('navigation', { name: 'Category' });
    await expect(categories.getByRole('link').first()).toHaveText('All');
    await expect(categories.getByRole('link', { name: 'Frontend' })).toHaveAttribute('href', '/explore-catalog?category=frontend');
    const ways = region(plain, 'Where to go from here');
    await expect(ways.getByRole('link', { name: /Read everything with Pro/ })).toHaveAttribute('href', '/pricing');
    await expect(ways.getByRole('link', { name: /Write a book with us/ })).toHaveAttribute('href', '/write-with-us');
    await expect(ways.getByRole('link', { name: 'Apply to Teach' })).toHaveAttribute('href', /^https:\/\/forms\./);
    for (const [title, isStudent] of Object.entries({ 'Our students work at': true, 'Read by the teams of': false })) {
      const firms = await rows.run('select name from app_public.logos where is_student_logo = $1 order by position, id', [isStudent]);
      expect(firms.length).toBeGreaterThan(5);
      const strip = plain.locator('main div', { has: plain.getByText(title, { exact: true }) }).last();
      const shown = strip.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')));
      expect(await shown, title).toEqual(firms.map(({ name }) => name));
    }
    await context.close();
  });

  test('highlights the five most recently published, and follows the database @HOME-02 @HOME-01', async ({ page }) => {
    const newest = async () =>
      (
        await rows.run(`select title from (select title, published_at, is_coming_soon, is_published, archived_at, is_shown_publicly from app_public.courses
        union all select title, published_at, is_coming_soon, is_published, archived_at, is_shown_publicly from app_public.books) i
        where is_published and not is_coming_soon and archived_at is null and is_shown_publicly and published_at <= now() order by published_at desc limit 5`)
      ).map(({ title }) => String(title));
    const strip = region(page, 'Just published');
    await open(page);
    await expect(strip.getByRole('link')).toHaveCount(5);
    await expect(strip.locator('b')).toHaveText(await newest());
    await rows.run(`update app_public.books set published_at = now() - interval '1 minute' where slug = 'quiet-deployments'`);
    expect((await newest())[0]).toBe('Quiet Deployments');
    const expected = await newest();
    await openUntil(page, () => expect(strip.locator('b')).toHaveText(expected, { timeout: 500 }));
    // What is only announced is not among them, however new.
    await rows.run(`update app_public.books set is_coming_soon = true, published_at = now() where slug = 'quiet-deployments'`);
    await openUntil(page, () => expect(strip).not.toContainText('Quiet Deployments', { timeout: 500 }));
    await expect(strip.locator('b')).toHaveText(await newest());
    await rows.run(`update app_public.books set is_coming_soon = false where slug = 'quiet-deployments'`);
    await rows.run(`update app_public.courses set title = 'A title from the database' where slug = 'types-that-tell-the-truth'`);
    await openUntil(page, () => expect(strip).toContainText('A title from the database', { timeout: 500 }));
  });

  test('offers Pro with its covers, features and links @HOME-03', async ({ page }) => {
    await open(page);
    const pro = region(page, 'Everything, for the price of one book a month.');
    await expect(pro.getByRole('link', { name: 'Learn more about newline Pro' })).toHaveAttribute('href', '/pricing');
    await expect(pro.getByRole('link', { name: 'Subscribe to newline Pro' })).toHaveAttribute('href', /newline-basic-subscription-monthly/);
    await expect(pro.getByRole('link', { name: 'Get a Team Package' })).toHaveAttribute('href', '/pricing');
    await expect(pro.getByRole('listitem')).toHaveText([
      'Unlimited access to 60+ books, guides and courses',
      'Interactive live project demos',
      'Complete source code',
      '20% discount on every masterclass course',
      'Community chat access',
      'Full transcripts with code snippets',
      'Early access to future content',
    ]);
    await pro.scrollIntoViewIfNeeded();
    await expect.poll(() => pro.locator('img').count()).toBeGreaterThanOrEqual(6);
  });

  test('moves through recent titles; videos come when wanted, stop on moving, and play by number @CARO-01 @CARO-02', async ({ page }) => {
    await open(page);
    const section = region(page, 'Recent titles');
    await expect(section.locator('p.lead').first()).toBeVisible();
    await expect(section.getByRole('link', { name: 'All courses' })).toHaveAttribute('href', '/courses');
    await section.scrollIntoViewIfNeeded();
    const heading = section.getByRole('heading', { level: 3 });
    const covers = section.locator('ol').getByRole('link');
    const titles = await covers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    expect(titles.length).toBeGreaterThan(3);
    await expect(heading).toHaveText(titles[0] ?? '');
    await expect(async () => {
      await section.getByRole('button', { name: 'Previous' }).click();
      await expect(heading).toHaveText(titles.at(-1) ?? '', { timeout: 500 });
    }).toPass();
    await section.getByRole('button', { name: 'Next' }).click();
    await expect(heading).toHaveText(titles[0] ?? '');
    const video = section.locator('video');
    const centre = section.getByRole('button', { name: /^Play ./ });
    await expect(centre).toHaveCount(0);
    // The hero and two of its clips.
    const numbers = section.getByRole('button', { name: /^Video \d/ });
    await expect(numbers).toHaveText(['1', '2', '3']);
    const poster = section.locator('[data-state="idle"] img');
    await expect(poster).toBeVisible();
    await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await section.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0.2);
    await expect(centre).toHaveCount(0);
    await section.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(centre).toBeVisible();
    await centre.click();
    await expect(centre).toHaveCount(0);

    // Moving stops what plays; a number plays its video.
    await covers.nth(2).click();
    await expect(heading).toHaveText(titles[2] ?? '');
    await expect(section.getByRole('button', { name: 'Pause', exact: true })).toHaveCount(0);
    const second = section.getByRole('button', { name: /^Video 2/ });
    await second.click();
    await expect(second).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => !media.paused && media.currentTime > 0)).toBe(true);
    await section.getByRole('button', { name: 'Next' }).click();
    await expect(section.getByRole('button', { name: 'Pause', exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await expect(section.getByRole('link', { name: /^Enroll to this (book|course)$/ })).toHaveAttribute('href', /^\//);
    const slideOf = (table: string) => rows.run(`select title from app_public.${table} where title = any ($1) limit 1`, [titles]);
    for (const [table, words] of [
      ['books', 'Enroll to this book'],
      ['courses', 'Enroll to this course'],
    ] as const) {
      const title = String((await slideOf(table))[0]?.['title']);
      await section.locator('ol').getByRole('link', { name: title, exact: true }).click();
      const enroll = section.getByRole('link', { name: words });
      await expect(enroll).toBeVisible();
      const item = await (await page.request.get(site.origin + (await enroll.getAttribute('href')))).text();
      expect(item).toContain(`<h1>${title.replaceAll("'", '&#x27;')}</h1>`);
      await expect(section.locator('p', { hasText: 'rating' })).toHaveText(/^\d\.\d \/ 5 /);
    }
    // Without ratings: 5.0 and '1 rating'.
    await rows.run(`delete from app_public.testimonials where course_id = (select id from app_public.courses where title = $1)`, [
      titles[0],
    ]);
    await rows.run(`delete from app_public.testimonials where book_id = (select id from app_public.books where title = $1)`, [titles[0]]);
    await rows.run(`delete from app_public.surveys where course_id = (select id from app_public.courses where title = $1)`, [titles[0]]);
    await rows.run(`delete from app_public.surveys where book_id = (select id from app_public.books where title = $1)`, [titles[0]]);
    await openUntil(page, () => expect(section.locator('p', { hasText: 'rating' })).toHaveText('5.0 / 5 1 rating', { timeout: 500 }));
    // A clip without an address is no video of the slide.
    for (const table of ['course', 'book'])
      await rows.run(
        `update app_public.clips set video_url = null where ${table}_id = (select id from app_public.${table}s where title = $1)`,
        [titles[0]],
      );
    await openUntil(page, () => expect(numbers).toHaveText(['1'], { timeout: 500 }));
  });

  test('fetches nothing of a video that nobody asked for @CARO-01', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => /\.m3u8|\.m4s|hls/.test(request.url()) && fetched.push(request.url()));
    await open(page);
    await region(page, 'Recent titles').scrollIntoViewIfNeeded();
    await region(page, 'A letter on Fridays').scrollIntoViewIfNeeded();
    await region(page, 'Where to go from here').scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(fetched).toEqual([]);
  });

  test('takes a first name and an address, tells a bad one beside its field, and keeps it once @HOME-04', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/);
    await open(page);
    const letter = region(page, 'A letter on Fridays');
    await letter.scrollIntoViewIfNeeded();
    const play = letter.getByRole('button', { name: /^Play ./ });
    await expect(async () => {
      if ((await play.count()) > 0) await play.click({ timeout: 1000 });
      await expect(letter.locator('video')).toHaveCount(1, { timeout: 3000 });
    }).toPass();
    const email = letter.getByLabel('Email');
    const send = letter.getByRole('button', { name: "Let's Do This" });
    await email.fill('nobody');
    await expect(async () => {
      await send.click();
      await expect(letter.getByRole('alert')).toHaveText('Write an address such as ada@example.com.', { timeout: 1500 });
    }).toPass();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    await letter.getByLabel('First name').fill('Ada');
    for (let times = 0; times < 2; times += 1) {
      await email.fill('ada@example.com');
      await send.click();
      await expect(letter.getByRole('status')).toContainText('Look into your mail');
    }
    expect(
      await rows.run(`select first_name, state, list_id, tags from app_private.newsletter_subscribers where email = 'ada@example.com'`),
    ).toEqual([{ first_name: 'Ada', state: 'PENDING', list_id: 'newsletter', tags: ['subscriber', 'homepage-subscriber'] }]);
    await page.goto(await linkTo(page, 'ada@example.com'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list');
    expect(await stateOf('ada@example.com')).toBe('CONFIRMED');
  });

  test('takes an address and its confirmation without scripts, from its own pages only @HOME-04', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
    const plain = await context.newPage();
    await plain.goto('/');
    const letter = region(plain, 'A letter on Fridays');
    const heading = plain.getByRole('heading', { level: 1 });
    await letter.getByLabel('First name').fill('Grace');
    await letter.getByLabel('Email').fill('nobody');
    await letter.getByRole('button', { name: "Let's Do This" }).click();
    await expect(plain).toHaveURL(`${site.origin}/newsletter`);
    const email = plain.getByLabel('Email');
    await expect(email).toHaveAccessibleDescription('Write an address such as ada@example.com.');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill('grace@example.com');
    await plain.getByRole('button', { name: "Let's Do This" }).click();
    await expect(heading).toHaveText('Look into your mail');
    expect(await stateOf('grace@example.com')).toBe('PENDING');

    // Opening the link confirms nothing: programs that look for harmful links follow them all.
    await plain.goto(await linkTo(plain, 'grace@example.com'));
    expect(await stateOf('grace@example.com')).toBe('PENDING');
    await plain.getByRole('button', { name: 'Confirm' }).click();
    await expect(heading).toHaveText('You are on the list');
    expect(await stateOf('grace@example.com')).toBe('CONFIRMED');

    const post = (path: string, headers: Record<string, string>, email = 'mallory@example.com') =>
      context.request.post(path, { form: { email }, headers });
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
      for (const path of ['/newsletter', '/newsletter.data'])
        expect((await post(path, headers)).status(), JSON.stringify(headers)).toBe(403);
    }
    expect((await post('/newsletter', {}, `${'m'.repeat(5000)}@example.com`)).status()).toBe(413);
    expect((await context.request.post('/newsletter', { data: { email: 'mallory@example.com' } })).status()).toBe(415);
    for (const path of ['/', '/pricing', '/newsletter/', '/sign-in', '/studio', '/%6eewsletter/x']) {
      const refused = await post(path, {});
      expect(refused.status(), path).toBe(405);
      expect(refused.headers()['allow'], path).toBe('GET, HEAD');
    }
    expect((await context.request.put('/newsletter', { data: {} })).headers()['allow']).toBe('GET, HEAD, POST');
    expect(await stateOf('mallory@example.com')).toBeUndefined();
    expect((await post('/newsletter', { origin: site.origin })).status()).toBe(200);
    expect(await stateOf('mallory@example.com')).toBe('PENDING');
    // What came by pages counts against the limit of the network, too.
    const from = { 'x-forwarded-for': '192.0.2.77' };
    for (let n = 0; n < 30; n += 1) await post('/newsletter', from, `n${n}@example.com`);
    const last = await post('/newsletter', from, 'late@example.com');
    expect(await last.text()).toContain('Many signed up from here just now.');
    expect(await stateOf('late@example.com')).toBeUndefined();
    await context.close();
  });

  test('shows fourteen featured voices, one large, in two columns that become one at 992 px @HOME-05', async ({ page }) => {
    const columnsAt = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      return new Set(
        await region(page, 'What readers say')
          .locator('figure + figure, figure')
          .evaluateAll((all) => all.slice(1).map((one) => Math.round(one.getBoundingClientRect().left))),
      ).size;
    };
    await open(page);
    const voices = region(page, 'What readers say').getByRole('figure');
    await expect(voices).toHaveCount(14);
    await expect(voices.first()).toContainText('Marit Solheim-Quaye');
    await expect.poll(() => columnsAt(993)).toBe(2);
    await expect.poll(() => columnsAt(992)).toBe(1);
    await rows.run(`update app_public.home_pages set testimonial_slugs = testimonial_slugs[2:]`);
    await openUntil(page, () => expect(voices).toHaveCount(13, { timeout: 500 }));
    await expect(voices.first()).toContainText('Teo Brandvold');
  });

  test('lets three authors speak, and every author has a card by mouse, keys and touch @HOME-06', async ({ page, browser }) => {
    await open(page);
    const words = region(page, 'From the people who write here');
    await expect(words.getByRole('figure')).toHaveCount(3);
    for (const path of ['/fullstack-d3', '/vue', '/write-with-us']) await expect(words.locator(`a[href="${path}"]`)).toBeVisible();
    const apply = words.getByRole('link', { name: 'Apply to Teach' });
    await expect(apply).toHaveAttribute('href', /^https:/);
    await expect(apply).toHaveAttribute('rel', 'noopener noreferrer nofollow');

    const bubbles = region(page, 'Meet the newline authors');
    const sizes = await bubbles
      .getByRole('listitem')
      .evaluateAll((all) => all.slice(0, 6).map((one) => Math.round(one.getBoundingClientRect().width)));
    expect(new Set(sizes.slice(0, 3)).size).toBe(3);
    expect(sizes.slice(3)).toEqual(sizes.slice(0, 3));
    const second = bubbles.getByRole('listitem').nth(1);
    const card = second.getByText('Open the profile');
    await expect(card).toBeHidden();
    await second.hover();
    await expect(card).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(card).toBeHidden();
    await second.getByRole('button').focus();
    await expect(card).toBeVisible();
    await expect(second).toContainText(/\d (book|course)/);
    await page.keyboard.press('Tab');
    await expect(second.getByRole('link')).toBeFocused();

    const phone = await (await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })).newPage();
    await open(phone);
    const touched = region(phone, 'Meet the newline authors').getByRole('listitem').nth(4);
    await touched.scrollIntoViewIfNeeded();
    await touched.getByRole('button').tap();
    await expect(touched.getByText('Open the profile')).toBeVisible();
    await phone.context().close();
  });

  test('has the titles that staff chose, by their slugs @HOME-01', async ({ page }) => {
    const covers = region(page, 'Recent titles').locator('ol').getByRole('link');
    await rows.run(`update app_public.home_pages set course_slugs = '{go-at-rest}', book_slugs = '{postgres-slowly}'`);
    const chosen = await rows.run(`select title from (
      (select title, published_at from app_public.courses where slug = 'go-at-rest') union all
      (select title, published_at from app_public.books where slug = 'postgres-slowly')) t order by published_at desc`);
    await openUntil(page, () => expect(covers).toHaveCount(2, { timeout: 500 }));
    expect(await covers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(chosen.map(({ title }) => title));
  });
});
