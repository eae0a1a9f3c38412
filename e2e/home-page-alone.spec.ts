import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// A separate site, because a home page is everyone's.
test.describe.configure({ mode: 'default' });

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="64"><script>document.title = 'taken over'</script><path d="M0 0h320v64H0z" fill="#2050c0"/></svg>`;

let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite();
  await site.start();
});
test.afterAll(() => site.remove());

const read = async (path: string) => (await fetch(site.origin + path)).text();
/** The line numbers of a page and the names of its sections, from its HTML. */
const numbersOf = (html: string) =>
  [...html.matchAll(/<span class="no[^"]*" aria-hidden="true">(\d+)</g)].map(([, number]) => Number(number));
const sectionsOf = (html: string) => [...html.matchAll(/<section\b[^>]*aria-label(?:ledby)?="([^"]+)"/g)].map(([, name]) => name);
const isContinuous = (numbers: readonly number[]) => numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);

/** Reads a page once it has a text: a cached page may be sent once more while it is rendered again. */
async function readWith(path: string, text: string): Promise<string> {
  await expect.poll(() => read(path)).toContain(text);
  return read(path);
}

/** Drags with the mouse. The page must not scroll between pressing and the first move, as `dragTo` does. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const middle = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return [x + width / 2, y + height / 2] as const;
  };
  await to.scrollIntoViewIfNeeded();
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 5 });
  await page.mouse.up();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(page.getByRole('status').getByText('Saved. Your site shows it now.')).toBeVisible();
}

test('an administrator orders, hides and edits the sections of the home page next to a preview @OWNER-02 @HOME-01 @ADMIN-01 @desk', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await signIn(page, site.person('admin'));
  const before = await read('/');
  const form = page.getByRole('form', { name: 'Home page' });
  const preview = page.frameLocator('iframe[title="Preview of Home page"]');
  const section = (label: string) =>
    form
      .getByRole('list', { name: 'Sections' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: label, exact: true }) });
  const open = (label: string) => section(label).getByRole('button', { name: label, exact: true });

  await test.step('the preview is the page', async () => {
    await page.goto('/admin');
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Home page' }).click();
    await expect(preview.getByRole('heading', { level: 1 })).toContainText('Read it closely.');
    await expectAccessible(page);
  });

  await test.step('a section is hidden, one is moved by the keyboard, one by the mouse', async () => {
    await form.getByRole('checkbox', { name: 'Show Demo dashboard' }).uncheck();
    await open('Where to go from here').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(form.getByRole('status').getByText('Where to go from here is section 12 of 14 now.')).toBeAttached();
    await expect(open('Where to go from here')).toBeFocused();
    await form.getByRole('button', { name: 'Move Where to go from here up' }).press('Enter');
    await drag(page, section('Newsletter').locator('[data-grip]'), section('Catalog by category'));
    await expect(form.getByRole('status').getByText('Newsletter is section 3 of 14 now.')).toBeAttached();
  });

  await test.step('texts are edited, and the preview shows them before the page does', async () => {
    await open('Headline').click();
    await form.getByRole('textbox', { name: 'Headline' }).fill('Learn it.\nShip it.');
    await form.getByRole('checkbox', { name: /\d lessons$/ }).check();
    await expect(preview.getByRole('heading', { level: 1 })).toContainText('Ship it.');
    await expect(preview.getByText(/^\d+ lessons$/)).toBeVisible();
    expect(await read('/')).toBe(before);
  });

  await test.step('a title is found by search, a testimonial is written, a review is chosen, a logo is uploaded', async () => {
    await open('Carousel of titles').click();
    await form.getByRole('searchbox', { name: 'Add a title' }).fill('queue');
    await form
      .getByRole('list', { name: 'Titles found' })
      .getByRole('button', { name: /The Shape of a Queue/ })
      .click();
    await expect(form.getByRole('button', { name: 'Remove title 1' })).toBeVisible();
    await open('Testimonials').click();
    await form.getByRole('button', { name: 'Add a testimonial' }).click();
    await form.getByRole('textbox', { name: 'Quote of testimonial 1' }).fill('It made our reviews **shorter**.');
    await form.getByRole('textbox', { name: 'Name of testimonial 1' }).fill('Ada Lindqvist');
    await form.getByRole('button', { name: 'Choose a review' }).click();
    await form
      .getByRole('button', { name: /^Add: review by/ })
      .first()
      .click();
    await expect(form.getByText(/^Review by/)).toBeVisible();
    await form.getByRole('button', { name: 'Add a logo' }).click();
    const logos = form.getByRole('group', { name: 'Logos' });
    const last = logos.getByRole('listitem').last();
    await last.getByRole('textbox', { name: /^Company/ }).fill('Marigold');
    await last.getByRole('textbox', { name: /^Website/ }).fill('https://marigold.test/');
    await last
      .getByLabel(/^Logo of logo \d+ file$/)
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) });
    await expect(last.getByRole('img', { name: /as uploaded$/ })).toBeVisible();
  });

  await test.step('once saved, the next response with the cached page has all of it, with continuous line numbers', async () => {
    await save(page);
    const html = await readWith('/', 'Ship it.');
    expect(html).toMatch(/<b>\d+<\/b> (?:<!-- -->)?lessons/);
    expect(html).toContain('Ada Lindqvist');
    expect(html).toMatch(
      /<a href="https:\/\/marigold\.test\/" rel="noopener noreferrer nofollow"><img src="\/media\/a\/[a-z0-9]+\/[^"]+" alt="Marigold"/,
    );
    const sections = sectionsOf(html);
    expect(sections).not.toContain('desk');
    expect(sections.indexOf('newsletter')).toBeLessThan(sections.indexOf('Explore'));
    expect(sections.indexOf('Where to go from here')).toBeLessThan(sections.indexOf('author-words'));
    const numbers = numbersOf(html);
    expect(numbers[0]).toBe(3);
    expect(isContinuous(numbers)).toBe(true);
    expect(html).not.toContain('#desk');
  });

  await test.step('the page hydrates in its new order, and is the same when it is reached within the browser', async () => {
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Recent titles' }).getByRole('heading', { level: 3 })).toHaveText('The Shape of a Queue');
    await page.goto('/courses');
    await page.getByRole('banner').getByRole('link', { name: /home$/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ship it.');
    const names = await page
      .locator('main section')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-labelledby') ?? one.getAttribute('aria-label')));
    expect(names.indexOf('newsletter')).toBeLessThan(names.indexOf('Explore'));
  });

  await test.step('a section is reset', async () => {
    await page.goto('/admin/home');
    await open('Headline').click();
    await form.getByRole('button', { name: 'Reset section' }).click();
    await expect(form.getByRole('textbox', { name: 'Headline' })).toHaveValue(/^Read it closely\./);
    await save(page);
    expect(await readWith('/', 'Read it closely.')).not.toMatch(/<b>\d+<\/b> (?:<!-- -->)?lessons/);
  });

  await test.step('the editor fits a phone, in the dark theme', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/admin/home');
    await open('Testimonials').click();
    await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
  expect(errors).toEqual([]);
  await context.close();
});

test('a live event is entered by its local time, shown in the reader’s, and gone when it is over @HOME-01 @ADMIN-01 @desk', async ({
  browser,
}) => {
  const administrator = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Europe/Berlin',
  });
  const page = await administrator.newPage();
  await signIn(page, site.person('admin'));
  await page.goto('/admin/home');
  await page.getByRole('button', { name: 'Live event', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Office hours');
  await page.getByLabel('Starts at').fill('2099-12-17T18:00');
  await page.getByRole('combobox', { name: /^Time zone/ }).selectOption('America/New_York');
  await page.getByRole('spinbutton', { name: 'Length in minutes' }).fill('90');
  await page.getByRole('textbox', { name: /^URL/ }).fill('/courses');
  const preview = page.frameLocator('iframe[title="Preview of Home page"]').getByRole('region', { name: 'Office hours' });
  await expect(preview).toContainText('18:00 to 19:30 GMT-5');
  await save(page);
  // Without JavaScript, the times are those of the event.
  const html = await readWith('/', 'Office hours');
  expect(html).toContain('<time dateTime="2099-12-17T23:00:00.000Z"');
  expect(isContinuous(numbersOf(html))).toBe(true);

  const context = await browser.newContext({ baseURL: site.origin, timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
  const reader = await context.newPage();
  await reader.clock.install({ time: '2099-12-18T00:29:50Z' });
  await reader.goto('/');
  const event = reader.getByRole('region', { name: 'Office hours' });
  await expect(event).toContainText('18 December 2099');
  await expect(event).toContainText('08:00 to 09:30 GMT+9');
  await expect(event.getByRole('link', { name: 'Read the book first' })).toHaveAttribute('href', '/courses');
  await expectAccessible(reader);
  for (const width of [360, 768]) {
    await reader.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(reader);
  }
  await reader.clock.runFor(15_000);
  await expect(event).toHaveCount(0);
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();

  // One that is over isn't on the page.
  await page.getByLabel('Starts at').fill('2020-12-17T18:00');
  await expect(page.getByText('It’s over, so the page doesn’t show it.')).toBeVisible();
  await save(page);
  await expect.poll(() => read('/')).not.toContain('Office hours');
  await context.close();
  await administrator.close();
});

test('the pricing page and the page for authors are edited the same way @OWNER-02 @ADMIN-01 @desk', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await signIn(page, site.person('admin'));
  await page.goto('/admin/home/pricing');
  await page.getByRole('checkbox', { name: 'Show Comparison' }).uncheck();
  await page.getByRole('button', { name: 'Single titles', exact: true }).click();
  await page.getByRole('textbox', { name: 'Heading' }).fill('Or buy just one');
  await page.getByRole('button', { name: 'Questions', exact: true }).click();
  await page.getByRole('textbox', { name: 'Question of question 1' }).fill('Can I pay by invoice?');
  await expect(page.frameLocator('iframe[title="Preview of Pricing"]').getByText('Can I pay by invoice?')).toBeVisible();
  await save(page);
  const pricing = await readWith('/pricing', 'Can I pay by invoice?');
  expect(sectionsOf(pricing)).not.toContain('compare');
  expect(sectionsOf(pricing)).toContain('titles');
  expect(pricing).toContain('Or buy just one');
  expect(numbersOf(pricing)).toEqual([1, 2, 3, 4]);
  await page.getByRole('checkbox', { name: 'Show Single titles' }).uncheck();
  await save(page);
  await expect.poll(async () => numbersOf(await read('/pricing'))).toEqual([1, 2, 3]);
  expect(sectionsOf(await read('/pricing'))).not.toContain('titles');

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Write with us' }).click();
  // The page before has questions, too.
  await expect(page.locator('iframe[title="Preview of Write with us"]')).toBeVisible();
  await page.getByRole('button', { name: 'Move Questions up' }).click();
  await save(page);
  await expect.poll(async () => sectionsOf(await read('/write-with-us'))).toEqual(['questions', 'how']);
  await page.goto('/write-with-us');
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
  await context.close();
});

test('only administrators have the editor and its preview @AUTH-03 @desk', async ({ browser }) => {
  const send = (page: Page) =>
    page.request.post('/admin/home-preview', {
      form: { page: 'HOME', sections: '[]', logos: '[]' },
      headers: { accept: 'text/html', origin: site.origin, 'sec-fetch-site': 'same-origin' },
    });
  for (const role of [null, 'learner', 'author', 'admin'] as const) {
    const context = await browser.newContext({ baseURL: site.origin });
    const page = await context.newPage();
    if (role !== null) await signIn(page, site.person(role));
    // The control: an administrator has both.
    const expected = role === 'admin' ? 200 : 404;
    for (const path of ['/admin/home', '/admin/home/pricing', '/admin/home-preview'])
      expect((await page.request.get(path)).status(), `${role} ${path}`).toBe(expected);
    expect((await send(page)).status(), `${role} preview`).toBe(expected);
    await context.close();
  }
});
