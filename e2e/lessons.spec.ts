import type { Locator, Page } from '@playwright/test';
import { firstPlayed } from './support/first-played.ts';
import { expect, expectAccessible, test } from './support/journey.ts';
import type { SiteRows } from './support/site-rows.ts';

// The demo's lessons are read and watched by separate users for each test, because the page depends on their progress.
const course = '/courses/types-that-tell-the-truth';
const chapter = '/books/postgres-slowly/the-index-you-need';

/** Returns a user's stored progress in a lesson. */
async function activityOf(rows: SiteRows, userId: string, slug: string) {
  const [activity] = await rows.run(
    `select a.position_seconds as second, app_private.seconds_in(a.watched_seconds) as watched, a.block_id
     from app_public.lesson_activities a join app_public.lessons l on l.id = a.lesson_id where a.user_id = $1 and l.slug = $2`,
    [userId, slug],
  );
  return { second: Number(activity?.['second'] ?? 0), watched: Number(activity?.['watched'] ?? 0), blockId: activity?.['block_id'] };
}

const play = (page: Page) => page.getByRole('button', { name: /^Play / });
const secondOf = (video: Locator) => video.evaluate((media: HTMLVideoElement) => media.currentTime);
const isPaused = (video: Locator) => video.evaluate((media: HTMLVideoElement) => media.paused);
const unsent = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => /^user-data .* progress /.test(key)).length);

