import { findFfmpeg } from '@newline/api/features/videos/find-ffmpeg';
import { signInAt } from './support/api-client.ts';
import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { sampleVideo } from './support/sample-video.ts';

// A video from the author's disk to the learning space: sent, made playable, captioned, removed.
type Clip = { id: string; videoUrl: string | null; durationSeconds: number | null; transcriptList: { words: string }[] };

test('an author uploads a video, watches it, and captions it; the transcript follows @STUDIO-01 @desk', async ({
  page,
  baseURL,
  expectedErrors,
}) => {
  // Without ffmpeg the file is played as it is, after its playlist was looked for.
  if (findFfmpeg(null) === null) expectedErrors.push(/404/);
  const author = await signInAt(baseURL ?? '', demoPerson('author'));
  const { data: made } = await author.run<{ createCourse: { course: { id: string } } }>(
    'mutation course($title: String!) { createCourse(input: { title: $title }) { course { id } } }',
    { title: `Moods of a model ${Date.now()}` },
  );
  const { data } = await author.run<{ createClip: { clip: { id: string } } }>(
    'mutation clip($courseId: UUID!) { createClip(input: { courseId: $courseId, title: "Mood" }) { clip { id } } }',
    { courseId: made?.createCourse.course.id },
  );
  const clipId = data?.createClip.clip.id ?? '';
  const read = async () => {
    const answer = await author.run<{ clipById: Clip }>(
      'query clip($id: UUID!) { clipById(id: $id) { id videoUrl durationSeconds transcriptList(first: 9) { words } } }',
      { id: clipId },
    );
    return answer.data?.clipById;
  };

  await signIn(page, demoPerson('author'));
  const field = page.getByRole('group', { name: 'Video', exact: true });

  // An upright clip stands upright, also where it was not uploaded here.
  const { data: shown } = await author.run<{ clips: { nodes: { id: string; isShort: boolean; course: { mayWrite: boolean } | null }[] } }>(
    '{ clips(first: 50) { nodes { id isShort course { mayWrite } } } }',
  );
  const upright = shown?.clips.nodes.find(({ isShort, course }) => isShort && course?.mayWrite === true);
  await page.goto(`/studio/clips/${upright?.id}`);
  await expect(field.locator('[data-playback-id]')).toHaveAttribute('data-shape', 'upright');

  await page.goto(`/studio/clips/${clipId}`);
  await expect(field.getByRole('button', { name: 'Upload a video' })).toBeVisible();

  // What is no video says so, and goes when it is dismissed.
  const file = field.getByLabel('Video file');
  await file.setInputFiles({ name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Dear reader') });
  await expect(field.getByRole('alert')).toContainText('notes.mp4: This is no video that can be read.');
  await field.getByRole('button', { name: 'Dismiss' }).click();
  await expect(field.getByRole('alert')).toHaveCount(0);

  await file.setInputFiles({ name: 'mood.mp4', mimeType: 'video/mp4', buffer: await sampleVideo() });
  const play = field.getByRole('button', { name: 'Play mood.mp4' });
  await expect(play).toBeEnabled({ timeout: 120_000 });
  expect((await read())?.videoUrl).toMatch(/^local:[\w-]{22}$/);
  if (findFfmpeg(null) !== null) expect((await read())?.durationSeconds).toBe(13);
  await play.click();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(0.2);

  await field.getByRole('button', { name: 'Add captions' }).click();
  const text = field.getByRole('textbox', { name: 'Text' });
  await text.fill('WEBVTT\n\n00:00.000 --> 00:02.000\nA zebrafish swims\n\n00:02 --> 00:03.000\nno\n');
  await field.getByRole('button', { name: 'Save captions' }).click();
  await expect(field.getByText('Line 6: No decimal separator')).toBeVisible();
  await field.getByLabel('Captions file').setInputFiles({
    name: 'mood.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nA zebrafish swims\n'),
  });
  await expect(text).toHaveValue(/A zebrafish swims/);
  await field.getByRole('button', { name: 'Save captions' }).click();
  await expect(field.getByText('The captions in English are saved.')).toBeVisible();
  expect((await read())?.transcriptList).toEqual([{ words: 'A zebrafish swims' }]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoSidewaysScroll(page);

  await field.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the video' }).click();
  await expect(field.getByRole('button', { name: 'Upload a video' })).toBeVisible();
  expect(await read()).toMatchObject({ videoUrl: null, durationSeconds: null, transcriptList: [] });
});
