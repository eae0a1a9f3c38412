import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { findFfmpeg } from '@newline/api/features/videos/find-ffmpeg';
import { type ApiClient, signInAt } from './support/api-client.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { sampleVideo } from './support/sample-video.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { expectSaved, textOf, waitForEditor, writeAtEnd } from './support/studio-journey.ts';

// A course from nothing to its readers: what its author makes in the studio, and exactly what each of them gets of it.
let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite();
  await site.start();
});
test.afterAll(() => site.remove());

const openWords = 'Anybody reads wombatopen.';
const paidWords = 'Only some read quokkapaid.';

test('an author makes a course with a video, a paywall and a clip; a visitor, a free and a Pro learner each see their part @STUDIO-01 @EDIT-12 @DOC-04 @AUTH-03', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const open = async (role: 'author' | 'learner' | 'proLearner' | null) => {
    const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    if (role !== null) await signIn(page, site.person(role));
    return { page, failures };
  };
  const { page, failures } = await open('author');

  // The course and its outline.
  await page.goto('/studio');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Course' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Plots that speak');
  await page.getByRole('button', { name: 'Begin the course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plots that speak' })).toBeVisible();
  const coursePath = new URL(page.url()).pathname;
  for (const title of ['Watching', 'Reading']) {
    const field = page.getByRole('textbox', { name: 'New lesson', exact: true });
    await field.fill(title);
    await field.press('Enter');
    await expect(page.getByRole('list', { name: 'Before the first section' }).getByRole('link', { name: title })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Access and prices' }).click();
  await expect(page.getByRole('radio', { name: 'Pro, and whoever buys it' })).toBeChecked();
  await page.getByRole('link', { name: 'Outline' }).click();

  // The first lesson is a video from the author's disk, which a job makes playable.
  await page.getByRole('link', { name: 'Watching', exact: true }).click();
  await waitForEditor(page, 'Lesson');
  const lessonId = page.url().slice(-36);
  await page.getByRole('group').locator('summary', { hasText: 'Video' }).click();
  const videoField = page.getByRole('group', { name: 'Video of the lesson', exact: true });
  await upload(page, videoField, 'mood.mp4');
  // Its poster is the last of its stills; a site without ffmpeg has none.
  const author = await signInAt(site.origin, site.person('author'));
  const hasFfmpeg = findFfmpeg(null) !== null;
  const stills = await stillsOf(author, lessonId);
  if (hasFfmpeg) {
    expect(stills.seconds.length).toBeGreaterThan(1);
    await videoField.getByRole('group', { name: 'Poster' }).getByRole('radio').last().check();
    await expect.poll(async () => (await stillsOf(author, lessonId)).poster).toBe(stills.seconds.at(-1));
  }

  // The second one is a text with a paywall mark.
  await page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Next: Reading' }).click();
  await expect(page).toHaveURL((url) => /^\/studio\/lessons\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(lessonId));
  await waitForEditor(page, 'Lesson');
  const text = textOf(page, 'Lesson');
  await writeAtEnd(text, openWords);
  await page.keyboard.press('Enter');
  await page.keyboard.type('/paywall');
  await page.getByRole('option', { name: 'Paywall Threshold', exact: true }).click();
  await expect(text).toContainText('Paywall starts here.');
  await writeAtEnd(text, paidWords);
  await expectSaved(page);

  // A clip of it.
  await page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Plots that speak' }).click();
  await page.getByRole('navigation', { name: 'Parts of the course' }).getByRole('link', { name: 'Clips' }).click();
  await page.getByRole('textbox', { name: 'New clip' }).fill('One plot in a minute');
  await page.getByRole('button', { name: 'Add a clip' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'One plot in a minute' })).toBeVisible();
  const clipId = page.url().slice(-36);
  await upload(page, page.getByRole('group', { name: 'Video', exact: true }), 'clip.mp4');

  const { data } = await author.run<{
    lessonById: { videoUrl: string; videoDuration: number | null; videoPass: string; permalink: string };
    clipById: { videoUrl: string };
  }>(
    'query ($id: UUID!, $clip: UUID!) { lessonById(id: $id) { videoUrl videoDuration videoPass permalink } clipById(id: $clip) { videoUrl } }',
    {
      id: lessonId,
      clip: clipId,
    },
  );
  const lessonVideo = idOf(data?.lessonById.videoUrl);
  const clipVideo = idOf(data?.clipById.videoUrl);
  // HLS in the end; a site without ffmpeg plays the file itself.
  const entry = hasFfmpeg ? 'master.m3u8' : 'source.mp4';
  if (hasFfmpeg) expect(data?.lessonById.videoDuration).toBe(13);
  for (const id of [lessonVideo, clipVideo]) expect(await readdir(join(site.dataDir, 'media/videos', id))).toContain(entry);

  // Nobody sees anything of it until its author says so.
  const courseUrl = '/courses/plots-that-speak';
  const visitor = await open(null);
  for (const path of [courseUrl, `${courseUrl}/watching`, `${courseUrl}/reading`, `/clips/${clipId}`])
    expect((await visitor.page.request.get(path)).status(), path).toBe(404);
  expect((await visitor.page.request.get(`/media/v/${clipVideo}/${entry}`)).status()).toBe(404);

  // But for who writes it, with the eyes of each reader: the whole, and from there each lesson.
  await page.goto(coursePath);
  await page.waitForLoadState('networkidle');
  const bar = page.getByRole('navigation', { name: 'Preview' });
  const line = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('menuitem', { name: 'As a visitor' }).click();
  await expect(page).toHaveURL(`${coursePath}/preview?as=visitor`);
  for (const title of ['Watching', 'Reading']) await expect(line(title)).toContainText('opens with Pro');
  await expect(page.getByRole('link', { name: 'Start at lesson 1' })).toBeVisible();
  await bar.getByRole('link', { name: 'Free reader' }).click();
  await expect(page.getByRole('button', { name: 'Enroll' })).toBeDisabled();
  for (const title of ['Watching', 'Reading']) await expect(line(title)).toContainText('opens with Pro');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await line('Watching').getByRole('link').click();
  await expect(page).toHaveURL(`/studio/lessons/${lessonId}/preview?as=free`);
  await expect(page.getByRole('heading', { level: 1, name: 'Watching' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'The next line is for Pro readers.' })).toBeVisible();
  await expect(page.locator('[data-playback-id]')).toHaveCount(0);
  await bar.getByRole('link', { name: 'Pro reader' }).click();
  await expect(page.locator(`[data-playback-id="${lessonVideo}"]`)).toBeVisible();
  await page.goto(`${coursePath}/preview?as=pro`);
  for (const title of ['Watching', 'Reading']) {
    await expect(line(title)).toBeVisible();
    await expect(line(title)).not.toContainText('opens with Pro');
  }
  await visitor.page.goto(`${coursePath}/preview?as=pro`);
  await expect(visitor.page).toHaveURL(/\/sign-in\?returnTo=/);
  const stranger = await signInAt(site.origin, site.person('proLearner'));
  for (const path of [`${coursePath}/preview?as=pro`, `${coursePath}/preview.data?as=pro`])
    expect((await fetch(`${site.origin}${path}`, { headers: { cookie: stranger.cookie } })).status, path).toBe(404);

  await bar.getByRole('link', { name: 'Back to the studio' }).click();
  await expect(page).toHaveURL(coursePath);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(async () => expect((await visitor.page.request.get(courseUrl)).status()).toBe(200)).toPass();
  await expect(async () => expect((await visitor.page.request.get(`/clips/${clipId}`)).status()).toBe(200)).toPass();
  expect(failures).toEqual([]);

  for (const { name, reader, isEntitled } of [
    { name: 'visitor', reader: visitor, isEntitled: false },
    { name: 'free learner', reader: await open('learner'), isEntitled: false },
    { name: 'Pro learner', reader: await open('proLearner'), isEntitled: true },
  ])
    await test.step(name, async () => {
      const { page: own } = reader;
      const received = await keepAnswers(own);

      // From the course to the video by its link, as a person goes: a navigation without a new page.
      await own.goto(courseUrl);
      await own.waitForLoadState('networkidle');
      await own.getByRole('main').getByRole('link', { name: 'Watching', exact: true }).click();
      await expect(own.getByRole('heading', { level: 1, name: 'Watching' })).toBeVisible();
      await expect(own.locator(`[data-playback-id="${lessonVideo}"]`)).toHaveCount(isEntitled ? 1 : 0);
      const wall = own.getByRole('region', { name: 'The next line is for Pro readers.' });
      if (isEntitled) {
        if (hasFfmpeg) await expect(own.locator(`[data-playback-id="${lessonVideo}"] img`)).toHaveAttribute('src', /\/poster\.webp$/);
        await play(own, 'Watching');
        await expect(wall).toHaveCount(0);
      } else {
        await expect(wall).toContainText('The video of this lesson opens with newline Pro');
        await expect(own.getByRole('button', { name: /^Play / })).toHaveCount(0);
      }

      // And on to the text.
      await own
        .getByRole('navigation', { name: 'Previous and next' })
        .getByRole('link', { name: /Reading/ })
        .click();
      await expect(own.getByRole('heading', { level: 1, name: 'Reading' })).toBeVisible();
      await expect(own.getByText(openWords)).toBeVisible();
      await expect(own.getByText(paidWords)).toHaveCount(isEntitled ? 1 : 0);
      await expect(wall).toHaveCount(isEntitled ? 0 : 1);

      // The pages by themselves with the data in them, the data of a navigation to them, and the API.
      const raw = { watching: '', reading: '' };
      for (const slug of ['watching', 'reading'] as const)
        for (const path of [`${courseUrl}/${slug}`, `${courseUrl}/${slug}.data`]) {
          const answer = await own.request.get(path);
          expect(answer.status(), path).toBe(200);
          raw[slug] = await answer.text();
          received.push(raw[slug]);
          if (slug === 'reading') expect(raw.reading, path).toContain(openWords);
          expect(raw[slug].includes(paidWords), path).toBe(isEntitled && slug === 'reading');
          expect(raw[slug].includes(lessonVideo), path).toBe(isEntitled && slug === 'watching');
        }
      const asked = await own.request.post('/graphql', {
        headers: { origin: site.origin },
        data: {
          query: `query ($slug: String!) { courseBySlug(slug: $slug) {
            watching: lesson(slug: "watching") { videoUrl videoPass }
            reading: lesson(slug: "reading") { isCut bodyDelta bodyHtml bodyMarkdown }
            courseLessons { nodes { lesson { bodyMarkdown videoUrl } } } } }`,
          variables: { slug: 'plots-that-speak' },
        },
      });
      const answer = await asked.text();
      received.push(answer);
      const { watching, reading } = (JSON.parse(answer) as { data: { courseBySlug: Asked } }).data.courseBySlug;
      for (const form of [reading.bodyDelta, reading.bodyHtml, reading.bodyMarkdown]) {
        expect(form).toContain(openWords);
        expect(form.includes(paidWords)).toBe(isEntitled);
      }
      expect(reading.isCut).toBe(!isEntitled);
      expect(watching).toEqual(
        isEntitled
          ? { videoUrl: `local:${lessonVideo}`, videoPass: expect.stringMatching(/^\d{10}\.[\w-]{32}$/) }
          : { videoUrl: null, videoPass: null },
      );

      // The files of the video: without a pass for nobody, with one's own for those who have one.
      expect((await own.request.get(`/media/v/${lessonVideo}/${entry}`)).status()).toBe(404);
      if (isEntitled) {
        const signed = await own.request.get(`/media/s/${watching.videoPass}/${lessonVideo}/${entry}`);
        expect(signed.status()).toBe(200);
        if (hasFfmpeg) {
          expect(await signed.text()).toMatch(/^#EXTM3U[^]*high/);
          const picture = async (name: string) => (await own.request.get(`/media/s/${watching.videoPass}/${lessonVideo}/${name}`)).body();
          expect((await picture('poster.webp')).equals(await picture(`thumbnail-${stills.seconds.at(-1)}.webp`))).toBe(true);
          expect((await picture('poster.webp')).equals(await picture(`thumbnail-${stills.seconds.at(0)}.webp`))).toBe(false);
        }
      }

      // A clip is for everybody.
      await own.goto(`/clips/${clipId}`);
      await expect(own.locator(`[data-playback-id="${clipVideo}"]`)).toBeVisible();
      await play(own, 'One plot in a minute');

      await own.unrouteAll({ behavior: 'wait' });
      const all = received.join('\n');
      expect(all).toContain(openWords);
      for (const secret of ['quokkapaid', lessonVideo]) expect(all.includes(secret), secret).toBe(isEntitled);
      // What is asked for is asked under a pass, which only one of them has.
      expect(all.includes('/media/s/')).toBe(isEntitled);
      expect(reader.failures).toEqual([]);
      await own.context().close();
    });
});