test('a lesson is watched with its transcript and keys, marked as done by hand, and continued elsewhere @STUDY-01 @SITE-01 @SITE-10 @CLIP-09', {
  tag: '@desk',
}, async ({ page, context, people, rows }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reader = await people.enter('pro');
  const slug = 'discriminated-unions';
  const path = `${course}/${slug}`;
  const video = page.locator('video');
  const outline = page.getByRole('navigation', { name: 'Lessons' });
  const heading = page.getByRole('heading', { level: 1 });
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const areKeysOn = dialog.getByLabel('Enable single-key shortcuts');

  await test.step('it is in its outline', async () => {
    expect((await page.goto(path))?.headers()['cache-control']).toBe('private, no-store');
    await expect(heading).toHaveText('Discriminated unions');
    await expect(outline.getByRole('link', { name: /Discriminated unions/ })).toHaveAttribute('aria-current', 'page');
    await expect(outline.locator('[aria-current]')).toHaveCount(1);
  });

  await test.step('it is marked as done by hand, and undone; the outline follows', async () => {
    const done = page.getByRole('button', { name: 'Done' });
    const here = outline.locator('[aria-current=page]');
    await expect(done).toHaveAttribute('aria-pressed', 'false');
    await done.click();
    await expect(done).toHaveAttribute('aria-pressed', 'true');
    await expect(here).toHaveAccessibleName(/, done/);
    await page.reload();
    await expect(done).toHaveAttribute('aria-pressed', 'true');
    await done.click();
    await expect(done).toHaveAttribute('aria-pressed', 'false');
    await expect(here).toHaveAccessibleName(/^(?!.*, done)/);
  });

  await test.step('its transcript can be searched, and plays from a line', async () => {
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await expect(transcript.getByRole('searchbox')).toBeHidden();
    await transcript.getByRole('heading', { name: 'Transcript' }).click();
    await transcript.getByRole('searchbox').fill('tracking NUMBER');
    await expect(transcript.getByRole('button')).toHaveCount(1);
    await transcript.getByRole('searchbox').fill('nobody says this');
    await expect(transcript.getByRole('status')).toContainText('No matches for');
    await transcript.getByRole('searchbox').fill('');
    const line = transcript.getByRole('button', { name: /List what can happen/ });
    await line.click();
    await expect.poll(() => firstPlayed(video)).toBeCloseTo(5.4, 0);
    await expect(line).toHaveAttribute('aria-current', 'true');
  });

  await test.step('a pause saves the second; keys control the video, and a link to a second is copied', async () => {
    const saved = page.waitForResponse(
      async (answer) => answer.url().endsWith('/graphql') && (await answer.text()).includes('watchedSeconds'),
    );
    await page.keyboard.press('k');
    await expect.poll(() => isPaused(video)).toBe(true);
    await saved;
    await expect.poll(async () => (await activityOf(rows, reader.id, slug)).second).toBeGreaterThanOrEqual(5);
    await page.keyboard.press('2');
    await expect
      .poll(() => video.evaluate((media: HTMLVideoElement) => Math.abs(media.currentTime - media.duration / 5)))
      .toBeLessThan(0.5);
    await page.getByRole('button', { name: 'Copy a link to this second' }).click();
    const address = `${new URL(page.url()).origin}${path}?t=${Math.floor(await secondOf(video))}`;
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.getByLabel('Speed').selectOption('1.5');
  });

  await test.step('a question mark opens the list of keys, which turns them off', async () => {
    await page.keyboard.press('?');
    await expect(dialog.getByRole('region', { name: 'Video' })).toContainText('Play or pause');
    await expect(dialog.getByRole('region', { name: 'Page' })).toContainText('Next lesson');
    await expectAccessible(page);
    await areKeysOn.uncheck();
    const savedSettings = () => rows.run('select has_shortcuts from app_public.user_settings where user_id = $1', [reader.id]);
    await expect.poll(async () => (await savedSettings())[0]?.['has_shortcuts']).toBe(false);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a URL leads to a second, at the chosen speed, and keys that are off stay off', async () => {
    await page.goto(`${path}?t=6`);
    await play(page).click();
    await expect.poll(() => firstPlayed(video)).toBeCloseTo(6, 0);
    expect(await video.evaluate((media: HTMLVideoElement) => media.playbackRate)).toBe(1.5);
    await video.evaluate((media: HTMLVideoElement) => media.pause());
    // Neither the list of keys, nor the player, the search or the next lesson.
    for (const key of ['?', 'k', '/', 'Shift+N']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // If one of them had worked, its dialog would cover this button, or another lesson would be open.
    await page.getByRole('button', { name: /^Keyboard shortcuts/ }).click();
    await expect(areKeysOn).not.toBeChecked();
    expect(await isPaused(video)).toBe(true);
    expect(new URL(page.url()).pathname).toBe(path);
    const viewerLoaded = page.waitForResponse(async (answer) => {
      const text = answer.url().endsWith('/graphql') ? await answer.text() : '';
      return text.includes('"viewer"') && text.includes('"hasShortcuts":true');
    });
    await areKeysOn.check();
    await viewerLoaded;
    await expect(areKeysOn).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('keys and links lead to its neighbors, in a narrow window as well', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const lead of [
      () => page.keyboard.press('Shift+N'),
      () =>
        page
          .getByRole('link', { name: /State you cannot reach/ })
          .last()
          .click(),
    ]) {
      await lead();
      await expect(heading).toHaveText('State you cannot reach');
      await expect(page.getByText('Lesson 7 of 14')).toBeVisible();
      await page.keyboard.press('Shift+P');
      await expect(heading).toHaveText('Discriminated unions');
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  await test.step('it resumes in another browser at the second where the tab was closed', async () => {
    await play(page).click();
    const before = await activityOf(rows, reader.id, slug);
    await expect.poll(() => secondOf(video)).toBeGreaterThan(before.second + 2);
    const second = Math.floor(await secondOf(video));
    // No pause and no response: the tab closes, and a beacon sends what was watched.
    await page.close();
    await expect.poll(async () => (await activityOf(rows, reader.id, slug)).second).toBeGreaterThanOrEqual(second);
    expect((await activityOf(rows, reader.id, slug)).watched).toBeGreaterThan(before.watched);
    const there = await people.open(reader);
    await there.goto(path);
    await play(there).click();
    await expect.poll(() => firstPlayed(there.locator('video'))).toBeGreaterThanOrEqual(second - 1);
  });
});

test.describe('network failures', { tag: '@desk' }, () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

  test('progress made offline is saved and sent when the connection is back @STUDY-01', async ({ page, context, people, rows }) => {
    const reader = await people.enter('pro');
    const watched = async () => (await activityOf(rows, reader.id, 'parsing-at-the-edge')).watched;
    await page.goto(`${course}/parsing-at-the-edge`);
    await play(page).click();
    const video = page.locator('video');
    await expect
      .poll(() => video.evaluate((media: HTMLVideoElement) => (media.buffered.length > 0 ? media.buffered.end(0) : 0)))
      .toBeGreaterThan(6);
    await context.setOffline(true);
    await expect.poll(() => secondOf(video)).toBeGreaterThan(3);
    await video.evaluate((media: HTMLVideoElement) => media.pause());
    await expect.poll(() => unsent(page)).toBe(1);
    expect(await watched()).toBeLessThan(3);
    await context.setOffline(false);
    await expect.poll(watched).toBeGreaterThanOrEqual(3);
    await expect.poll(() => unsent(page)).toBe(0);

    // Stored progress belongs to its user: another user of this browser sends none of it.
    await page.evaluate(() => localStorage.setItem('user-data 00000000-0000-0000-0000-000000000000 progress x', '{"watched":[0,9]}'));
    await page.evaluate(
      (id) => localStorage.setItem(`user-data ${id} progress 11111111-1111-1111-1111-111111111111`, '{"watched":[0,9]}'),
      reader.id,
    );
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.goto(`${course}/infer-once`);
    // The control: the user's own is sent.
    await expect.poll(() => sent.some((body) => body.includes('"lessonId":"11111111-1111-1111-1111-111111111111"'))).toBe(true);
    expect(sent.some((body) => body.includes('"lessonId":"x"'))).toBe(false);
  });

  test('the player requests a new signed URL when one is refused, and resumes at the same second @STUDY-01', async ({
    page,
    people,
    rows,
  }) => {
    const reader = await people.enter('pro');
    const video = page.locator('video');
    // The first seconds of every rendition load; later ones are refused until a new signed URL was requested.
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
    await page.goto(`${course}/a-typed-event-bus`);
    await play(page).click();
    await video.evaluate((media: HTMLVideoElement) => {
      media.addEventListener('timeupdate', () => {
        const latest = Number(media.dataset['latest'] ?? 0);
        if (media.readyState >= 2 && media.currentTime < latest - 1) media.dataset['hasGoneBack'] = `${latest} to ${media.currentTime}`;
        if (media.readyState >= 2) media.dataset['latest'] = String(Math.max(latest, media.currentTime));
      });
    });
    await expect.poll(() => renewed).toBe(1);
    expect(refused).toBeGreaterThan(0);
    const before = await secondOf(video);
    await expect.poll(() => secondOf(video)).toBeGreaterThan(Math.max(before + 0.5, 8.5));
    // It resumed where it was, and what was watched before counts together with what followed.
    expect(await video.evaluate((media: HTMLVideoElement) => media.dataset['hasGoneBack'])).toBeUndefined();
    await video.evaluate((media: HTMLVideoElement) => media.pause());
    await expect.poll(async () => (await activityOf(rows, reader.id, 'a-typed-event-bus')).watched).toBeGreaterThanOrEqual(8);
    await expect(page.getByRole('alert')).toHaveCount(0);

    await test.step('from the first playlist on, too', async () => {
      await page.unroute('**/media/s/**/*.m4s');
      await page.route('**/media/s/**/master.m3u8', (route) =>
        renewed === 1 ? route.fulfill({ status: 403, body: '' }) : route.continue(),
      );
      await page.goto(`${course}/discriminated-unions?t=4`);
      await play(page).click();
      await expect.poll(() => secondOf(video)).toBeGreaterThan(4.2);
      expect(renewed).toBe(2);
    });

    await test.step('a user who lost access gets no signed URL, and is told so', async () => {
      await page.route('**/media/s/**', (route) => route.fulfill({ status: 403, body: '' }));
      await page.goto(`${course}/parsing-at-the-edge`);
      await expect(play(page)).toBeEnabled();
      await rows.run('update app_public.entitlements set ends_at = now() where user_id = $1', [reader.id]);
      await play(page).click();
      await expect(page.getByRole('alert')).toContainText('can’t be played right now');
    });
  });
});

test('a reader resumes on another device at the paragraph where they stopped @STUDY-01', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const reader = await people.enter('pro');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.clock.install();
  await page.goto(chapter);
  const blocks = page.locator('.text > .b');
  await expect(blocks.nth(8)).toBeAttached();
  const middle = blocks.nth(Math.floor((await blocks.count()) / 2));
  const id = ((await middle.getAttribute('id')) ?? '').slice('b-'.length);
  expect(id).toMatch(/^\w+/);
  // Reading progress is sent when the connection is back, and periodically.
  const send = () => page.evaluate(() => dispatchEvent(new Event('online')));
  const isSent = () => sent.some((body) => body.includes('readBlockIds') && body.includes(`"${id}"`));

  await test.step('a block counts as read after a second in view, and not before', async () => {
    await page.clock.pauseAt(Date.now() + 60_000);
    await middle.scrollIntoViewIfNeeded();
    await page.clock.runFor(900);
    await send();
    const passed = page.waitForRequest('**/robots.txt');
    await page.evaluate(() => void fetch('/robots.txt'));
    await passed;
    expect(isSent()).toBe(false);
    const saved = page.waitForResponse((answer) => {
      const body = answer.request().postData() ?? '';
      return body.includes('readBlockIds') && body.includes(`"${id}"`);
    });
    await expect
      .poll(async () => {
        await page.clock.runFor(500);
        await send();
        return isSent();
      })
      .toBe(true);
    const answer = (await (await saved).json()) as { data: { saveProgress: { lessonProgress: { readBlocks: number } } } };
    expect(answer.data.saveProgress.lessonProgress.readBlocks).toBeGreaterThan(0);
    await expect.poll(async () => (await activityOf(rows, reader.id, 'the-index-you-need')).blockId).not.toBeUndefined();
  });

  await test.step('on the other device it is in view, and a URL with a position overrides it', async () => {
    await page.close();
    const { blockId } = await activityOf(rows, reader.id, 'the-index-you-need');
    const there = await people.open(reader, { viewport: { width: 360, height: 640 } });
    await there.goto(chapter);
    await expect(there.locator(`#b-${String(blockId)}`)).toBeInViewport();
    await expect.poll(() => there.evaluate(() => scrollY)).toBeGreaterThan(300);
    await expect(there.getByText(/^You left off at line \d+$/)).toBeVisible();
    await there.goto(`${chapter}?t=0`);
    await expect(there.getByRole('heading', { level: 1 })).toBeInViewport();
  });
});

test('a visitor keeps their setting for keys, prints a chapter, and reads up to the paywall @STUDY-01 @DOC-04 @SITE-02', {
  tag: '@desk',
}, async ({ page, people }) => {
  await page.goto('/books/postgres-slowly/preface');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const areKeysOn = page.getByLabel('Enable single-key shortcuts');

  await test.step('the setting for keys is stored in the browser', async () => {
    await page.keyboard.press('?');
    await expect(keys).toBeVisible();
    await expect(page.getByRole('region', { name: 'Video' })).toHaveCount(0);
    await areKeysOn.uncheck();
    await page.reload();
    await page.keyboard.press('?');
    // If it had opened the list of keys, that would cover this button.
    await page.getByRole('button', { name: /^Keyboard shortcuts/ }).click();
    await expect(areKeysOn).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
  });

  await test.step('a chapter is printed as its text', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.text p').first()).toBeVisible();
    await expect(page.locator('nav:visible')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0);
    await expect(page.locator('body > header, body header').first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('at the end of the free part a message appears, and nothing of the rest is sent', async () => {
    const html = (await (await page.goto(chapter))?.text()) ?? '';
    await expect(page.getByRole('region', { name: /The next line is for Pro readers/ })).toBeVisible();
    const { run } = await people.at(await people.make('pro'));
    const { data } = await run<{ bookBySlug: { lesson: { bodyMarkdown: string } } }>(
      '{ bookBySlug(slug: "postgres-slowly") { lesson(slug: "the-index-you-need") { bodyMarkdown } } }',
    );
    const paragraphs = (data?.bookBySlug.lesson.bodyMarkdown ?? '').split('\n\n');
    const wordsOf = (text = '') => text.replaceAll(/[`*_[\]()#>]/g, '').slice(0, 40);
    const last = wordsOf(paragraphs.at(-1));
    expect(last.length).toBeGreaterThan(20);
    expect(html).not.toContain(last);
  });

  await test.step('an unknown URL is a 404', async () => {
    for (const path of [`${course}/no-such-lesson`, '/courses/no-such-course/shapes', '/books/postgres-slowly/nothing'])
      expect((await page.request.get(path)).status(), path).toBe(404);
  });
});
