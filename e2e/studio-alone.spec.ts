import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signInAt } from './support/api-client.ts';
import { confirm, expectQuestions } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { sampleVideo } from './support/sample-video.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// One site for the file: a published course is in the lists of the whole site, and the site is killed in the middle of an upload.
test.describe.configure({ mode: 'default' });

let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  // Without ffmpeg, uploads are played unchanged, so that their bytes can be compared.
  site = await prepareSite({ FFMPEG_PATH: 'off' });
  await site.start();
});
test.afterAll(() => site.remove());

test('an author creates a course and publishes it without leaving the studio @STUDIO-01 @desk', async ({ browser }) => {
  const open = async (role: 'author' | 'learner' | null) => {
    const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 } });
    const opened = await context.newPage();
    if (role !== null) await signIn(opened, site.person(role));
    return opened;
  };
  const page = await open('author');
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto('/studio');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Course' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Queues that hold');
  await page.getByRole('button', { name: 'Create course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queues that hold' })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'At least one lesson' })).toBeVisible();
  const studioUrl = page.url();

  const details = page.getByRole('form', { name: 'Details' });
  const visitor = await open(null);

  await test.step('sections and lessons are added in place', async () => {
    for (const title of ['First part', 'Second part']) {
      await page.getByRole('textbox', { name: 'New section' }).fill(title);
      await page.getByRole('textbox', { name: 'New section' }).press('Enter');
      await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible();
    }
    for (const [title, part] of [
      ['One', 'First part'],
      ['Two', 'First part'],
      ['Three', 'Second part'],
    ] as const) {
      const field = page.getByRole('textbox', { name: `New lesson in “${part}”` });
      await field.fill(title);
      await field.press('Enter');
      await expect(page.getByRole('list', { name: part }).getByRole('link', { name: title })).toBeVisible();
    }
    await expectNoSidewaysScroll(page);
  });

  await test.step('their order changes with the keyboard, where the button keeps the focus and each move is announced, and with the pointer', async () => {
    const said = page.getByRole('status').filter({ hasText: /is now|place|Added/ });
    const lessons = (part: string) => page.getByRole('list', { name: part }).getByRole('link');
    const down = page.getByRole('button', { name: 'Move “One” down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(said).toHaveText('“One” is now 2 of 2 in “First part”.');
    await expect(lessons('First part')).toHaveText(['Two', 'One']);
    await expect(down).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(said).toHaveText('“One” is now 1 of 2 in “Second part”.');
    await expect(lessons('Second part')).toHaveText(['One', 'Three']);
    await expect(down).toBeFocused();
    await page.getByRole('link', { name: 'Three', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(lessons('Second part')).toHaveText(['Three', 'One']);
    await expect(page.getByRole('link', { name: 'Three', exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Move the section “Second part” up' }).press('Enter');
    await expect(said).toHaveText('Section “Second part” is now 1 of 2.');
    // With the pointer: before the only lesson of the other section.
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'One', exact: true }) })
      .locator('[draggable="true"]')
      .dragTo(page.getByRole('link', { name: 'Two', exact: true }), { targetPosition: { x: 4, y: 2 } });
    await expect(lessons('First part')).toHaveText(['One', 'Two']);
    await page.getByRole('button', { name: 'More actions for “Three”' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title of “Three”' }).fill('Begin here');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Begin here' })).toBeVisible();
    await page.reload();
    await expect(lessons('Second part')).toHaveText(['Begin here']);
    await expect(lessons('First part')).toHaveText(['One', 'Two']);
  });

  await test.step('mistakes in details and access are reported at their fields', async () => {
    await page.getByRole('link', { name: 'Details' }).click();
    await details.getByRole('textbox', { name: 'Summary' }).fill('A queue that loses nothing.');
    await details.getByRole('textbox', { name: /^URL/ }).first().fill('No address');
    await details.getByRole('button', { name: 'Save details' }).click();
    await expect(details.getByText(/^Expected lower-case words joined by single hyphens/)).toBeVisible();
    await expect(details.getByRole('textbox', { name: /^URL/ }).first()).toHaveAttribute('aria-invalid', 'true');
    await details.getByRole('textbox', { name: /^URL/ }).first().fill('queues-that-hold');
    await details.getByRole('textbox', { name: 'Programming language' }).fill('TypeScript');
    await details.getByRole('button', { name: 'Add a dependency' }).click();
    await details.getByRole('textbox', { name: 'Name 1' }).fill('pg-boss');
    await details.getByRole('textbox', { name: 'Version 1' }).fill('11.1');
    await details.getByRole('textbox', { name: 'URL of 1' }).fill('pg-boss');
    await details.getByRole('button', { name: 'Save details' }).click();
    await expect(details.getByText(/^Link expected an http or https address/)).toBeVisible();
    await expectAccessible(page);
    await details.getByRole('textbox', { name: 'URL of 1' }).fill('https://example.com/pg-boss');
    await details.getByRole('button', { name: 'Save details' }).click();
    await expect(details.getByText('Saved.')).toBeVisible();
    await page.getByRole('link', { name: 'Access and prices' }).click();
    const access = page.getByRole('form', { name: 'Access and prices' });
    await access.getByRole('radio', { name: 'Everyone (free)' }).check();
    await access.getByRole('textbox', { name: 'Price' }).fill('dear');
    await access.getByRole('button', { name: 'Save access and prices' }).click();
    await expect(access.getByText(/Enter an amount such as 39/)).toBeVisible();
    await expectAccessible(page);
    await access.getByRole('textbox', { name: 'Price' }).fill('');
    await access.getByRole('button', { name: 'Save access and prices' }).click();
    await expect(access.getByText('Saved.')).toBeVisible();
  });

  await test.step('a second writer can’t publish', async () => {
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('textbox', { name: 'Username' }).fill('nobody-of-this-name');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(/there is no user called nobody-of-this-name\./i)).toBeVisible();
    const reader = await signInAt(site.origin, site.person('learner'));
    const { data } = await reader.run<{ viewer: { username: string; displayName: string } }>('{ viewer { username displayName } }', {});
    const editor = data?.viewer ?? { username: '', displayName: '' };
    await page.getByRole('textbox', { name: 'Username' }).fill(editor.username);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('combobox', { name: `Role of ${editor.displayName}` })).toHaveValue('EDITOR');
    await expectQuestions(page, ['Remove', 'Remove']);
    const other = await open('learner');
    await other.goto(studioUrl);
    await expect(other.getByText('You can edit this. Only its authors can publish it.')).toBeVisible();
    await expect(other.getByRole('textbox', { name: 'New section' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Publish…' })).toHaveCount(0);
    await expect(other.getByRole('link', { name: 'Access and prices' })).toHaveCount(0);
    const id = studioUrl.slice(-36);
    const refused = await reader.run('mutation p($id: UUID!) { publishCourse(input: { id: $id }) { course { id } } }', { id });
    expect(refused.errors?.[0]?.extensions?.['code']).toBe('FORBIDDEN');
    await other.context().close();
  });

  await test.step('after publishing, it is in the list and at its URL immediately, although both were cached', async () => {
    const sent = async (path: string) => (await visitor.request.get(path)).text();
    expect(await sent('/courses')).not.toContain('Queues that hold');
    expect((await visitor.request.get('/courses/queues-that-hold')).status()).toBe(404);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => sent('/courses')).toContain('Queues that hold');
    await expect.poll(async () => (await visitor.request.get('/courses/queues-that-hold')).status()).toBe(200);
    await visitor.goto('/courses/queues-that-hold');
    await expect(visitor.getByText('Begin here').first()).toBeVisible();
    await expect(visitor.getByText('TypeScript').first()).toBeVisible();
  });

  await test.step('for a published course, the dialog asks only which readers to include', async () => {
    await page.getByRole('button', { name: 'Early access…' }).click();
    const publication = page.getByRole('dialog', { name: 'Early access to “Queues that hold”' });
    await expect(publication.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await expect(publication.getByRole('radio')).toHaveCount(0);
    await expect(publication.getByRole('button', { name: /Publish/ })).toHaveCount(0);
    await publication.getByRole('checkbox', { name: 'Early access: only buyers and Pro members can read it' }).check();
    await expectAccessible(page);
    await publication.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(publication).toHaveCount(0);
    await expect(page.getByText('Early access', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Early access…' }).click();
    await expect(publication.getByRole('checkbox')).toBeChecked();
    await publication.getByRole('checkbox').uncheck();
    await publication.getByRole('button', { name: 'Cancel' }).click();
    await expect(publication).toHaveCount(0);
    await expect(page.getByText('Early access', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Early access…' }).click();
    await publication.getByRole('checkbox').uncheck();
    await publication.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    await expect(publication).toHaveCount(0);
  });

  await test.step('after a change of slug, the old URLs of the course and its lessons redirect', async () => {
    await page.getByRole('link', { name: 'Details' }).click();
    await details.getByRole('textbox', { name: /^URL/ }).first().fill('lasting-queues');
    await details.getByRole('button', { name: 'Save details' }).click();
    await expect(page.getByText('/courses/lasting-queues')).toBeVisible();
    const landed = async (path: string) => new URL((await visitor.request.get(path)).url()).pathname;
    await expect.poll(() => landed('/courses/queues-that-hold')).toBe('/courses/lasting-queues');
    expect(await landed('/courses/queues-that-hold/one')).toBe('/courses/lasting-queues/one');
    await visitor.context().close();
  });

  await test.step('once unpublished, it is found in the studio’s list', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    await confirm(page, 'Archive “Queues that hold”?', 'Archive');
    await expect(page.getByText('Archived', { exact: true })).toBeVisible();
    await page.goto('/studio?status=archived');
    await expect(page.getByRole('link', { name: /Queues that hold/ })).toBeVisible();
  });

  await page.context().close();
  expect(errors).toEqual([]);
});

/** The number of times that a video's bytes are repeated, so that the upload takes a while. */
const times = 250;

test('a file dropped on the field resumes if the server is killed midway, and is complete in the end @STUDIO-01', async ({ browser }) => {
  const author = await signInAt(site.origin, site.person('author'));
  const { data: course } = await author.run<{ createCourse: { course: { id: string } } }>(
    'mutation { createCourse(input: { title: "Broken off" }) { course { id } } }',
  );
  const { data } = await author.run<{ createClip: { clip: { id: string } } }>(
    'mutation clip($courseId: UUID!) { createClip(input: { courseId: $courseId, title: "Long" }) { clip { id } } }',
    { courseId: course?.createCourse.course.id },
  );
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await signIn(page, site.person('author'));
  await page.goto(`/studio/clips/${data?.createClip.clip.id}`);
  const field = page.getByRole('group', { name: 'Video', exact: true });
  await expect(field.getByRole('button', { name: 'Upload a video' })).toBeVisible();

  // A slow connection, on which the server ends in the middle of a request.
  const line = await context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 };
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', slow);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });

  const once = await sampleVideo();
  const whole = Buffer.concat(Array.from({ length: times }, () => once));
  const files = await page.evaluateHandle(
    ({ base64, count }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(
        new File(
          Array.from({ length: count }, () => bytes),
          'long.mp4',
          { type: 'video/mp4' },
        ),
      );
      return transfer;
    },
    { base64: once.toString('base64'), count: times },
  );
  await field.dispatchEvent('dragover', { dataTransfer: files });
  await expect(field).toHaveAttribute('data-over', 'true');
  await field.dispatchEvent('drop', { dataTransfer: files });
  await expect(field).not.toHaveAttribute('data-over');
  await expect(field.getByText('long.mp4')).toBeVisible();
  await expect.poll(() => offsets).toEqual([0]);

  const { data: begun } = await author.run<{ placeVideosList: { playbackId: string; byteCount: string }[] }>(
    'query ($clipId: UUID!) { placeVideosList(clipId: $clipId) { playbackId byteCount } }',
    { clipId: data?.createClip.clip.id },
  );
  const [video] = begun?.placeVideosList ?? [];
  expect(Number(video?.byteCount)).toBe(whole.length);
  const arriving = join(site.dataDir, 'video-uploads', video?.playbackId ?? '');
  await expect.poll(async () => (await stat(arriving)).size, { intervals: [50], timeout: 60_000 }).toBeGreaterThan(500_000);
  await site.crash();
  const { size } = await stat(arriving);
  expect(size).toBeLessThan(whole.length);
  await expect(field.getByText('Waiting for a connection')).toBeVisible();
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  const before = offsets.length;

  await site.start();
  await expect(field.getByRole('button', { name: 'Play long.mp4' })).toBeEnabled({ timeout: 180_000 });
  // Nothing that had arrived was sent again.
  expect(offsets[before]).toBe(size);
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  const stored = await readFile(join(site.dataDir, 'media/videos', video?.playbackId ?? '', 'source.mp4'));
  expect(stored.equals(whole)).toBe(true);
  await context.close();
});
