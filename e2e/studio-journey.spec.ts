import type { Locator, Page } from '@playwright/test';
import { findFfmpeg } from '@newline/api/features/videos/find-ffmpeg';
import type { ApiClient } from './support/api-client.ts';
import { confirm, expectQuestions } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import { sampleVideo } from './support/sample-video.ts';
import { saveWith, textOf, waitForEditor, writeAtEnd } from './support/studio-journey.ts';
import { makeClip } from './support/things.ts';

// A course from nothing to its readers: what its author creates in the studio, and exactly what each reader gets.

const openWords = 'Anybody reads wombatopen.';
const paidWords = 'Only some read quokkapaid.';

test('an author creates a course with a video, a paywall and a captioned clip; a visitor, a free learner and a Pro learner each see their part @STUDIO-01 @EDIT-12 @DOC-04 @AUTH-03', {
  tag: '@desk',
}, async ({ page, people, rows, baseURL, expectedErrors }) => {
  const hasFfmpeg = findFfmpeg(null) !== null;
  // Without ffmpeg the file is played unchanged, after the playlist was requested.
  if (!hasFfmpeg) expectedErrors.push(/404/);
  const origin = baseURL ?? '';
  const mark = suffix();
  const title = `Plots that speak ${mark}`;
  const courseUrl = `/courses/plots-that-speak-${mark}`;
  const person = await people.enter('author');
  const author = await people.at(person);
  // HLS in the end; a site without ffmpeg plays the file itself.
  const entry = hasFfmpeg ? 'master.m3u8' : 'source.mp4';
  let coursePath = '';
  let lessonId = '';
  let stills: { seconds: number[]; poster: number | null } = { seconds: [], poster: null };

  await test.step('the course and its outline; it is in no list', async () => {
    await page.goto('/studio');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Course' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('button', { name: 'Create course' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    coursePath = new URL(page.url()).pathname;
    for (const name of ['Watching', 'Reading']) {
      const field = page.getByRole('textbox', { name: 'New lesson', exact: true });
      await field.fill(name);
      await field.press('Enter');
      await expect(page.getByRole('list', { name: 'Before the first section' }).getByRole('link', { name })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Access and prices' }).click();
    await expect(page.getByRole('radio', { name: 'Pro members and buyers' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'Listed in the catalog and search' }).uncheck();
    await page.getByRole('button', { name: 'Save access and prices' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.getByRole('link', { name: 'Outline' }).click();
  });

  await test.step('the first lesson is a video from the author’s disk, which a job makes playable', async () => {
    await page.getByRole('link', { name: 'Watching', exact: true }).click();
    await waitForEditor(page, 'Lesson');
    lessonId = page.url().slice(-36);
    await page.getByRole('group').locator('summary', { hasText: 'Video' }).click();
    const field = page.getByRole('group', { name: 'Video of the lesson', exact: true });
    await upload(page, field, 'mood.mp4');
    // Its poster is the last of its stills; a site without ffmpeg has none.
    stills = await stillsOf(author, lessonId);
    if (!hasFfmpeg) return;
    expect(stills.seconds.length).toBeGreaterThan(1);
    await field.getByRole('group', { name: 'Poster' }).getByRole('radio').last().check();
    await expect.poll(async () => (await stillsOf(author, lessonId)).poster).toBe(stills.seconds.at(-1));
  });

  await test.step('the second one is a text with a paywall marker', async () => {
    await page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Next: Reading' }).click();
    await expect(page).toHaveURL((url) => /^\/studio\/lessons\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(lessonId));
    const text = textOf(page, 'Lesson');
    await expect(text.getByRole('heading', { level: 1 })).toHaveText('Reading');
    await waitForEditor(page, 'Lesson');
    await saveWith(page, paidWords, async () => {
      await writeAtEnd(text, openWords);
      await page.keyboard.press('Enter');
      await page.keyboard.type('/paywall');
      await page.getByRole('option', { name: 'Paywall Threshold', exact: true }).click();
      await expect(text).toContainText('Paywall starts here.');
      await writeAtEnd(text, paidWords);
    });
  });

  const field = page.getByRole('group', { name: 'Video', exact: true });
  let clipId = '';
  const clipNow = async () => {
    const { data } = await author.run<{ clipById: Clip }>(
      'query clip($id: UUID!) { clipById(id: $id) { videoUrl durationSeconds transcriptList(first: 9) { words } } }',
      { id: clipId },
    );
    return data?.clipById;
  };

  await test.step('one of its clips is uploaded, watched and captioned; the transcript follows', async () => {
    await page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: title }).click();
    await page.getByRole('navigation', { name: 'Parts of the course' }).getByRole('link', { name: 'Clips' }).click();
    await page.getByRole('textbox', { name: 'New clip' }).fill('One plot in a minute');
    await page.getByRole('button', { name: 'Add a clip' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'One plot in a minute' })).toBeVisible();
    clipId = page.url().slice(-36);

    // A file that isn't a video is refused before it is sent. One that is cut off is sent, and disappears when it is dismissed.
    await field.getByLabel('Video file').setInputFiles({ name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Dear reader') });
    await expect(field.getByRole('alert')).toContainText('notes.mp4: This isn’t a video we can read.');
    await expect(field.getByRole('button', { name: 'Upload a video' })).toBeVisible();
    await expect(field.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
    if (hasFfmpeg) await dismissIncomplete(field);

    await upload(page, field, 'clip.mp4');
    if (hasFfmpeg) expect((await clipNow())?.durationSeconds).toBe(13);
    await field.getByRole('button', { name: 'Add captions' }).click();
    const text = field.getByRole('textbox', { name: 'Text' });
    await text.fill('WEBVTT\n\n00:00.000 --> 00:02.000\nA zebrafish swims\n\n00:0x --> 00:03.000\nno\n');
    await field.getByRole('button', { name: 'Save captions' }).click();
    await expect(field.getByText('Line 6: These times can’t be read')).toBeVisible();
    await field.getByLabel('Captions file').setInputFiles({
      name: 'mood.srt',
      mimeType: 'application/x-subrip',
      buffer: Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nA <font color="red">zebrafish</font> swims\n'),
    });
    await expect(text).toHaveValue(/zebrafish/);
    await field.getByRole('button', { name: 'Save captions' }).click();
    await expect(field.getByText('English captions saved.')).toBeVisible();
    await expect(field.getByText('Line 2: Fonts, sizes, colors and strikethrough were removed.')).toBeVisible();
    expect((await clipNow())?.transcriptList).toEqual([{ words: 'A zebrafish swims' }]);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 860 });
    await play(page, 'clip.mp4');
  });

  await test.step('a portrait clip stays upright, even if it wasn’t uploaded here', async () => {
    const upright = await makeClip(rows, { isShort: true });
    await rows.run('insert into app_public.contributions (course_id, user_id) select course_id, $2 from app_public.clips where id = $1', [
      upright.id,
      person.id,
    ]);
    await page.goto(`/studio/clips/${upright.id}`);
    await expect(field.locator('[data-playback-id]')).toHaveAttribute('data-shape', 'upright');
  });

  const { data } = await author.run<{ lessonById: { videoUrl: string; videoDuration: number | null } }>(
    'query ($id: UUID!) { lessonById(id: $id) { videoUrl videoDuration } }',
    { id: lessonId },
  );
  if (hasFfmpeg) expect(data?.lessonById.videoDuration).toBe(13);
  const lessonVideo = idOf(data?.lessonById.videoUrl);
  const clipVideo = idOf((await clipNow())?.videoUrl ?? undefined);
  const visitor = await people.open(null);
  const learner = await people.make('learner');
  const pro = await people.make('pro');

  await test.step('no one sees any of it until its author publishes it', async () => {
    for (const path of [courseUrl, `${courseUrl}/watching`, `${courseUrl}/reading`, `/clips/${clipId}`, `/media/v/${clipVideo}/${entry}`])
      expect((await visitor.request.get(path)).status(), path).toBe(404);
    expect((await visitor.request.get(`${coursePath}/preview?as=pro`)).url()).toMatch(/\/sign-in\?returnTo=/);
    const { cookie } = await people.at(pro);
    for (const path of [`${coursePath}/preview?as=pro`, `${coursePath}/preview.data?as=pro`])
      expect((await fetch(`${origin}${path}`, { headers: { cookie } })).status, path).toBe(404);
  });

  await test.step('except its writers, who preview it as each reader: the whole, and each lesson from there', async () => {
    await page.goto(coursePath);
    const bar = page.getByRole('navigation', { name: 'Preview' });
    const line = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('menuitem', { name: 'As a visitor' }).click();
    await expect(page).toHaveURL(`${coursePath}/preview?as=visitor`);
    for (const name of ['Watching', 'Reading']) await expect(line(name)).toContainText('requires Pro');
    await expect(page.getByRole('link', { name: 'Start at lesson 1' })).toBeVisible();
    await bar.getByRole('link', { name: 'Free reader' }).click();
    await expect(page.getByRole('button', { name: 'Enroll' })).toBeDisabled();
    for (const name of ['Watching', 'Reading']) await expect(line(name)).toContainText('requires Pro');
    await line('Watching').getByRole('link').click();
    await expect(page).toHaveURL(`/studio/lessons/${lessonId}/preview?as=free`);
    await expect(page.getByRole('heading', { level: 1, name: 'Watching' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'The next line is for Pro readers.' })).toBeVisible();
    await expect(page.locator('[data-playback-id]')).toHaveCount(0);
    await bar.getByRole('link', { name: 'Pro reader' }).click();
    await expect(page.locator(`[data-playback-id="${lessonVideo}"]`)).toBeVisible();
    await page.goto(`${coursePath}/preview?as=pro`);
    for (const name of ['Watching', 'Reading']) {
      await expect(line(name)).toBeVisible();
      await expect(line(name)).not.toContainText('requires Pro');
    }
    await bar.getByRole('link', { name: 'Back to the studio' }).click();
    await expect(page).toHaveURL(coursePath);
  });

  await test.step('its author publishes it', async () => {
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    for (const path of [courseUrl, `/clips/${clipId}`, `/media/v/${clipVideo}/${entry}`])
      await expect.poll(async () => (await visitor.request.get(path)).status(), path).toBe(200);
  });

  for (const { name, open, isEntitled } of [
    { name: 'a visitor', open: () => Promise.resolve(visitor), isEntitled: false },
    { name: 'a free learner', open: () => people.open(learner), isEntitled: false },
    { name: 'a Pro learner', open: () => people.open(pro), isEntitled: true },
  ])
    await test.step(`${name} sees ${isEntitled ? 'all of it' : 'what is above the paywall'}`, async () => {
      const own = await open();
      const received = await keepAnswers(own);

      // From the course to the video through its link, like a user: a navigation within the browser.
      await own.goto(courseUrl);
      await own.getByRole('main').getByRole('link', { name: 'Watching', exact: true }).click();
      await expect(own.getByRole('heading', { level: 1, name: 'Watching' })).toBeVisible();
      await expect(own.locator(`[data-playback-id="${lessonVideo}"]`)).toHaveCount(isEntitled ? 1 : 0);
      const wall = own.getByRole('region', { name: 'The next line is for Pro readers.' });
      if (isEntitled) {
        if (hasFfmpeg) await expect(own.locator(`[data-playback-id="${lessonVideo}"] img`)).toHaveAttribute('src', /\/poster\.webp$/);
        await play(own, 'Watching');
        await expect(wall).toHaveCount(0);
      } else {
        await expect(wall).toContainText(
          'The video of this lesson, and everything else that isn’t sold separately, comes with newline Pro',
        );
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

      // The pages themselves with their data, the data of navigations to them, and the API.
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
      const response = await own.request.post('/graphql', {
        headers: { origin },
        data: {
          query: `query ($slug: String!) { courseBySlug(slug: $slug) {
            watching: lesson(slug: "watching") { videoUrl videoPass }
            reading: lesson(slug: "reading") { isCut bodyDelta bodyHtml bodyMarkdown }
            courseLessons { nodes { lesson { bodyMarkdown videoUrl } } } } }`,
          variables: { slug: `plots-that-speak-${mark}` },
        },
      });
      const answer = await response.text();
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

      // The video's files: without a signed URL for no one, and with their own for users who have one.
      expect((await own.request.get(`/media/v/${lessonVideo}/${entry}`)).status()).toBe(404);
      if (isEntitled) {
        const signed = await own.request.get(`/media/s/${watching.videoPass}/${lessonVideo}/${entry}`);
        expect(signed.status()).toBe(200);
        if (hasFfmpeg) {
          expect(await signed.text()).toMatch(/^#EXTM3U[^]*high/);
          const image = async (name: string) => (await own.request.get(`/media/s/${watching.videoPass}/${lessonVideo}/${name}`)).body();
          expect((await image('poster.webp')).equals(await image(`thumbnail-${stills.seconds.at(-1)}.webp`))).toBe(true);
          expect((await image('poster.webp')).equals(await image(`thumbnail-${stills.seconds.at(0)}.webp`))).toBe(false);
        }
      }

      // A clip is public: what a visitor can play, everyone can.
      const clip = await (await own.request.get(`/clips/${clipId}`)).text();
      expect(clip).toContain(clipVideo);
      received.push(clip);
      if (name === 'a visitor') {
        await own.goto(`/clips/${clipId}`);
        await expect(own.locator(`[data-playback-id="${clipVideo}"]`)).toBeVisible();
        await play(own, 'One plot in a minute');
      }

      await own.unrouteAll({ behavior: 'wait' });
      const all = received.join('\n');
      expect(all).toContain(openWords);
      for (const secret of ['quokkapaid', lessonVideo]) expect(all.includes(secret), secret).toBe(isEntitled);
      // The files are requested with a signed URL, which only one of them has.
      expect(all.includes('/media/s/')).toBe(isEntitled);
    });

  await test.step('the clip’s video is removed, with its length and its transcript', async () => {
    await page.goto(`/studio/clips/${clipId}`);
    await expectQuestions(page, ['Remove', 'Delete…']);
    await field.getByRole('button', { name: 'Remove the video', exact: true }).click();
    await confirm(page, 'Remove the video?', 'Remove');
    await expect(field.getByRole('button', { name: 'Upload a video' })).toBeVisible();
    expect(await clipNow()).toEqual({ videoUrl: null, durationSeconds: null, transcriptList: [] });
  });
});

type Clip = { videoUrl: string | null; durationSeconds: number | null; transcriptList: { words: string }[] };

type Asked = {
  watching: { videoUrl: string | null; videoPass: string | null };
  reading: { isCut: boolean; bodyDelta: string; bodyHtml: string; bodyMarkdown: string };
};

/** Uploads a video that is cut off after its first bytes, and dismisses the message. */
async function dismissIncomplete(field: Locator): Promise<void> {
  const buffer = Buffer.from(`\0\0\0\u0018ftypmp42\0\0\0\0mp42isom\0\0\u0010\0mdat`, 'latin1');
  await field.getByLabel('Video file').setInputFiles({ name: 'cut.mp4', mimeType: 'video/mp4', buffer });
  await expect(field.getByRole('alert')).toContainText('cut.mp4: This video is incomplete or damaged.');
  await field.getByRole('button', { name: 'Dismiss' }).click();
  await expect(field.getByRole('alert')).toHaveCount(0);
}

/** Selects a file for a video field and waits until it can be played. */
async function upload(page: Page, field: Locator, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await field.getByRole('button', { name: 'Upload a video' }).click();
  await (await chooser).setFiles({ name, mimeType: 'video/mp4', buffer: await sampleVideo() });
  await expect(field.getByRole('button', { name: `Play ${name}` })).toBeEnabled({ timeout: 120_000 });
}

/** Returns the stills of a lesson's video, and which of them is its poster. */
async function stillsOf(author: ApiClient, lessonId: string): Promise<{ seconds: number[]; poster: number | null }> {
  const { data } = await author.run<{ placeVideosList: { stillSeconds: number[]; posterSecond: number | null }[] }>(
    'query ($lessonId: UUID!) { placeVideosList(lessonId: $lessonId) { stillSeconds posterSecond } }',
    { lessonId },
  );
  const [video] = data?.placeVideosList ?? [];
  if (!video) throw new Error('stillsOf: expected a video, got none');
  return { seconds: video.stillSeconds, poster: video.posterSecond };
}

/** Plays the video with this title until it moves. */
async function play(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(0.2);
}

/** Records every page, every navigation's data and every API response from now on, with all requested URLs. */
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
