import { control, countOf, gridIds, loadAllClips, openClips, stagedId, watchOffsets } from './support/clip-journey.ts';
import { firstPlayed } from './support/first-played.ts';
import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';

/** Desk and phone run side by side on one site: each has its own person and its own clips. */
const isPhone = (name: string) => name === 'phone';
const personOf = (project: string) => demoPerson(isPhone(project) ? 'anotherLearner' : 'learner');
/** An own clip for each test and width. */
const clipAt = (ids: readonly string[], place: number, project: string) => ids[place * 2 + (isPhone(project) ? 1 : 0)] ?? '';

test.describe('the learning space', () => {
  test('shows thumbnails in three columns at every width @CLIP-02', { tag: '@phone' }, async ({ page }) => {
    await openClips(page);
    const boxes = await page
      .locator('section[aria-label="Clips"] a[data-clip-id]')
      .evaluateAll((links) =>
        links.slice(0, 6).map((link) => ({ x: Math.round(link.getBoundingClientRect().x), y: Math.round(link.getBoundingClientRect().y) })),
      );
    expect(new Set(boxes.map((box) => box.x)).size).toBe(3);
    expect(boxes[0]?.y).toBe(boxes[2]?.y);
    expect(boxes[3]?.y).toBeGreaterThan(boxes[0]?.y ?? 0);
    await expectNoSidewaysScroll(page);
  });

  test('fetches the next page when half of the loader is visible, by the number already loaded @CLIP-01 @CLIP-02', {
    tag: '@desk',
  }, async ({ page }) => {
    const offsets = watchOffsets(page);
    await openClips(page);
    expect(offsets).toEqual([]);
    const loader = page.locator('[data-clip-loader]');
    // A little less than half of it in view fetches nothing …
    await loader.evaluate((element) => {
      const box = element.getBoundingClientRect();
      window.scrollBy(0, box.top + box.height * 0.4 - window.innerHeight);
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(offsets).toEqual([]);
    // … a little more does.
    await loader.evaluate((element) => {
      const box = element.getBoundingClientRect();
      window.scrollBy(0, box.top + box.height * 0.6 - window.innerHeight);
    });
    await expect.poll(() => offsets).toEqual([30]);
    await loadAllClips(page);
    expect(offsets).toEqual([30, 60]);
    const ids = await gridIds(page);
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
  });

  test('starts with the larger mode and its first clip; the switch flips it @CLIP-03', { tag: '@desk' }, async ({ page }) => {
    await openClips(page);
    const mode = page.getByRole('group', { name: 'Clip length' });
    await expect(mode.getByRole('button', { name: 'SHORTS' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => stagedId(page)).toBe((await gridIds(page))[0]);
    const shorts = await gridIds(page);

    await mode.getByRole('button', { name: 'FULL' }).click();
    await expect(mode.getByRole('button', { name: 'FULL' })).toHaveAttribute('aria-pressed', 'true');
    await expect(mode.getByRole('button', { name: 'SHORTS' })).toHaveAttribute('aria-pressed', 'false');
    const full = await gridIds(page);
    expect(full.some((id) => shorts.includes(id))).toBe(false);
    await expect.poll(() => stagedId(page)).toBe(full[0]);

    // Back again: not what was chosen there before, but the first.
    await mode.getByRole('button', { name: 'SHORTS' }).click();
    await page.locator('section[aria-label="Clips"] a[data-clip-id]').nth(2).click();
    await mode.getByRole('button', { name: 'FULL' }).click();
    await mode.getByRole('button', { name: 'SHORTS' }).click();
    await expect.poll(() => stagedId(page)).toBe(shorts[0]);
  });

  test('selects the thumbnail that is clicked, and the address follows @CLIP-03', async ({ page }) => {
    await openClips(page);
    const [, second = ''] = await gridIds(page);
    await page.locator(`a[data-clip-id="${second}"]`).click();
    await expect(page.locator(`a[data-clip-id="${second}"]`)).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => stagedId(page)).toBe(second);
    await expect(page).toHaveURL(`/clips/${second}`);
    await expect(page.locator('a[aria-current="true"][data-clip-id]')).toHaveCount(1);
    await page.reload();
    await expect.poll(() => stagedId(page)).toBe(second);
  });

  test('gives another clip of the mode at each press of Next Video and plays it @CLIP-04', { tag: '@desk' }, async ({ page }) => {
    await openClips(page);
    const next = page.getByRole('button', { name: 'Next Video' });
    const seen: string[] = [await stagedId(page)];
    for (let press = 0; press < 25; press++) {
      await next.click();
      await expect.poll(() => stagedId(page)).not.toBe(seen.at(-1));
      seen.push(await stagedId(page));
    }
    // Without putting back, every press brought a clip that had not been on the stage.
    expect(new Set(seen).size).toBe(seen.length);
    await expect(page.locator('aside video')).toHaveCount(1);
    const shape = await page.locator('aside [data-playback-id]').getAttribute('data-shape');
    expect(shape).toBe('upright');
  });

  test('keeps Next Video in the window, and where it is while comments arrive @CLIP-04', { tag: '@desk' }, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 720 });
    await openClips(page);
    const next = page.getByRole('button', { name: 'Next Video' });
    await expect(next).toBeInViewport({ ratio: 1 });
    const commented = await stagedId(page);
    await next.click();
    await expect.poll(() => stagedId(page)).not.toBe(commented);
    // At the end of the page nothing is left below the stage.
    await loadAllClips(page);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    let isLetThrough: (() => void) | undefined;
    const letThrough = new Promise<void>((resolve) => {
      isLetThrough = resolve;
    });
    await page.route('**/graphql', async (route) => {
      await letThrough;
      await route.continue();
    });
    const comments = page.locator('aside > section li');
    await page.locator(`a[data-clip-id="${commented}"]`).dispatchEvent('click');
    await expect.poll(() => stagedId(page)).toBe(commented);
    await expect(comments).toHaveCount(0);
    const held = await next.boundingBox();
    isLetThrough?.();
    await expect(comments).not.toHaveCount(0);
    expect(await next.boundingBox()).toEqual(held);
    // The comments are reached where they are, without the clips going away.
    const scrolled = await page.evaluate(() => window.scrollY);
    await comments.last().scrollIntoViewIfNeeded();
    await expect(comments.last()).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  });

  test('leads to the course and to the comments @CLIP-04', { tag: '@desk' }, async ({ page }) => {
    await openClips(page);
    const link = page.getByRole('link', { name: 'Go To Course →' });
    const item = await page.locator('a[data-clip-id][aria-current=true] .meta').textContent();
    await link.click();
    await expect(page).toHaveURL(/\/(?:courses|books)\/[a-z0-9-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(item ?? '');
    await page.goBack();
    await page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' }).click();
    await expect(page.getByRole('dialog', { name: 'Comments' })).toBeVisible();
  });
});

test.describe('a visitor', () => {
  for (const name of ['Like', 'Bookmark']) {
    test(`is asked to log in by ${name} and comes back to the clip @CLIP-06`, async ({ page }, { project }) => {
      await openClips(page);
      const clip = (await gridIds(page))[4] ?? '';
      await page.locator(`a[data-clip-id="${clip}"]`).click();
      await control(page, name).click();
      const dialog = page.getByRole('dialog', { name: 'Please login to like/comment' });
      await expect(dialog).toBeVisible();
      const person = personOf(project.name);
      await dialog.getByLabel('Email').fill(person.email);
      await dialog.getByLabel('Password').fill(person.password);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
      await expect(page).toHaveURL(`/clips/${clip}`);
      await expect.poll(() => stagedId(page)).toBe(clip);
    });
  }

  test('gets nothing from Share @CLIP-06', { tag: '@desk' }, async ({ page }) => {
    await openClips(page);
    // Another control first: by then everything is loaded that a prompt of Share would need.
    await control(page, 'Like').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const requests: string[] = [];
    page.on('request', (request) => request.url().endsWith('/graphql') && requests.push(request.postData() ?? ''));
    const before = await countOf(page, 'Share');
    await control(page, 'Share').click();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => countOf(page, 'Share')).toBe(before);
    expect(requests).toEqual([]);
    await expect(control(page, 'Share')).toHaveAttribute('aria-pressed', 'false');
  });
});

test.describe('a learner', () => {
  test.beforeEach(({ page }, { project }) => signIn(page, personOf(project.name)));

  test(
    'likes and bookmarks; the control is disabled while its request runs, the list is refetched and nothing moves @CLIP-05',
    { tag: '@phone' },
    async ({ page }, { project }) => {
      await openClips(page);
      const clip = clipAt(await gridIds(page), 0, project.name);
      await page.locator(`a[data-clip-id="${clip}"]`).click();
      for (const name of ['Like', 'Bookmark']) {
        const button = control(page, name);
        const wasOn = (await button.getAttribute('aria-pressed')) === 'true';
        const before = name === 'Like' ? await countOf(page, name) : 0;
        const scroll = await page.evaluate(() => window.scrollY);
        let release = () => undefined as void;
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        let answered: unknown;
        await page.route('**/graphql', async (route) => {
          if (!('clipId' in ((route.request().postDataJSON() as { variables: object }).variables ?? {}))) return route.continue();
          await held;
          const response = await route.fetch();
          answered = await response.json();
          return route.fulfill({ response });
        });
        await button.click();
        await expect(button).toBeDisabled();
        await expect(button).toHaveAttribute('aria-pressed', String(!wasOn));
        const refetched = page.waitForRequest(
          (request) => request.url().endsWith('/graphql') && (request.postData() ?? '').includes('"offset":0'),
        );
        release();
        await refetched;
        await page.unroute('**/graphql');
        await expect(button).toBeEnabled();
        expect(JSON.stringify(answered)).toMatch(/"id":"[0-9a-f-]{36}"/);
        if (name === 'Like') await expect.poll(() => countOf(page, name)).toBe(before + (wasOn ? -1 : 1));
        await expect.poll(() => stagedId(page)).toBe(clip);
        expect(await page.evaluate(() => window.scrollY)).toBe(scroll);
        await page.waitForLoadState('networkidle');
        await page.reload();
        await expect(control(page, name)).toHaveAttribute('aria-pressed', String(!wasOn));
      }
    },
  );

  test('never counts two quick presses twice @CLIP-05', { tag: '@desk' }, async ({ page }, { project }) => {
    await openClips(page);
    const clip = clipAt(await gridIds(page), 1, project.name);
    await page.goto(`/clips/${clip}`);
    await page.waitForLoadState('networkidle');
    const wasOn = (await control(page, 'Like').getAttribute('aria-pressed')) === 'true';
    const before = await countOf(page, 'Like');
    await control(page, 'Like').evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', String(!wasOn));
    await expect(control(page, 'Like')).toBeEnabled();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => countOf(page, 'Like')).toBe(before + (wasOn ? -1 : 1));
  });

  test('keeps the loaded pages when a like is refetched @CLIP-05', { tag: '@desk' }, async ({ page }, { project }) => {
    await openClips(page);
    await page.locator('[data-clip-loader]').scrollIntoViewIfNeeded();
    await expect.poll(async () => (await gridIds(page)).length).toBeGreaterThan(25);
    const loaded = await gridIds(page);
    const clip = clipAt(loaded, 9, project.name);
    await page.locator(`a[data-clip-id="${clip}"]`).click();
    await control(page, 'Like').click();
    await expect(control(page, 'Like')).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect((await gridIds(page)).slice(0, loaded.length)).toEqual(loaded);
    await expect.poll(() => stagedId(page)).toBe(clip);
  });

  test(
    'goes back to the earlier state without a word when a like, a bookmark or a share fails @DISC-11',
    { tag: '@desk' },
    async ({ page, expectedErrors }, { project }) => {
      expectedErrors.push(/could not be (?:saved|refetched)/, /Failed to load resource/);
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await openClips(page);
      const clip = clipAt(await gridIds(page), 2, project.name);
      await page.locator(`a[data-clip-id="${clip}"]`).click();
      await expect.poll(() => stagedId(page)).toBe(clip);
      // Nothing gets through, so that no later answer of the server is what mends it.
      await page.route('**/graphql', (route) => route.abort());
      for (const name of ['Like', 'Bookmark', 'Share']) {
        const button = control(page, name);
        const wasOn = (await button.getAttribute('aria-pressed')) ?? '';
        const before = name === 'Bookmark' ? 0 : await countOf(page, name);
        await button.click();
        await expect.poll(() => said.join('\n')).toContain(`The ${name.toLowerCase()} could not be saved.`);
        await expect(button).toBeEnabled();
        await expect(button).toHaveAttribute('aria-pressed', wasOn);
        if (name !== 'Bookmark') expect(await countOf(page, name)).toBe(before);
        await expect(page.getByRole('alert')).toHaveCount(0);
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    },
  );

  test(
    'shares by a pop-up whose Copy reads Copied; switching off opens nothing @CLIP-07',
    { tag: '@phone' },
    async ({ page, context }, { project }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openClips(page);
      const clip = clipAt(await gridIds(page), 3, project.name);
      await page.locator(`a[data-clip-id="${clip}"]`).click();
      if ((await control(page, 'Share').getAttribute('aria-pressed')) === 'true') {
        await control(page, 'Share').click();
        await expect(control(page, 'Share')).toHaveAttribute('aria-pressed', 'false');
        await expect(control(page, 'Share')).toBeEnabled();
      }
      const before = await countOf(page, 'Share');
      await control(page, 'Share').click();
      const dialog = page.getByRole('dialog', { name: 'Share this clip' });
      await expect(dialog).toBeVisible();
      const link = await dialog.getByLabel('Link').inputValue();
      expect(new URL(link).pathname).toBe(`/clips/${clip}`);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
      await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      // It stays until it is closed.
      await page.waitForLoadState('networkidle');
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => countOf(page, 'Share')).toBe(before + 1);

      await control(page, 'Share').click();
      await expect(control(page, 'Share')).toHaveAttribute('aria-pressed', 'false');
      await expect(control(page, 'Share')).toBeEnabled();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect.poll(() => countOf(page, 'Share')).toBe(before);
    },
  );

  test(
    'finds the second again at which a video was left, in another browser @CLIP-09',
    { tag: '@desk' },
    async ({ page, browser }, { project }) => {
      await openClips(page);
      const clip = clipAt(await gridIds(page), 4, project.name);
      await page.goto(`/clips/${clip}`);
      await page.getByRole('button', { name: /^Play / }).click();
      const video = page.locator('aside video');
      await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.readyState)).toBeGreaterThan(2);
      const saved = page.waitForResponse((response) => (response.request().postData() ?? '').includes('positionSeconds'));
      await video.evaluate((media: HTMLVideoElement) => {
        media.currentTime = 5;
      });
      await video.evaluate((media: HTMLVideoElement) => media.pause());
      await saved;

      const elsewhere = await browser.newContext();
      const other = await elsewhere.newPage();
      await signIn(other, personOf(project.name));
      await other.goto(`/clips/${clip}`);
      await other.waitForLoadState('networkidle');
      await other.getByRole('button', { name: /^Play / }).click();
      await expect.poll(() => firstPlayed(other.locator('aside video'))).toBeGreaterThanOrEqual(4.5);
      await elsewhere.close();
    },
  );

  test('does it all by keyboard alone @CLIP-05 @SITE-10', { tag: '@desk' }, async ({ page }, { project }) => {
    await openClips(page);
    const clip = clipAt(await gridIds(page), 5, project.name);
    await page.locator(`a[data-clip-id="${clip}"]`).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => stagedId(page)).toBe(clip);
    const like = control(page, 'Like');
    const wasOn = (await like.getAttribute('aria-pressed')) === 'true';
    await like.focus();
    await page.keyboard.press('Space');
    await expect(like).toHaveAttribute('aria-pressed', String(!wasOn));
    // The place of the keyboard is kept while the button was disabled.
    await expect(like).toBeEnabled();
    await expect(like).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(control(page, 'Share')).toBeFocused();
  });
});
