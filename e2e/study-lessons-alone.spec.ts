import { demoPerson, expect, expectAccessible, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

let site: SiteProcess;
let rows: SiteRows;
type Media = HTMLVideoElement;
const course = '/courses/types-that-tell-the-truth';
const chapter = '/books/postgres-slowly/the-index-you-need';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await prepareSite();
  await site.start();
  rows = await openSiteRows(site);
  await rows.run(`delete from app_public.lesson_activities where user_id = (select id from app_public.users where username = 'teo')`);
  await rows.run(`delete from app_public.user_progresses where user_id = (select id from app_public.users where username = 'teo')`);
});
test.afterAll(async () => {
  await rows.close();
  await site.remove();
});
test.describe.configure({ mode: 'serial' });

const activityOf = async (slug: string) =>
  (
    await rows.run(
      `select a.position_seconds, app_private.seconds_in(a.watched_seconds) as watched, a.block_id, cardinality(a.read_block_ids) as read
       from app_public.lesson_activities a join app_public.lessons l on l.id = a.lesson_id join app_public.users u on u.id = a.user_id
       where u.username = 'teo' and l.slug = $1`,
      [slug],
    )
  )[0];

test('half a lesson watched in one browser goes on at that second in another, and again after the tab was closed @STUDY-01', async ({
  browser,
}) => {
  test.slow();
  const path = `${course}/branded-strings`;
  const desk = await browser.newContext({ baseURL: site.origin });
  const page = await desk.newPage();
  await signIn(page, demoPerson('proLearner'));
  await page.goto(path);
  await page.getByRole('button', { name: /^Play / }).click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((media: Media) => media.currentTime), { timeout: 30_000 }).toBeGreaterThan(7);
  // No pause and no answer: the tab goes, and a beacon brings what was watched.
  await page.close();
  await expect.poll(async () => Number((await activityOf('branded-strings'))?.['watched'] ?? 0)).toBeGreaterThanOrEqual(7);
  const second = Number((await activityOf('branded-strings'))?.['position_seconds']);
  expect(second).toBeGreaterThanOrEqual(6);

  const other = await browser.newContext({ baseURL: site.origin });
  const there = await other.newPage();
  await signIn(there, demoPerson('proLearner'));
  await there.goto(path);
  await there.getByRole('button', { name: /^Play / }).click();
  const firstPlayed = () => there.locator('video').evaluate((media: Media) => (media.played.length > 0 ? media.played.start(0) : -1));
  await expect.poll(firstPlayed).toBeGreaterThanOrEqual(second - 1);
  await desk.close();
  await other.close();
});

test('what was watched without a connection is kept and sent when it is back @STUDY-01', async ({ browser }) => {
  test.slow();
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await signIn(page, demoPerson('proLearner'));
  await page.goto(`${course}/parsing-at-the-edge`);
  await page.getByRole('button', { name: /^Play / }).click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((media: Media) => media.buffered.length > 0 && media.buffered.end(0))).toBeGreaterThan(6);
  await context.setOffline(true);
  await expect.poll(() => video.evaluate((media: Media) => media.currentTime)).toBeGreaterThan(3);
  await video.evaluate((media: Media) => media.pause());
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('progress ')).length)).toBe(1);
  expect(Number((await activityOf('parsing-at-the-edge'))?.['watched'] ?? 0)).toBeLessThan(3);
  await context.setOffline(false);
  await expect.poll(async () => Number((await activityOf('parsing-at-the-edge'))?.['watched'] ?? 0)).toBeGreaterThanOrEqual(3);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('progress ')).length)).toBe(0);
  // What is kept is somebody's own: another person on this browser sends none of it.
  await page.evaluate(() => localStorage.setItem('progress 00000000-0000-0000-0000-000000000000 x', '{"watched":[0,9]}'));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto(`${course}/infer-once`);
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
  expect(sent.some((body) => body.includes('"lessonId":"x"'))).toBe(false);
  await context.close();
});

