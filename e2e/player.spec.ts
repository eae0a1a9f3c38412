import type { Locator, Page } from '@playwright/test';
import { openClips } from './support/clip-journey.ts';
import { firstPlayed } from './support/first-played.ts';
import { expect, expectAccessible, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

// Videos play here, and in as few tests as possible: decoding one takes a whole core.

type Media = HTMLVideoElement;

/**
 * Returns what is wrong with the foot of the player at a width: controls that aren't in one row, that lie on each other or that are outside.
 * The height tells whether the foot before the first play is as high as that of the running player.
 */
async function footAt(page: Page, width: number): Promise<{ faults: string[]; height: number }> {
  return page.locator('aside [data-playback-id]').evaluate(async (player: HTMLElement, chosen) => {
    player.style.width = `${chosen}px`;
    await new Promise(requestAnimationFrame);
    const frame = player.querySelector('media-controller') ?? player.firstElementChild;
    const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
    // Not the marks on the seek bar above.
    const bar = player.querySelector('media-control-bar') ?? player.lastElementChild;
    const controls = [...(bar?.querySelectorAll('button, select, [role=button], span') ?? [])].filter(
      (element) =>
        isShown(element) &&
        (element.tagName !== 'SPAN' || (element.parentElement?.tagName !== 'SPAN' && /^\d+:\d\d/.test(element.textContent ?? ''))),
    );
    const boxes = controls.map((element) => ({ name: element.ariaLabel ?? element.textContent, box: element.getBoundingClientRect() }));
    const whole = player.getBoundingClientRect();
    const top = Math.max(...boxes.map(({ box }) => box.top));
    const bottom = Math.min(...boxes.map(({ box }) => box.bottom));
    const inOrder = boxes.toSorted((a, b) => a.box.left - b.box.left);
    const faults = [
      ...(boxes.length < 3 ? ['too few controls'] : []),
      ...(top >= bottom ? ['more than one row'] : []),
      ...inOrder.flatMap(({ name, box }, at) => {
        const before = inOrder[at - 1];
        if (before !== undefined && box.left < before.box.right - 0.5) return [`${name} lies on ${before.name}`];
        return box.left < whole.left - 0.5 || box.right > whole.right + 0.5 ? [`${name} is outside`] : [];
      }),
    ];
    const height = Math.round(whole.bottom - (frame?.getBoundingClientRect().bottom ?? 0));
    player.style.width = '';
    return { faults, height };
  }, width);
}
const footWidths = [256, 288, 320, 360, 440];

/** Returns a property of the video on the stage: `of(video, (media) => media.paused)`. */
const of = <TValue extends boolean | number | string | undefined>(video: Locator, read: (media: Media) => TValue) =>
  expect.poll(() => video.evaluate(read as (media: SVGElement | HTMLElement) => TValue));
const isPlaying = (media: Media) => !media.paused && media.currentTime > 0;

test('a video streams only after the first play, responds to controls and keys, and resumes where it was left @CLIP-04 @CLIP-08 @CLIP-09', {
  tag: '@desk',
}, async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await openClips(page);
  const video = page.locator('aside video');
  const play = page.getByRole('button', { name: /^Play / });

  const heights = new Map<number, number>();
  await test.step('before the first play, the foot is one row', async () => {
    for (const width of footWidths) {
      const { faults, height } = await footAt(page, width);
      expect(faults, `at ${width} px`).toEqual([]);
      heights.set(width, height);
    }
  });

  await test.step('HLS by playback id, and nothing of it before the first play', async () => {
    const id = await page.locator('aside [data-playback-id]').getAttribute('data-playback-id');
    expect(fetched.some((path) => /\.(m3u8|m4s|mp4)$/.test(path))).toBe(false);
    const stills = () => fetched.filter((path) => path.startsWith('/media/v/') && path.endsWith('.webp')).length;
    await expect.poll(stills).toBeGreaterThan(3);
    await play.click();
    await expect.poll(() => fetched.filter((path) => path === `/media/v/${id}/master.m3u8`).length).toBe(1);
    await expect
      .poll(() => fetched.filter((path) => path.startsWith(`/media/v/${id}/`) && path.endsWith('.m4s')).length)
      .toBeGreaterThan(0);
    await of(video, (media) => media.currentTime).toBeGreaterThan(0.5);
    await of(video, (media) => media.duration).toBeGreaterThan(5);
    // It doesn't end during the test, however slow the machine is.
    await video.evaluate((media: Media) => {
      media.loop = true;
    });
  });

  await test.step('captions, quality, speed and picture in picture', async () => {
    await of(video, (media) => media.textTracks[0]?.cues?.length ?? 0).toBeGreaterThan(1);
    await of(video, (media) => media.textTracks[0]?.mode).toBe('showing');
    await expect(page.locator('media-pip-button')).toBeAttached();
    await expect(page.locator('media-fullscreen-button')).toBeVisible();
    for (const width of footWidths) {
      const { faults, height } = await footAt(page, width);
      expect(faults, `running, at ${width} px`).toEqual([]);
      expect(Math.abs(height - (heights.get(width) ?? 0)), `as high as before, at ${width} px`).toBeLessThanOrEqual(1);
    }
    const quality = page.getByLabel('Quality');
    await expect(quality.locator('option')).toHaveText(['Auto', /^\d+p$/, /^\d+p$/]);
    await test.step('in the last part, after which no other is loaded', async () => {
      await video.evaluate((media: Media) => {
        media.pause();
        media.currentTime = media.duration - 0.25;
      });
      await of(video, (media) => media.seeking).toBe(false);
      await quality.selectOption({ index: 2 });
      await video.evaluate((media: Media) => media.play());
      await of(video, (media) => media.videoWidth).toBeGreaterThan(360);
    });
    await test.step('in the first part, for the next one', async () => {
      await video.evaluate(async (media: Media) => {
        media.currentTime = 0;
        await media.play();
      });
      await quality.selectOption({ index: 1 });
      await of(video, (media) => media.videoWidth).toBeLessThanOrEqual(360);
    });
    await page.getByLabel('Speed').selectOption('1.25');
    await of(video, (media) => media.playbackRate).toBe(1.25);
  });

  await test.step('the player’s keys', async () => {
    const controls = page.locator('aside media-play-button').first();
    await page.locator('media-controller').focus();
    await of(video, (media) => media.paused).toBe(false);
    await page.keyboard.press('k');
    await of(video, (media) => media.paused).toBe(true);
    await page.keyboard.press('m');
    await of(video, (media) => media.muted).toBe(true);
    await video.evaluate((media: Media) => {
      media.currentTime = 1;
    });
    await page.keyboard.press('l');
    await of(video, (media) => media.currentTime).toBeGreaterThan(2);
    await page.keyboard.press('c');
    await of(video, (media) => media.textTracks[0]?.mode).not.toBe('showing');
    // With Caps Lock, and on a Russian keyboard.
    const devtools = await page.context().newCDPSession(page);
    for (const [key, isPaused] of [
      ['K', false],
      ['л', true],
    ] as const) {
      // The controls hear of a change a moment after the video does.
      await expect(controls).toHaveJSProperty('mediaPaused', !isPaused);
      await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code: 'KeyK' });
      await of(video, (media) => media.paused).toBe(isPaused);
    }
    await expect(controls).toHaveJSProperty('mediaPaused', true);
    await page.keyboard.press('k');
    await of(video, (media) => media.paused).toBe(false);
  });

  await test.step('this browser resumes where a visitor left it', async () => {
    await video.evaluate((media: Media) => {
      media.pause();
      media.currentTime = 6;
    });
    await video.evaluate((media: Media) => media.play());
    await video.evaluate((media: Media) => media.pause());
    await expect
      .poll(() => page.evaluate(() => Object.entries(localStorage).find(([key]) => /^user-data .* position /.test(key))?.[1]))
      .toMatch(/^[67]$/);
    await page.reload();
    await play.click();
    await expect.poll(() => firstPlayed(video)).toBeGreaterThanOrEqual(5.5);
  });

  await test.step('Next Video plays, at the chosen speed', async () => {
    await page.getByRole('button', { name: 'Next Video' }).click();
    await of(video, (media) => media.playbackRate).toBe(1.25);
    await of(video, isPlaying).toBe(true);
    await video.evaluate((media: Media) => media.pause());
    await expectAccessible(page);
  });
});

