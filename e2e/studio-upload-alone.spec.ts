import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signInAt } from './support/api-client.ts';
import { expect, signIn, test } from './support/journey.ts';
import { sampleVideo } from './support/sample-video.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// Without ffmpeg what was sent is played as it is, so that its bytes can be compared.
let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite({ FFMPEG_PATH: 'off' });
  await site.start();
});
test.afterAll(() => site.remove());

/** How often the bytes of a video are repeated, so that it is on its way for a while. */
const times = 250;

test('a file dropped on the field goes on where it was when the server is killed in the middle, and is whole in the end @STUDIO-01', async ({
  browser,
}) => {
  test.setTimeout(300_000);
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

  // A slow line, on which the server ends in the middle of a request.
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
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
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
  await expect(field.getByText('Waiting for the connection')).toBeVisible();
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  const before = offsets.length;

  await site.start();
  await expect(field.getByRole('button', { name: 'Play long.mp4' })).toBeEnabled({ timeout: 180_000 });
  // Nothing that had arrived was sent again.
  expect(offsets[before]).toBe(size);
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  const kept = await readFile(join(site.dataDir, 'media/videos', video?.playbackId ?? '', 'source.mp4'));
  expect(kept.equals(whole)).toBe(true);
  await context.close();
});
