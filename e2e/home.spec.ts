import type { Page } from '@playwright/test';
import { holdStreams } from './support/clip-journey.ts';
import { expect, expectNoSidewaysScroll, test } from './support/journey.ts';
import { ownSubnet } from './support/network.ts';
import { suffix } from './support/people.ts';
import type { SiteRows } from './support/site-rows.ts';

const sections = [
  'Bring a slow query',
  'Explore',
  'Just published',
  'Our students work at',
  'Recent titles',
  'Everything, for the price of one book a month.',
  'A newsletter on Fridays',
  'What readers say',
  'From the people who write here',
  'Meet the newline authors',
  'Where to go from here',
];

/** Returns how the browser treats a section: `auto` while it waits to be rendered. */
const treated = (all: Element[]) => all.map((one) => getComputedStyle(one).contentVisibility);

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Returns the state of an email address on the newsletter's list. */
const stateOf = async (rows: SiteRows, email: string) =>
  (await rows.run(`select state from app_private.newsletter_subscribers where email = $1`, [email]))[0]?.['state'];

/** Returns the link in the email to an email address. */
async function linkTo(page: Page, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    // Without a browser: the mailbox isn't shown to clients that claim another subnet.
    const { messages } = await (await fetch(new URL('/dev/mailbox.json', page.url()))).json();
    const mail = (messages as { to: string; text: string }[]).find(({ to }) => to === email);
    link = /http\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return link ?? '';
}