test('a learner resumes at the same second in another browser; turning off single keys is respected @CLIP-09', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const clip = await makeClip(rows);
  const person = await people.enter('learner');
  const video = page.locator('aside video');
  const isReady = (media: Media) => media.readyState > 2;

  await test.step('the settings turn them off', async () => {
    await page.goto('/account');
    await page.getByLabel(/Enable single-key shortcuts/).uncheck();
    const saved = page.waitForResponse((response) => (response.request().postData() ?? '').includes('hasShortcuts'));
    await page.getByRole('button', { name: 'Save settings' }).click();
    expect((await saved).status()).toBe(200);
    await openClips(page, clip.path);
    await page.getByRole('button', { name: /^Play / }).click();
    await of(video, isReady).toBe(true);
    await page.locator('media-controller').focus();
    await page.keyboard.press('m');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await of(video, (media) => media.muted).toBe(false);
  });

  await test.step('the account stores the second, and the keys work again once they are on', async () => {
    // Not a position from earlier, while it was playing.
    const saved = page.waitForResponse((response) => {
      const [, second] = /"positionSeconds":([\d.]+)/.exec(response.request().postData() ?? '') ?? [];
      return Number(second ?? 0) >= 4.5;
    });
    await video.evaluate((media: Media) => {
      media.currentTime = 5;
    });
    await video.evaluate((media: Media) => media.pause());
    expect((await saved).status()).toBe(200);

    await rows.run('update app_public.user_settings set has_shortcuts = true where user_id = $1', [person.id]);
    const other = await people.open(person);
    const again = other.locator('aside video');
    await openClips(other, clip.path);
    await other.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => firstPlayed(again)).toBeGreaterThanOrEqual(4.5);
    await other.locator('media-controller').focus();
    await other.keyboard.press('m');
    await of(again, (media) => media.muted).toBe(true);
  });
});

