import type { Page } from '@playwright/test';
import { tabTo } from './support/by-keyboard.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { offlinePart } from './support/offline-copy.ts';
import { makeCourse } from './support/things.ts';

// Without a connection, requests fail: that is what these tests are about.
test.use({ expectedErrors: [/Failed to load resource|net::ERR_|Failed to fetch/] });

/** A video of the demo: 13 seconds with captions, in two qualities. */
const videoName = 'mood-7r3c';

/** Returns the names of the files of videos in this browser's caches. */
const storedVideoFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names: string[] = [];
    for (const cacheName of await caches.keys())
      for (const { url } of await (await caches.open(cacheName)).keys())
        if (new URL(url).pathname.startsWith('/media/')) names.push(new URL(url).pathname.replace(/.*\//u, ''));
    return names;
  });

test('an author allows it, a reader keeps a course with its videos by keyboard in a window of 390 px, and watches one without a connection @OFFLINE-01', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  test.slow();
  const author = await people.enter('author');
  const course = await makeCourse(await people.at(author), {
    title: 'Films',
    lessons: [
      { title: 'Watching', markdown: 'Watch it on a train.' },
      { title: 'Reading', markdown: 'Without a film.' },
    ],
  });
  const lesson = course.lessons[0];
  await rows.run('insert into app_private.lesson_videos (lesson_id, video_url) values ($1, $2)', [lesson?.id, `local:${videoName}`]);
  const reader = await people.make('pro');
  const readersPage = await people.open(reader, { viewport: { width: 390, height: 844 } });
  const part = offlinePart(readersPage);
  const withVideos = part.getByRole('checkbox', { name: 'With its videos' });

  await test.step('before the author allows it, only texts and images can be kept', async () => {
    await readersPage.goto(course.path);
    await expect(part.getByText(/^About [\d.]+ [kM]B$/)).toBeVisible();
    await expect(part.getByRole('status').first()).toHaveText('The text and images of this course, without videos.');
    await expect(withVideos).toHaveCount(0);
  });

  await test.step('the author allows it in the studio', async () => {
    await page.goto(`/studio/courses/${course.id}?show=access`);
    const allowed = page.getByRole('checkbox', { name: 'Learners can keep its videos offline' });
    await expect(allowed).not.toBeChecked();
    await tabTo(allowed);
    await page.keyboard.press('Space');
    await tabTo(page.getByRole('button', { name: 'Save access and prices' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await page.reload();
    await expect(allowed).toBeChecked();
  });

  await test.step('the reader sees how large the videos are, and keeps them', async () => {
    await readersPage.goto(course.path);
    await tabTo(withVideos);
    await readersPage.keyboard.press('Space');
    await expect(part.getByText(/^About \d+ kB more$/)).toBeVisible();
    await expectNoSidewaysScroll(readersPage);
    await expectAccessibleInBothThemes(readersPage);
    await tabTo(part.getByRole('button', { name: 'Keep offline' }));
    await readersPage.keyboard.press('Enter');
    await expect(part.getByRole('status').first()).toHaveText(/^Available offline with its videos since .+, [\d.]+ [kM]B\.$/);
    await expect(withVideos).toHaveCount(0);
    const files = await storedVideoFiles(readersPage);
    expect(files).toEqual(expect.arrayContaining(['master.m3u8', 'high.m3u8', 'high-3.m4s', 'audio-3.m4s', 'captions.en.vtt']));
    expect(files.filter((name) => name.startsWith('low'))).toEqual([]);
  });

  await test.step('without a connection, it plays to its end, with captions', async () => {
    await readersPage.context().setOffline(true);
    await readersPage.goto(lesson?.path ?? '');
    await expect(readersPage.getByRole('status').filter({ hasText: 'No connection.' })).toBeVisible();
    const play = readersPage.getByRole('button', { name: /^Play / });
    await tabTo(play);
    await readersPage.keyboard.press('Enter');
    const video = readersPage.locator('video');
    const second = () => video.evaluate((media: HTMLVideoElement) => media.currentTime);
    await expect.poll(second).toBeGreaterThan(0.5);
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.textTracks[0]?.cues?.length ?? 0)).toBeGreaterThan(0);
    expect(await video.evaluate((media: HTMLVideoElement) => media.videoHeight)).toBeGreaterThan(360);
    await video.evaluate((media: HTMLVideoElement) => {
      media.currentTime = media.duration - 1;
    });
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.ended)).toBe(true);
    await readersPage.goto('/library/offline');
    await expect(readersPage.getByRole('main').getByRole('listitem')).toContainText('Course with videos');
    await readersPage.context().setOffline(false);
  });

  await test.step('when the author doesn’t allow it anymore, the next contact removes the videos and keeps the texts', async () => {
    await page.getByRole('checkbox', { name: 'Learners can keep its videos offline' }).uncheck();
    await page.getByRole('button', { name: 'Save access and prices' }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await readersPage.goto('/library/offline');
    await expect.poll(() => storedVideoFiles(readersPage)).toEqual([]);
    await readersPage.goto(course.path);
    await expect(part.getByRole('status').first()).toHaveText(/^Available offline since /);
  });
});