test('a reader goes on at the paragraph where they stopped, on another device @STUDY-01', async ({ browser }) => {
  const desk = await browser.newContext({ baseURL: site.origin });
  const page = await desk.newPage();
  await signIn(page, demoPerson('proLearner'));
  await page.goto(chapter);
  const blocks = page.locator('.text > .b');
  const count = await blocks.count();
  expect(count).toBeGreaterThan(8);
  await blocks.nth(Math.floor(count / 2)).scrollIntoViewIfNeeded();
  // In view for a second, and not before.
  const early = await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('progress ')));
  expect(early).toBe(false);
  await page.clock.install();
  await page.goto(chapter);
  await blocks.nth(Math.floor(count / 2)).scrollIntoViewIfNeeded();
  await page.clock.runFor(900);
  await page.clock.runFor(1_500);
  const saved = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('readBlockIds'));
  await page.clock.runFor(15_000);
  await saved;
  await desk.close();
  const blockId = String((await activityOf('the-index-you-need'))?.['block_id']);
  expect(blockId).toMatch(/^\w+/);

  const phone = await browser.newContext({ baseURL: site.origin, viewport: { width: 360, height: 640 } });
  const there = await phone.newPage();
  await signIn(there, demoPerson('proLearner'));
  await there.goto(chapter);
  await expect(there.locator(`#b-${blockId}`)).toBeInViewport();
  await expect.poll(() => there.evaluate(() => scrollY)).toBeGreaterThan(300);
  await expect(there.getByText(/^Where you left: line \d+$/)).toBeVisible();
  // An address with a place in it decides.
  await there.goto(`${chapter}?t=0`);
  await expect(there.getByRole('heading', { level: 1 })).toBeInViewport();
  await phone.close();
});

