import { createVideoPasses } from '@newline/api/features/videos/video-passes';
import { demoPeople, type DemoRole } from '@newline/db/demo/people';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
let lessonId: string;
let playbackId: string;
let publicId: string;

beforeAll(async () => {
  site = await startTestApi({ demo: true });
  const { rows } = await site.db.superuser.query<{ id: string; video: string; other: string }>(
    `select l.id, v.video_url as video, (select c.video_url from app_public.clips c where c.video_url <> v.video_url limit 1) as other
     from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id join app_public.courses c on c.id = l.course_id
     where c.is_published and not c.is_free and not l.is_free and not l.is_advanced_package_lesson and not c.is_masterclass and not c.is_bootcamp
       and not c.is_live_workshop and not c.is_early_access and c.published_at < now() and c.archived_at is null order by l.id limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('videos: expected a paid lesson with a video in the demo, got none');
  lessonId = row.id;
  playbackId = row.video.slice('local:'.length);
  publicId = row.other.slice('local:'.length);
  // Now only the lesson uses this video.
  await site.db.superuser.query(`update app_public.clips set video_url = $1 where video_url = $2`, [row.other, row.video]);
  for (const table of ['courses', 'books'])
    await site.db.superuser.query(`update app_public.${table} set hero_video_url = $1 where hero_video_url = $2`, [row.other, row.video]);
});
afterAll(() => site.stop());

async function signedIn(role: DemoRole): Promise<Browser> {
  const person = demoPeople(site.db.secretKey).find((each) => each.role === role);
  if (!person) throw new Error(`videos: expected a demo person of role ${role}, got none`);
  const browser = site.newBrowser();
  expect((await browser.post('/api/auth/sign-in/email', { email: person.email, password: person.password })).status).toBe(200);
  return browser;
}

async function passFor(browser: Browser): Promise<string | null> {
  const query = 'query pass($id: UUID!) { lessonById(id: $id) { videoPass videoUrl } }';
  const answer = await browser.post('/graphql', { query, variables: { id: lessonId } });
  const { data } = answer.json() as { data: { lessonById: { videoPass: string | null; videoUrl: string | null } } };
  expect(data.lessonById.videoUrl === null).toBe(data.lessonById.videoPass === null);
  return data.lessonById.videoPass;
}

const get = async (path: string) => {
  const answer = await fetch(`${site.url}${path}`);
  return { status: answer.status, cacheControl: answer.headers.get('cache-control'), text: await answer.text() };
};

describe('the video of a paid lesson @DOC-04 @AUTH-03', () => {
  test('has no public URL, unlike the video of a clip', async () => {
    expect((await get(`/media/v/${publicId}/master.m3u8`)).status).toBe(200);
    for (const file of ['master.m3u8', 'high-0.m4s', 'captions.en.vtt', 'poster.webp', 'thumbnail-5.webp'])
      expect((await get(`/media/v/${playbackId}/${file}`)).status, file).toBe(404);
  });

  test('opens to users who can read the lesson, with everything that its playlist names', async () => {
    const pass = await passFor(await signedIn('proLearner'));
    const folder = `/media/s/${pass}/${playbackId}`;
    const playlist = await get(`${folder}/master.m3u8`);
    expect(playlist).toMatchObject({ status: 200, cacheControl: expect.stringMatching(/^private, max-age=4[0-9]{4}$/) });
    // Its file names are relative, so they inherit the access token.
    expect(playlist.text).not.toMatch(/^\/|https?:/m);
    for (const file of ['high.m3u8', 'high-0.m4s', 'captions.en.vtt', 'poster.webp'])
      expect((await get(`${folder}/${file}`)).status, file).toBe(200);
  });

  test('returns no signed URL to a learner who bought nothing', async () => {
    expect(await passFor(await signedIn('anotherLearner'))).toBeNull();
  });

  test('returns none to a visitor, and one to an administrator', async () => {
    expect(await passFor(site.newBrowser())).toBeNull();
    expect(await passFor(await signedIn('admin'))).toMatch(/^\d{10}\./);
  });

  test('rejects a signed URL that is forged, expired or for another video', async () => {
    const pass = (await passFor(await signedIn('proLearner'))) ?? '';
    const [expiry = '', signature = ''] = pass.split('.');
    const over = createVideoPasses(site.db.secretKey, () => Date.now() - 14 * 60 * 60 * 1000).issue(playbackId);
    for (const forged of [
      `${Number(expiry) + 3600}.${signature}`,
      `${expiry}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${expiry}.`,
      'x',
      over,
      createVideoPasses('another secret').issue(playbackId),
    ])
      expect((await get(`/media/s/${forged}/${playbackId}/master.m3u8`)).status, forged).toBe(403);
    expect((await get(`/media/s/${pass}/${publicId}/master.m3u8`)).status).toBe(403);
    expect((await get(`/media/s/${pass}/${playbackId}/../${publicId}/master.m3u8`)).status).not.toBe(200);
    expect((await get(`/media/s/${pass}/${playbackId}/master.m3u8`)).status).toBe(200);
  });
});

test('a clip is public once its course is published, and no longer when it is unpublished @STUDIO-01', async () => {
  const path = `/media/v/${playbackId}/master.m3u8`;
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `with c as (insert into app_public.courses (title, slug, permalink) values ('Not yet', 'not-yet', '/courses/not-yet') returning id),
       k as (insert into app_public.clips (title, video_url, course_id) select 'Soon', $1, id from c) select id from c`,
    [`local:${playbackId}`],
  );
  const set = (isPublished: boolean) =>
    site.db.superuser.query('update app_public.courses set is_published = $2, published_at = now() where id = $1', [
      rows[0]?.id,
      isPublished,
    ]);
  // A rejected request is cached neither here nor by a browser.
  expect(await get(path)).toMatchObject({ status: 404, cacheControl: 'no-store' });
  await set(true);
  await vi.waitFor(async () => expect((await get(path)).status).toBe(200), { timeout: 10_000 });
  await set(false);
  await vi.waitFor(async () => expect((await get(path)).status).toBe(404), { timeout: 10_000 });
  await site.db.superuser.query('delete from app_public.courses where id = $1', [rows[0]?.id]);
});

test('signed URLs from the same hour are equal, and expire after 12 to 13 hours', () => {
  const start = Date.UTC(2026, 0, 1, 10, 1);
  const at = (minutes: number) => createVideoPasses('s', () => start + minutes * 60_000);
  expect(at(0).issue('video')).toBe(at(58).issue('video'));
  expect(at(0).issue('video')).not.toBe(at(60).issue('video'));
  expect(at(12 * 60 + 58).endOf(at(0).issue('video'), 'video')).toBe(Date.UTC(2026, 0, 1, 23));
  expect(at(12 * 60 + 59).endOf(at(0).issue('video'), 'video')).toBeNull();
});
