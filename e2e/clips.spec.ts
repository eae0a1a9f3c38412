import {
  control,
  countOf,
  expectClip,
  gridIds,
  holdStreams,
  isRefetch,
  isToggle,
  loadAllClips,
  openClips,
  stagedId,
  watchOffsets,
} from './support/clip-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

test('a visitor browses the clips of both lengths and continues from one to the next @CLIP-01 @CLIP-02 @CLIP-03 @CLIP-04', {
  tag: '@desk',
}, async ({ page }) => {
  await holdStreams(page);
  const offsets = watchOffsets(page);
  await openClips(page);
  const mode = page.getByRole('group', { name: 'Clip length' });
  const shorts = mode.getByRole('button', { name: 'SHORTS' });
  const full = mode.getByRole('button', { name: 'FULL' });
  const first = await gridIds(page);

  await test.step('it starts with the larger mode and its first clip', async () => {
    await expect(shorts).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => stagedId(page)).toBe(first[0]);
  });

  await test.step('the next page loads when half of the loader is visible, with the number already loaded as its offset', async () => {
    const loader = page.locator('[data-clip-loader]');
    const scrollTo = (part: number) =>
      loader.evaluate((element, part) => {
        const box = element.getBoundingClientRect();
        window.scrollBy(0, box.top + box.height * part - window.innerHeight);
      }, part);
    // With a little less than half of it visible, nothing is loaded …
    await scrollTo(0.4);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(offsets).toEqual([]);
    // … with a little more, it is.
    await scrollTo(0.6);
    await expect.poll(() => offsets).toEqual([30]);
    await loadAllClips(page);
    expect(offsets).toEqual([30, 60]);
    const ids = await gridIds(page);
    expect(ids.slice(0, first.length)).toEqual(first);
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
  });

  await test.step('the switch flips the mode and selects the first clip of the other kind', async () => {
    const before = await gridIds(page);
    await full.click();
    await expect(full).toHaveAttribute('aria-pressed', 'true');
    await expect(shorts).toHaveAttribute('aria-pressed', 'false');
    const others = await gridIds(page);
    expect(others).toHaveLength(30);
    expect(others.some((id) => before.includes(id))).toBe(false);
    await expect.poll(() => stagedId(page)).toBe(others[0]);
    // Switching back selects the first one, not the one selected before.
    await shorts.click();
    await page.locator(`a[data-clip-id="${before[2]}"]`).click();
    await expect.poll(() => stagedId(page)).toBe(before[2]);
    await full.click();
    await shorts.click();
    await expect.poll(() => stagedId(page)).toBe(before[0]);
  });

  await test.step('Next Video shows another clip of the mode at each click', async () => {
    const seen: string[] = [await stagedId(page)];
    for (let press = 0; press < 3; press++) {
      await page.getByRole('button', { name: 'Next Video' }).click();
      await expect.poll(() => stagedId(page)).not.toBe(seen.at(-1));
      seen.push(await stagedId(page));
    }
    expect(new Set(seen).size).toBe(4);
    expect(await gridIds(page)).toEqual(expect.arrayContaining(seen));
    // It plays, which a selected thumbnail doesn't.
    await expect(page.locator('aside video')).toHaveCount(1);
    await expect(page.locator('aside [data-playback-id]')).toHaveAttribute('data-shape', 'upright');
  });

  await test.step('a thumbnail selects its clip, and the URL follows', async () => {
    const second = first[1] ?? '';
    const thumbnail = page.locator(`a[data-clip-id="${second}"]`);
    await thumbnail.click();
    await expect(thumbnail).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => stagedId(page)).toBe(second);
    await expect(page).toHaveURL(`/clips/${second}`);
    await expect(page.locator('a[aria-current="true"][data-clip-id]')).toHaveCount(1);
    // Its comments are loaded: a request that a reload aborts would be an error of the page.
    await expect(page.locator('aside > section li')).not.toHaveCount(0);
    await page.reload();
    await expect.poll(() => stagedId(page)).toBe(second);
  });
});