test('the home page has its sections in order, its testimonials and authors, and accepts an email address @HOME-01 @HOME-03 @HOME-04 @HOME-05 @HOME-06 @CARO-01', async ({
  page,
  people,
  rows,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.setExtraHTTPHeaders(ownSubnet());
  const streams: string[] = [];
  page.on('request', (request) => /\.m3u8|\.m4s|hls/.test(request.url()) && streams.push(request.url()));
  await holdStreams(page);
  await page.goto('/');

  await test.step('sections are in order, each laid out', async () => {
    await expect.poll(async () => new Set(await page.locator('main section').evaluateAll(treated))).toEqual(new Set(['visible']));
    const names = await page
      .locator('main section')
      .evaluateAll((all) =>
        all.map(
          (one) => one.getAttribute('aria-label') ?? document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
        ),
      );
    expect(names.filter((name) => sections.includes(name))).toEqual(sections);
  });

  await test.step('testimonials in two columns become one at 992 px; nothing is wider than the window', async () => {
    const voices = region(page, 'What readers say').getByRole('figure');
    await expect(voices).toHaveCount(5);
    await region(page, 'What readers say').getByText('Show more').click();
    await expect(voices).toHaveCount(14);
    await expect(voices.first()).toContainText('Marit Solheim-Quaye');
    const columns = () =>
      voices.evaluateAll((all) => new Set(all.slice(1).map((one) => Math.round(one.getBoundingClientRect().left))).size);
    for (const [width, expected] of [
      [360, 1],
      [768, 1],
      [992, 1],
      [993, 2],
      [1920, 2],
      [1280, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(columns, `${width} px`).toBe(expected);
      await expectNoSidewaysScroll(page);
    }
  });

  await test.step('an author has a card, with mouse and keyboard', async () => {
    const bubbles = region(page, 'Meet the newline authors').getByRole('listitem');
    await region(page, 'Meet the newline authors').scrollIntoViewIfNeeded();
    const sizes = await bubbles.evaluateAll((all) => all.slice(0, 6).map((one) => Math.round(one.getBoundingClientRect().width)));
    expect(new Set(sizes.slice(0, 3)).size).toBe(3);
    expect(sizes.slice(3)).toEqual(sizes.slice(0, 3));
    const second = bubbles.nth(1);
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
  });

  await test.step('Pro has a stack of covers', async () => {
    const pro = region(page, 'Everything, for the price of one book a month.');
    await pro.scrollIntoViewIfNeeded();
    await expect.poll(() => pro.locator('img').count()).toBeGreaterThanOrEqual(6);
  });

  const newsletter = region(page, 'A newsletter on Fridays');

  await test.step('no video is fetched before the user plays one', async () => {
    await region(page, 'Recent titles').scrollIntoViewIfNeeded();
    await expect(region(page, 'Recent titles').getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await newsletter.scrollIntoViewIfNeeded();
    await region(page, 'Where to go from here').scrollIntoViewIfNeeded();
    await newsletter.scrollIntoViewIfNeeded();
    const play = newsletter.getByRole('button', { name: /^Play ./ });
    await expect(play).toBeVisible();
    expect(streams).toEqual([]);
    // Its player is loaded when it comes near.
    await expect(async () => {
      if (await play.isVisible()) await play.click();
      expect(await newsletter.locator('video').count()).toBe(1);
    }).toPass({ intervals: [250] });
    await expect.poll(() => streams.length).toBeGreaterThan(0);
  });

  await test.step('an invalid address is reported next to its field, and a valid one is stored once', async () => {
    const address = `ada-${suffix()}@example.com`;
    const email = newsletter.getByLabel('Email');
    const send = newsletter.getByRole('button', { name: "Let's Do This" });
    await email.fill('nobody');
    await send.click();
    await expect(newsletter.getByRole('alert')).toHaveText('Enter an email address such as ada@example.com.');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    await newsletter.getByLabel('First name').fill('Ada');
    for (let times = 0; times < 2; times += 1) {
      await email.fill(address);
      const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes(address));
      await send.click();
      expect((await answered).status()).toBe(200);
      await expect(newsletter.getByRole('status')).toContainText('Check your email');
    }
    const stored = await rows.run(`select first_name, state, list_id, tags from app_private.newsletter_subscribers where email = $1`, [
      address,
    ]);
    expect(stored).toEqual([{ first_name: 'Ada', state: 'PENDING', list_id: 'newsletter', tags: ['subscriber', 'homepage-subscriber'] }]);
    await page.goto(await linkTo(page, address));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list');
    expect(await stateOf(rows, address)).toBe('CONFIRMED');
  });

  await test.step('an author has a card by touch', async () => {
    const phone = await people.open(null, { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
    await phone.goto('/');
    const touched = region(phone, 'Meet the newline authors').getByRole('listitem').nth(4);
    await touched.scrollIntoViewIfNeeded();
    await touched.getByRole('button').tap();
    await expect(touched.getByText('Open the profile')).toBeVisible();
  });
});

test('without scripts the home page has the same texts and links, and accepts an email address @HOME-01 @HOME-03 @HOME-04 @HOME-06 @HOME-07 @SITE-06', async ({
  people,
  rows,
}) => {
  const page = await people.open(null, { javaScriptEnabled: false, extraHTTPHeaders: ownSubnet() });
  await page.goto('/');

  await test.step('its claims, sections and links', async () => {
    for (const words of [
      /[1-9]\d* books/,
      /[1-9]\d* courses/,
      /[1-9]\d* clips/,
      '1-minute shorts',
      '3-5 minute videos',
      'about 40 dollars',
    ])
      await expect(page.locator('main')).toContainText(words);
    for (const name of sections) await expect(region(page, name)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Explore the whole catalog' })).toHaveAttribute('href', '/explore-catalog');
    const categories = page.getByRole('navigation', { name: 'Category' });
    await expect(categories.getByRole('link').first()).toHaveText('All');
    await expect(categories.getByRole('link', { name: 'Frontend' })).toHaveAttribute('href', '/explore-catalog?category=frontend');
    const ways = region(page, 'Where to go from here');
    await expect(ways.getByRole('link', { name: /Read everything with Pro/ })).toHaveAttribute('href', '/pricing');
    await expect(ways.getByRole('link', { name: /Write a book with us/ })).toHaveAttribute('href', '/write-with-us');
    await expect(ways.getByRole('link', { name: 'Apply to Teach' })).toHaveAttribute('href', /^https:\/\/forms\./);
  });

  await test.step('the companies of both strips', async () => {
    for (const [title, isStudent] of Object.entries({ 'Our students work at': true, 'Read by the teams of': false })) {
      const firms = await rows.run('select name from app_public.logos where is_student_logo = $1 order by position, id', [isStudent]);
      expect(firms.length).toBeGreaterThan(5);
      const strip = page.locator('main div', { has: page.getByText(title, { exact: true }) }).last();
      const shown = await strip.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')));
      expect(shown, title).toEqual(firms.map(({ name }) => name));
    }
  });

  await test.step('Pro with its features and links', async () => {
    const pro = region(page, 'Everything, for the price of one book a month.');
    await expect(pro.getByRole('link', { name: 'Learn more about newline Pro' })).toHaveAttribute('href', '/pricing');
    await expect(pro.getByRole('link', { name: 'Subscribe to newline Pro' })).toHaveAttribute('href', /newline-basic-subscription-monthly/);
    await expect(pro.getByRole('link', { name: 'Get a Team Package' })).toHaveAttribute('href', '/pricing');
    await expect(pro.getByRole('listitem')).toHaveText([
      /^Unlimited access to [1-9]\d* books, guides and courses$/,
      'Interactive live project demos',
      'Complete source code',
      '20% discount on every masterclass course',
      'Community chat access',
      'Full transcripts with code snippets',
      'Early access to future content',
    ]);
  });

  await test.step('three authors’ quotes', async () => {
    const words = region(page, 'From the people who write here');
    await expect(words.getByRole('figure')).toHaveCount(3);
    for (const path of ['/fullstack-d3', '/vue', '/write-with-us']) await expect(words.locator(`a[href="${path}"]`)).toBeVisible();
    const apply = words.getByRole('link', { name: 'Apply to Teach' });
    await expect(apply).toHaveAttribute('href', /^https:/);
    await expect(apply).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });

  await test.step('the form and its confirmation are pages', async () => {
    const address = `grace-${suffix()}@example.com`;
    const heading = page.getByRole('heading', { level: 1 });
    const newsletter = region(page, 'A newsletter on Fridays');
    await newsletter.getByLabel('First name').fill('Grace');
    await newsletter.getByLabel('Email').fill('nobody');
    await newsletter.getByRole('button', { name: "Let's Do This" }).click();
    await expect(page).toHaveURL('/newsletter');
    const email = page.getByLabel('Email');
    await expect(email).toHaveAccessibleDescription('Enter an email address such as ada@example.com.');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill(address);
    await page.getByRole('button', { name: "Let's Do This" }).click();
    await expect(heading).toHaveText('Check your email');
    expect(await stateOf(rows, address)).toBe('PENDING');
    // Opening the link confirms nothing, because programs that scan for harmful links open them all.
    await page.goto(await linkTo(page, address));
    expect(await stateOf(rows, address)).toBe('PENDING');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(heading).toHaveText('You’re on the list');
    expect(await stateOf(rows, address)).toBe('CONFIRMED');
  });
});

test('the home page is as short as it can be, and its first screen shows a clip, a page of a book and Sign up @HOME-01', async ({
  people,
}) => {
  for (const [width, height, most] of [
    [360, 740, 7000],
    [1280, 860, 7600],
  ] as const) {
    const page = await people.open(null, { viewport: { width, height } });
    await page.goto('/');
    const main = page.getByRole('main');
    const signUp = main.getByRole('link', { name: 'Sign up' });
    await expect(signUp).toBeInViewport({ ratio: 1 });
    await expect(signUp).toHaveAttribute('href', '/sign-up');
    const clip = main.getByRole('link', { name: /^Watch \d+:\d\d/ });
    await expect(clip.locator('img')).toBeInViewport({ ratio: 1 });
    await expect(clip.locator('img')).toHaveJSProperty('complete', true);
    const chapter = main.getByRole('link', { name: 'Forty-one', exact: true });
    await expect(chapter).toBeInViewport({ ratio: 1 });
    await expect(chapter).toHaveAttribute('href', '/books/test-what-you-promised/preface');
    // The text of the chapter, cut off at the edge of the page.
    const paragraph = main.getByText('The suite that comes with this book has forty-one tests.');
    await expect(paragraph).toBeInViewport({ ratio: 0.25 });
    const inHeader = page.getByRole('banner').getByRole('link', { name: 'Sign up' });
    if (width === 1280) await expect(inHeader).toBeInViewport({ ratio: 1 });
    else await expect(inHeader).toBeHidden();

    // Everything below has arrived, with the demo at the end.
    await page.getByRole('heading', { name: 'This is your desk' }).scrollIntoViewIfNeeded();
    await expect(page.locator('[data-demo-dashboard]')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight), `${width} px`).toBeLessThanOrEqual(most);
    // A phone shows fewer testimonials; 'Show more' shows all of them.
    const voices = region(page, 'What readers say').getByRole('figure');
    await expect(voices).toHaveCount(width === 360 ? 2 : 5);
    await region(page, 'What readers say').locator('summary').press('Enter');
    await expect(voices).toHaveCount(14);
    await region(page, 'What readers say').locator('summary').press('Enter');
    await expect(voices).toHaveCount(width === 360 ? 2 : 5);

    await page.evaluate(() => scrollTo(0, 0));
    await clip.click();
    await expect(page).toHaveURL(/\/clips\/[\w-]+$/);
    await expect(page.getByRole('button', { name: /^Play ./ }).first()).toBeVisible();
  }
});

test('Sign up in the header leads to a new account, and members don’t see it @AUTH-01', { tag: '@desk' }, async ({ page, people }) => {
  await page.goto('/books');
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/sign-up');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account');
  await people.enter('learner');
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
});

test('sections below are laid out after the first paint, and immediately on the way to a position further down @HOME-01', async ({
  page,
  people,
}) => {
  const sections = page.locator('main section');
  // The first paint is delayed: nothing has been rendered yet.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => sections.evaluateAll(treated)).toContain('auto');

  const further = await people.open(null);
  await further.goto('/#letter');
  expect(new Set(await further.locator('main section').evaluateAll(treated))).toEqual(new Set(['visible']));
  await expect(further.locator('#letter')).toBeInViewport();
  await expect(further.locator('main section[style]')).toHaveCount(0);
  await expect(further.locator('main section')).toHaveCount(await sections.count());
});