test('the demo dashboard continues with another clip after Next Video or the end of one, and plays it @DEMO-02', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'This is your desk' }).scrollIntoViewIfNeeded();
  const desk = page.locator('[data-demo-dashboard]');
  const stage = desk.getByRole('complementary', { name: 'Selected clip' });
  await expect(stage).toBeVisible();
  const first = (await stage.getAttribute('data-clip-id')) ?? '';
  await stage.getByRole('button', { name: 'Next Video' }).click();
  await expect(stage).not.toHaveAttribute('data-clip-id', first);
  const video = stage.locator('video');
  await of(video, isPlaying).toBe(true);
  const second = (await stage.getAttribute('data-clip-id')) ?? '';
  await video.evaluate((media: Media) => {
    media.currentTime = media.duration - 0.2;
  });
  await expect(stage).not.toHaveAttribute('data-clip-id', second);
  await of(video, isPlaying).toBe(true);
  // FULL has its own clips, with the first one selected.
  await desk.getByRole('button', { name: 'FULL', exact: true }).click();
  const thumbs = desk.getByRole('region', { name: 'Clips' }).locator('a[data-clip-id]');
  await expect(thumbs.first()).toHaveAttribute('aria-current', 'true');
  await thumbs.nth(1).click();
  await expect(thumbs.nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(stage).toHaveAttribute('data-clip-id', (await thumbs.nth(1).getAttribute('data-clip-id')) ?? '');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('recent titles rotate; videos load on demand, stop on moving, and play by number @CARO-01 @CARO-02', { tag: '@desk' }, async ({
  page,
  rows,
}) => {
  await page.goto('/');
  const section = page.getByRole('region', { name: 'Recent titles', exact: true });
  await expect(section.locator('p.lead').first()).toBeVisible();
  await expect(section.getByRole('link', { name: 'All courses' })).toHaveAttribute('href', '/courses');
  await section.scrollIntoViewIfNeeded();
  const heading = section.getByRole('heading', { level: 3 });
  const covers = section.locator('ol').getByRole('link');
  const titles = await covers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  expect(titles.length).toBeGreaterThan(3);
  const video = section.locator('video');
  const center = section.getByRole('button', { name: /^Play ./ });
  const pause = section.getByRole('button', { name: 'Pause', exact: true });
  const numbers = section.getByRole('button', { name: /^Video \d/ });

  await test.step('Previous and Next wrap around', async () => {
    await expect(heading).toHaveText(titles[0] ?? '');
    // Its code loads when the reader is near.
    await expect(async () => {
      await section.getByRole('button', { name: 'Previous' }).click();
      expect(await heading.textContent()).toBe(titles.at(-1));
    }).toPass({ intervals: [250] });
    await section.getByRole('button', { name: 'Next' }).click();
    await expect(heading).toHaveText(titles[0] ?? '');
  });

  await test.step('the center button hides before the video is loaded and while it plays', async () => {
    await expect(center).toHaveCount(0);
    // The hero video and two of its clips.
    await expect(numbers).toHaveText(['1', '2', '3']);
    const poster = section.locator('[data-state="idle"] img');
    await expect(poster).toBeVisible();
    await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(poster).toHaveAttribute('src', (await covers.first().locator('img').getAttribute('src')) ?? 'none');
    await section.getByRole('button', { name: 'Play', exact: true }).click();
    await of(video, (media) => media.currentTime).toBeGreaterThan(0.2);
    await expect(center).toHaveCount(0);
    await pause.click();
    await expect(center).toBeVisible();
    await center.click();
    await expect(center).toHaveCount(0);
  });

  await test.step('moving stops the playing video; a number plays its video', async () => {
    await covers.nth(2).click();
    await expect(heading).toHaveText(titles[2] ?? '');
    await expect(pause).toHaveCount(0);
    const second = section.getByRole('button', { name: /^Video 2/ });
    await second.click();
    await expect(second).toHaveAttribute('aria-current', 'true');
    await of(video, isPlaying).toBe(true);
    await section.getByRole('button', { name: 'Next' }).click();
    await expect(pause).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('each title has its rating and links to where users enroll', async () => {
    for (const [table, words] of [
      ['books', 'Enroll to this book'],
      ['courses', 'Enroll to this course'],
    ] as const) {
      const [item] = await rows.run(`select title, permalink from app_public.${table} where title = any ($1) limit 1`, [titles]);
      await section
        .locator('ol')
        .getByRole('link', { name: String(item?.['title']), exact: true })
        .click();
      await expect(heading).toHaveText(String(item?.['title']));
      await expect(section.getByRole('link', { name: words })).toHaveAttribute('href', String(item?.['permalink']));
      await expect(section.locator('p', { hasText: 'rating' })).toHaveText(/^\d\.\d \/ 5 /);
    }
  });
});

test('before the first play, captions and speed are chosen by keyboard, in both shapes, and the video starts with them @CLIP-09', {
  tag: '@desk',
}, async ({ page }) => {
  await openClips(page);
  const stage = page.getByRole('complementary', { name: 'Selected clip' });
  const foot = stage.getByRole('group', { name: 'Playback' });
  const captions = foot.getByRole('button', { name: 'Captions' });
  const speed = foot.getByLabel('Speed');
  const video = stage.locator('video');
  for (const kind of ['SHORTS', 'FULL']) {
    await page.getByRole('button', { name: kind }).press('Enter');
    const player = stage.locator(`[data-shape="${kind === 'FULL' ? 'wide' : 'upright'}"][data-playback-id]`);
    await expect(player).toBeVisible();

    // The foot has no empty row: below the image, the time and the controls are spread over its whole height.
    const { bottom, image } = await player.evaluate((element) => ({
      bottom: element.getBoundingClientRect().bottom,
      image: element.querySelector('img')?.getBoundingClientRect().bottom ?? 0,
    }));
    const [clock, choice] = await Promise.all([player.getByText(/^0:00 \/ /).boundingBox(), speed.boundingBox()]);
    expect((clock?.y ?? 0) - image).toBeLessThan(48);
    expect(bottom - (choice?.y ?? 0) - (choice?.height ?? 0)).toBeLessThan(28);

    // In the order of the tabs.
    await stage.getByRole('button', { name: /^Play ./ }).focus();
    await page.keyboard.press('Tab');
    await expect(captions).toBeFocused();
    await expect(captions).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Space');
    await expect(captions).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Tab');
    await expect(speed).toBeFocused();
    await speed.selectOption('1.5');
    await expectAccessible(page);

    await stage.getByRole('button', { name: /^Play ./ }).press('Enter');
    await of(video, isPlaying).toBe(true);
    await of(video, (media) => media.playbackRate).toBe(1.5);
    await of(video, (media) => [...media.textTracks].filter(({ kind, mode }) => kind === 'captions' && mode === 'showing').length).toBe(0);
    // Chosen again while it plays, they are shown in the next one, too.
    await stage.getByRole('button', { name: 'Captions' }).press('Enter');
    await of(video, (media) => media.textTracks[0]?.mode).toBe('showing');
    await video.evaluate((media: Media) => media.pause());
    await page.reload();
    await expect(captions).toHaveAttribute('aria-pressed', 'true');
    await expect(speed).toHaveValue('1.5');
  }
});