test('next to the player are comments, the course, and a prompt for visitors to sign in @CLIP-04 @CLIP-06', { tag: '@desk' }, async ({
  page,
  people,
}) => {
  await holdStreams(page);
  await page.setViewportSize({ width: 1366, height: 720 });
  await openClips(page);
  const next = page.getByRole('button', { name: 'Next Video' });
  const commented = await stagedId(page);

  await test.step('Next Video is in the window, and stays there while comments arrive', async () => {
    await expect(next).toBeInViewport({ ratio: 1 });
    await next.click();
    await expect.poll(() => stagedId(page)).not.toBe(commented);
    // At the end of the page, nothing is left below the stage.
    await loadAllClips(page);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const letThrough = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      await letThrough.promise;
      await route.continue();
    });
    const comments = page.locator('aside > section li');
    await page.locator(`a[data-clip-id="${commented}"]`).dispatchEvent('click');
    await expect.poll(() => stagedId(page)).toBe(commented);
    await expect(comments).toHaveCount(0);
    const held = await next.boundingBox();
    letThrough.resolve();
    await expect(comments).not.toHaveCount(0);
    await page.unroute('**/graphql');
    expect(await next.boundingBox()).toEqual(held);
    // The comments are reachable without scrolling the clips away.
    const scrolled = await page.evaluate(() => window.scrollY);
    await comments.last().scrollIntoViewIfNeeded();
    await expect(comments.last()).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  });

  await test.step('it links to the course and to the comments', async () => {
    const item = await page.locator('a[data-clip-id][aria-current=true] .meta').textContent();
    const loaded = await gridIds(page);
    expect(loaded.length).toBeGreaterThan(30);
    await page.getByRole('link', { name: 'Go To Course →' }).click();
    await expect(page).toHaveURL(/\/(?:courses|books)\/[a-z0-9-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(item ?? '');
    await page.goBack();
    await expect.poll(() => stagedId(page)).toBe(commented);
    await expect.poll(() => gridIds(page)).toEqual(loaded);
    await page.getByRole('group', { name: 'Clip actions' }).getByRole('link', { name: 'Comments' }).click();
    await expect(page.getByRole('dialog', { name: 'Comments' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the URL and the player agree: through the header link, Back, Forward, and a search', async () => {
    const titled = page.locator('aside[data-clip-id] h2');
    const [first = '', , third = ''] = await gridIds(page);
    await page.locator(`a[data-clip-id="${commented}"]`).dispatchEvent('click');
    await expectClip(page, `/clips/${commented}`, commented);
    await expect(page).toHaveTitle(`${await titled.textContent()} · newline`);
    await page.getByRole('banner').getByRole('link', { name: 'Clips' }).click();
    await expectClip(page, '/clips', first);
    await expect(page).toHaveTitle('Learning space · newline');
    await page.goBack();
    await expectClip(page, `/clips/${commented}`, commented);
    await page.goForward();
    await expectClip(page, '/clips', first);
    const title = (await page.locator(`a[data-clip-id="${third}"] b`).textContent()) ?? '';
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill(title);
    await page.getByRole('option', { name: title }).filter({ hasText: 'Clip' }).first().click();
    await expectClip(page, `/clips/${third}`, third);
    await expect(page).toHaveTitle(`${title} · newline`);
    await page.locator(`a[data-clip-id="${commented}"]`).dispatchEvent('click');
    await expectClip(page, `/clips/${commented}`, commented);
  });

  const prompt = page.getByRole('dialog', { name: 'Please login to like/comment' });

  await test.step('Like asks a visitor to log in; Share does nothing', async () => {
    await control(page, 'Like').click();
    await expect(prompt).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(prompt).toHaveCount(0);
    await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', 'false');
    // By now everything is loaded that the Share dialog would need.
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

  await test.step('Bookmark does, too, and returns to the clip after signing in', async () => {
    await control(page, 'Bookmark').click();
    const person = await people.make('learner');
    await prompt.getByLabel('Email').fill(person.email);
    await prompt.getByLabel('Password').fill(person.password);
    await prompt.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    await expect(page).toHaveURL(`/clips/${commented}`);
    await expect.poll(() => stagedId(page)).toBe(commented);
  });
});

test('a learner likes, bookmarks and shares a clip: nothing moves, and it stays so after a reload @CLIP-02 @CLIP-05 @CLIP-07', {
  tag: '@phone',
}, async ({ page, context, people, rows }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clip = await makeClip(rows);
  await people.enter('learner');
  await openClips(page, clip.path);
  const scrollOf = () => page.evaluate(() => window.scrollY);

  await test.step('thumbnails are in three columns', async () => {
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

  for (const name of ['Like', 'Bookmark']) {
    await test.step(`${name} is disabled while its request runs, and the list is refetched afterwards`, async () => {
      const button = control(page, name);
      const held = Promise.withResolvers<void>();
      const passedOn = Promise.withResolvers<void>();
      let answered: unknown;
      await page.route('**/graphql', async (route) => {
        if (!isToggle(route.request())) return route.continue();
        await held.promise;
        const response = await route.fetch();
        answered = await response.json();
        await route.fulfill({ response });
        passedOn.resolve();
      });
      await button.click();
      await expect(button).toBeDisabled();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      const scroll = await scrollOf();
      held.resolve();
      const refetched = page.waitForResponse((response) => isRefetch(response.request()));
      await Promise.all([passedOn.promise, refetched]);
      await page.unroute('**/graphql');
      await expect(button).toBeEnabled();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      expect(JSON.stringify(answered)).toMatch(/"id":"[0-9a-f-]{36}"/);
      if (name === 'Like') await expect.poll(() => countOf(page, name)).toBe(1);
      await expect.poll(() => stagedId(page)).toBe(clip.id);
      expect(await scrollOf()).toBe(scroll);
    });
  }

  await test.step('Share opens a pop-up whose Copy changes to Copied; turning it off opens nothing', async () => {
    const refetched = page.waitForResponse((response) => isRefetch(response.request()));
    await control(page, 'Share').click();
    const dialog = page.getByRole('dialog', { name: 'Share this clip' });
    await expect(dialog).toBeVisible();
    await refetched;
    // It stays open until it is closed, whatever happens in the meantime.
    const link = await dialog.getByLabel('Link').inputValue();
    expect(new URL(link).pathname).toBe(clip.path);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => countOf(page, 'Share')).toBe(1);

    const refetchedAgain = page.waitForResponse((response) => isRefetch(response.request()));
    await control(page, 'Share').click();
    await expect(control(page, 'Share')).toHaveAttribute('aria-pressed', 'false');
    await expect(control(page, 'Share')).toBeEnabled();
    await (await refetchedAgain).finished();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => countOf(page, 'Share')).toBe(0);
  });

  await test.step('it is unchanged after a reload', async () => {
    await page.reload();
    await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', 'true');
    await expect(control(page, 'Bookmark')).toHaveAttribute('aria-pressed', 'true');
    await expect(control(page, 'Share')).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => countOf(page, 'Like')).toBe(1);
  });
});

test('a learner does it by keyboard, and clicks while images, requests and videos fail @CLIP-05 @DISC-11 @SITE-08 @SITE-10', {
  tag: '@desk',
}, async ({ page, people, rows, expectedErrors }) => {
  expectedErrors.push(/couldn’t (?:save|reload)/, /Failed to load resource/);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.route('**/thumbnail-*.webp', (route) => route.abort());
  const clip = await makeClip(rows);
  const person = await people.enter('learner');
  await openClips(page, clip.path);
  const like = control(page, 'Like');
  /** Returns the stored likes. */
  const stored = async () =>
    (
      await rows.run(
        `select enabled, likes_count from app_public.clip_likes l join app_public.clips c on c.id = l.clip_id where c.id = $1 and l.user_id = $2`,
        [clip.id, person.id],
      )
    )[0];

  await test.step('a gray block appears where a still fails to load', async () => {
    await expect.poll(() => page.locator('[data-failed]').count()).toBeGreaterThan(3);
    await expect(page.locator('[data-failed]').first()).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });

  await test.step('the keyboard focus stays while a button is disabled', async () => {
    await like.focus();
    await page.keyboard.press('Space');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toBeEnabled();
    await expect(like).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(control(page, 'Share')).toBeFocused();
    expect(await stored()).toEqual({ enabled: true, likes_count: 1 });
  });

  await test.step('two quick clicks count as one', async () => {
    const toggles: unknown[] = [];
    page.on('request', (request) => isToggle(request) && toggles.push(request));
    await like.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await expect(like).toBeEnabled();
    await expect.poll(() => countOf(page, 'Like')).toBe(0);
    expect(toggles).toHaveLength(1);
    expect(await stored()).toEqual({ enabled: false, likes_count: 0 });
  });

  await test.step('a click that the server was too busy to start is sent once more', async () => {
    let presses = 0;
    await page.route('**/graphql', (route) => {
      if (!isToggle(route.request())) return route.continue();
      presses += 1;
      if (presses > 1) return route.continue();
      const message = 'The database is not responding. Try again in a moment.';
      return route.fulfill({
        status: 503,
        json: { errors: [{ message, extensions: { code: 'UNAVAILABLE', isNotBegun: true } }], data: null },
      });
    });
    await like.click();
    await expect.poll(() => presses).toBe(2);
    await expect(like).toBeEnabled();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    expect(await stored()).toEqual({ enabled: true, likes_count: 1 });
    await page.unroute('**/graphql');
  });

  await test.step('a like, a bookmark and a share that fail return to the earlier state without a message', async () => {
    // All requests fail, so that no later answer of the server can fix it.
    await page.route('**/graphql', (route) => route.abort());
    for (const name of ['Like', 'Bookmark', 'Share']) {
      const button = control(page, name);
      await button.click();
      await expect.poll(() => said.join('\n')).toContain(`We couldn’t save the ${name.toLowerCase()}.`);
      await expect(button).toBeEnabled();
      await expect(button).toHaveAttribute('aria-pressed', String(name === 'Like'));
      if (name !== 'Bookmark') expect(await countOf(page, name)).toBe(name === 'Like' ? 1 : 0);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.unroute('**/graphql');
  });

  await test.step('a video that can’t be played says so', async () => {
    await page.route('**/master.m3u8', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('button', { name: /^Play / }).click();
    await expect(page.getByRole('alert')).toContainText('can’t be played right now');
  });

  await test.step('Enter on a thumbnail selects its clip', async () => {
    const [chosen = ''] = await gridIds(page);
    await page.locator(`a[data-clip-id="${chosen}"]`).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => stagedId(page)).toBe(chosen);
  });
});
