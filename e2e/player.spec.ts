import { control, gridIds, openClips } from './support/clip-journey.ts';
import { firstPlayed } from './support/first-played.ts';
import {
  demoPerson,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './support/journey.ts';

type Media = HTMLVideoElement;

test.describe('the player', () => {
  test('streams HLS by playback id and fetches nothing of it before the first play @CLIP-08', { tag: '@desk' }, async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await openClips(page);
    const id = await page.locator('aside [data-playback-id]').getAttribute('data-playback-id');
    expect(fetched.some((path) => /\.(m3u8|m4s|mp4)$/.test(path))).toBe(false);
    expect(fetched.filter((path) => path.startsWith('/media/v/') && path.endsWith('.webp')).length).toBeGreaterThan(3);
    await page.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => fetched.filter((path) => path === `/media/v/${id}/master.m3u8`).length).toBe(1);
    await expect
      .poll(() => fetched.filter((path) => path.startsWith(`/media/v/${id}/`) && path.endsWith('.m4s')).length)
      .toBeGreaterThan(0);
    await expect.poll(() => page.locator('aside video').evaluate((media: Media) => media.currentTime)).toBeGreaterThan(0.5);
    await expect.poll(() => page.locator('aside video').evaluate((media: Media) => media.duration)).toBeGreaterThan(5);
  });

  test('shows captions, offers speed, quality and picture in picture, and obeys the keys @CLIP-09', async ({ page }) => {
    await openClips(page);
    await page.getByRole('button', { name: /^Play / }).click();
    const video = page.locator('aside video');
    await expect.poll(() => video.evaluate((media: Media) => media.readyState)).toBeGreaterThan(2);
    await expect.poll(() => video.evaluate((media: Media) => media.textTracks[0]?.cues?.length ?? 0)).toBeGreaterThan(1);
    await expect.poll(() => video.evaluate((media: Media) => media.textTracks[0]?.mode)).toBe('showing');
    await expect(page.locator('media-pip-button')).toBeAttached();
    await expect(page.locator('media-fullscreen-button')).toBeVisible();

    const quality = page.getByLabel('Quality');
    await expect(quality.locator('option')).toHaveText(['Auto', /^\d+p$/, /^\d+p$/]);
    await quality.selectOption({ index: 2 });
    await expect.poll(() => video.evaluate((media: Media) => media.videoWidth)).toBeGreaterThan(360);

    await page.getByLabel('Speed').selectOption('1.25');
    await expect.poll(() => video.evaluate((media: Media) => media.playbackRate)).toBe(1.25);

    const player = page.locator('media-controller');
    await player.focus();
    await video.evaluate((media: Media) => media.play());
    await page.keyboard.press('k');
    await expect.poll(() => video.evaluate((media: Media) => media.paused)).toBe(true);
    await page.keyboard.press('m');
    await expect.poll(() => video.evaluate((media: Media) => media.muted)).toBe(true);
    const before = await video.evaluate((media: Media) => media.currentTime);
    await page.keyboard.press('l');
    await expect.poll(() => video.evaluate((media: Media) => media.currentTime)).toBeGreaterThan(before);
    await page.keyboard.press('c');
    await expect.poll(() => video.evaluate((media: Media) => media.textTracks[0]?.mode)).not.toBe('showing');
    await page.keyboard.press('k');
    await expect.poll(() => video.evaluate((media: Media) => media.paused)).toBe(false);

    // The speed is kept for the next video.
    await page.getByRole('button', { name: 'Next Video' }).click();
    await expect.poll(() => page.locator('aside video').evaluate((media: Media) => media.playbackRate)).toBe(1.25);
    await expectAccessible(page);
  });

  test('resumes where a visitor left a video in this browser @CLIP-09', { tag: '@desk' }, async ({ page }) => {
    await openClips(page);
    await page.getByRole('button', { name: /^Play / }).click();
    const video = page.locator('aside video');
    await expect.poll(() => video.evaluate((media: Media) => media.readyState)).toBeGreaterThan(2);
    await video.evaluate((media: Media) => {
      media.currentTime = 6;
    });
    await video.evaluate((media: Media) => media.pause());
    await expect
      .poll(() => page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('newline.position.'))?.[1]))
      .toMatch(/^[67]$/);
    await page.reload();
    await page.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => firstPlayed(page.locator('aside video'))).toBeGreaterThanOrEqual(5.5);
  });

  test('obeys no single key of somebody who turned them off @CLIP-09', { tag: '@desk' }, async ({ page }, { project }) => {
    await signIn(page, demoPerson(project.name === 'phone' ? 'author' : 'proLearner'));
    const choose = async (isOn: boolean) => {
      await page.goto('/account');
      await page.getByLabel(/Single keys are shortcuts/).setChecked(isOn);
      const saved = page.waitForResponse((response) => (response.request().postData() ?? '').includes('hasShortcuts'));
      await page.getByRole('button', { name: 'Save settings' }).click();
      expect((await saved).status()).toBe(200);
    };
    /** Presses m on the player and tells whether that muted it. */
    const mutesByKey = async () => {
      await openClips(page);
      await page.getByRole('button', { name: /^Play / }).click();
      const video = page.locator('aside video');
      await expect.poll(() => video.evaluate((media: Media) => media.readyState)).toBeGreaterThan(2);
      await page.locator('media-controller').focus();
      await page.keyboard.press('m');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      return video.evaluate((media: Media) => media.muted);
    };
    await choose(false);
    expect(await mutesByKey()).toBe(false);
    await choose(true);
    expect(await mutesByKey()).toBe(true);
  });

  test('says so when a video cannot be played', { tag: '@desk' }, async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/);
    await openClips(page);
    await page.route('**/master.m3u8', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('button', { name: /^Play / }).click();
    await expect(page.getByRole('alert')).toContainText('cannot be played right now');
  });

  test('puts a grey block where a still fails to load @SITE-08', { tag: '@desk' }, async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/);
    await page.route('**/thumbnail-*.webp', (route) => route.abort());
    await page.goto('/clips');
    await expect.poll(() => page.locator('[data-failed]').count()).toBeGreaterThan(3);
    const colour = await page
      .locator('[data-failed]')
      .first()
      .evaluate((block) => getComputedStyle(block).backgroundColor);
    expect(colour).not.toBe('rgba(0, 0, 0, 0)');
  });
});

test('asks once more for a press that the server was too busy to begin @CLIP-05', { tag: '@desk' }, async ({ page, expectedErrors }) => {
  expectedErrors.push(/503/);
  await signIn(page, demoPerson('proLearner'));
  await openClips(page);
  await openClips(page, `/clips/${(await gridIds(page)).at(-1) ?? ''}`);
  const wasOn = await control(page, 'Like').getAttribute('aria-pressed');
  let presses = 0;
  await page.route('**/graphql', (route) => {
    if (!('clipId' in ((route.request().postDataJSON() as { variables: object }).variables ?? {}))) return route.continue();
    presses += 1;
    if (presses > 1) return route.continue();
    const message = 'The database does not answer. Try again in a moment.';
    return route.fulfill({
      status: 503,
      json: { errors: [{ message, extensions: { code: 'UNAVAILABLE', isNotBegun: true } }], data: null },
    });
  });
  await control(page, 'Like').click();
  await expect.poll(() => presses).toBe(2);
  await expect(control(page, 'Like')).toBeEnabled();
  await page.reload();
  await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', String(wasOn !== 'true'));
});

test('the learning space passes axe and keeps its width in both themes @SITE-10', { tag: '@phone' }, async ({ page }) => {
  await openClips(page);
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);
});