type Asked = {
  watching: { videoUrl: string | null; videoPass: string | null };
  reading: { isCut: boolean; bodyDelta: string; bodyHtml: string; bodyMarkdown: string };
};

/** Chooses a file for a video field and waits until it can be played. */
async function upload(page: Page, field: Locator, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await field.getByRole('button', { name: 'Upload a video' }).click();
  await (await chooser).setFiles({ name, mimeType: 'video/mp4', buffer: await sampleVideo() });
  await expect(field.getByRole('button', { name: `Play ${name}` })).toBeEnabled({ timeout: 120_000 });
}

/** The stills of a lesson's video, and which of them is its poster. */
async function stillsOf(author: ApiClient, lessonId: string): Promise<{ seconds: number[]; poster: number | null }> {
  const { data } = await author.run<{ placeVideosList: { stillSeconds: number[]; posterSecond: number | null }[] }>(
    'query ($lessonId: UUID!) { placeVideosList(lessonId: $lessonId) { stillSeconds posterSecond } }',
    { lessonId },
  );
  const [video] = data?.placeVideosList ?? [];
  if (!video) throw new Error('stillsOf: expected a video, got none');
  return { seconds: video.stillSeconds, poster: video.posterSecond };
}

/** Plays the video of this title until it moves. */
async function play(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(0.2);
}

/** Every page, every data of a navigation and every answer of the API that the page gets from now on, with all addresses that it asks for. */
async function keepAnswers(page: Page): Promise<string[]> {
  const received: string[] = [];
  page.on('request', (request) => received.push(request.url()));
  await page.route(
    ({ pathname }) => pathname === '/graphql' || pathname.endsWith('.data') || !pathname.slice(1).includes('.'),
    async (route) => {
      const kind = route.request().resourceType();
      if (!['document', 'fetch', 'xhr'].includes(kind)) return route.fallback();
      const response = await route.fetch();
      received.push(await response.text());
      await route.fulfill({ response });
    },
  );
  return received;
}

function idOf(videoUrl: string | undefined): string {
  const id = /^local:([\w-]{22})$/.exec(videoUrl ?? '')?.[1];
  if (id === undefined) throw new Error(`idOf: expected a video of this site, got ${videoUrl}`);
  return id;
}