test('the player asks for a new pass when one is refused, and goes on at the same second @STUDY-01', async ({ browser }) => {
  test.slow();
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await signIn(page, demoPerson('proLearner'));
  // The first seconds of every rendition come; what is after them is refused until a new pass was asked for.
  let isOver = true;
  let renewed = 0;
  let refused = 0;
  await page.route('**/media/s/**/*.m4s', (route) => {
    const isLater = Number(/(\d+)\.m4s$/.exec(new URL(route.request().url()).pathname)?.[1] ?? 0) > 1;
    if (!isOver || !isLater) return route.continue();
    refused += 1;
    return route.fulfill({ status: 403, body: '' });
  });
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql') || !/"variables":\{"id":/.test(request.postData() ?? '')) return;
    renewed += 1;
    isOver = false;
  });
  await page.goto(`${course}/generics-without-fear`);
  await page.getByRole('button', { name: /^Play / }).click();
  const video = page.locator('video');
  await video.evaluate((media: Media) => {
    media.addEventListener('timeupdate', () => {
      const latest = Number(media.dataset['latest'] ?? 0);
      if (media.readyState >= 2 && media.currentTime < latest - 1) media.dataset['hasGoneBack'] = `${latest} to ${media.currentTime}`;
      if (media.readyState >= 2) media.dataset['latest'] = String(Math.max(latest, media.currentTime));
    });
  });
  await expect.poll(() => renewed, { timeout: 30_000 }).toBe(1);
  expect(refused).toBeGreaterThan(0);
  const before = await video.evaluate((media: Media) => media.currentTime);
  await expect
    .poll(() => video.evaluate((media: Media) => media.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(Math.max(before + 0.5, 8.5));
  // It went on where it was, and what had been watched before counts with what came after.
  expect(await video.evaluate((media: Media) => media.dataset['hasGoneBack'])).toBeUndefined();
  await video.evaluate((media: Media) => media.pause());
  await expect.poll(async () => Number((await activityOf('generics-without-fear'))?.['watched'] ?? 0)).toBeGreaterThanOrEqual(8);
  await expect(page.getByRole('alert')).toHaveCount(0);

  // From the first playlist on, too.
  await page.unroute('**/media/s/**/*.m4s');
  let isRefused = true;
  await page.route('**/media/s/**/master.m3u8', (route) => (isRefused ? route.fulfill({ status: 403, body: '' }) : route.continue()));
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && /"variables":\{"id":/.test(request.postData() ?? '')) isRefused = false;
  });
  await page.goto(`${course}/errors-as-values?t=4`);
  await page.getByRole('button', { name: /^Play / }).click();
  await expect.poll(() => video.evaluate((media: Media) => media.currentTime), { timeout: 30_000 }).toBeGreaterThan(4.2);
  expect(renewed).toBe(2);

  // Who may not watch it any more gets no pass, and is told so.
  await page.route('**/media/s/**', (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto(`${course}/infer-once`);
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
  await rows.run(
    `update app_public.entitlements set ends_at = now() where user_id = (select id from app_public.users where username = 'teo')`,
  );
  await page.getByRole('button', { name: /^Play / }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be played right now');
  await rows.run(
    `update app_public.entitlements set ends_at = null where user_id = (select id from app_public.users where username = 'teo')`,
  );
  await context.close();
});

test('a question mark opens the sheet of keys, which turns them off and on; an address leads to a second @STUDY-01 @CLIP-09', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ baseURL: site.origin, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  const path = `${course}/shapes`;
  await signIn(page, demoPerson('proLearner'));
  await page.goto(`${path}?t=6`);
  await page.getByRole('button', { name: /^Play / }).click();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((media: Media) => media.currentTime)).toBeGreaterThanOrEqual(6);
  await page.keyboard.press('k');
  await expect.poll(() => video.evaluate((media: Media) => media.paused)).toBe(true);
  await page.keyboard.press('2');
  await expect.poll(() => video.evaluate((media: Media) => Math.abs(media.currentTime - media.duration / 5))).toBeLessThan(0.5);
  await page.getByRole('button', { name: 'Copy a link to this second' }).click();
  const second = await video.evaluate((media: Media) => Math.floor(media.currentTime));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.origin}${path}?t=${second}`);
  await page.getByLabel('Speed').selectOption('1.5');

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await expect(sheet.getByRole('region', { name: 'Video' })).toContainText('Play or pause');
  await expect(sheet.getByRole('region', { name: 'Page' })).toContainText('Next lesson');
  await expectAccessible(page);
  await sheet.getByLabel('Single keys are shortcuts').uncheck();
  await expect
    .poll(
      async () =>
        (
          await rows.run(
            `select has_shortcuts from app_public.user_settings where user_id = (select id from app_public.users where username = 'teo')`,
          )
        )[0]?.['has_shortcuts'],
    )
    .toBe(false);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  // Off: neither the sheet, nor the player, nor the search, nor the next lesson, also after loading the page again.
  await page.reload();
  await page.getByRole('button', { name: /^Play / }).click();
  // The speed is kept.
  await expect.poll(() => video.evaluate((media: Media) => media.playbackRate)).toBe(1.5);
  await video.evaluate((media: Media) => media.pause());
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  for (const key of ['?', 'k', '/', 'Shift+N']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await video.evaluate((media: Media) => media.paused)).toBe(true);
  expect(new URL(page.url()).pathname).toBe(path);
  await page.getByRole('button', { name: /^Keys/ }).click();
  await sheet.getByLabel('Single keys are shortcuts').check();
  await expect(sheet.getByLabel('Single keys are shortcuts')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  // The choice shows at once and holds as soon as it is kept.
  await expect(async () => {
    await page.keyboard.press('Shift+N');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Widening and narrowing', { timeout: 4000 });
  }).toPass();
  await page.keyboard.press('Shift+P');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shapes');
  await context.close();

  // A visitor's choice is kept in the browser.
  const visitor = await browser.newContext({ baseURL: site.origin });
  const reading = await visitor.newPage();
  await reading.goto('/books/postgres-slowly/preface');
  await expect(reading.getByRole('button', { name: /^Keys/ })).toBeVisible();
  await expect(async () => {
    await reading.keyboard.press('?');
    await expect(reading.getByRole('dialog', { name: 'Keys' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(reading.getByRole('region', { name: 'Video' })).toHaveCount(0);
  await reading.getByLabel('Single keys are shortcuts').uncheck();
  await reading.reload();
  await expect(reading.getByRole('button', { name: /^Keys/ })).toBeVisible();
  await reading.keyboard.press('?');
  await reading.getByRole('button', { name: /^Keys/ }).click();
  await expect(reading.getByLabel('Single keys are shortcuts')).not.toBeChecked();
  await visitor.close();
});

test('a chapter is printed as its text @STUDY-01', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await page.goto('/books/postgres-slowly/preface');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.text p').first()).toBeVisible();
  await expect(page.locator('nav:visible')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0);
  await expect(page.locator('body > header, body header').first()).toBeHidden();
  await context.close();
});
