import { demoPeople, type DemoRole } from '@newline/db/demo/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

type Video = { lessonId: string; playbackId: string };
let site: TestApi;
let paid: Video;
let clip: string;

beforeAll(async () => {
  site = await startTestApi({ demo: true });
  // Lessons of the demo behind the paywall whose video is neither in a clip nor in a trailer.
  const { rows } = await site.db.superuser.query<Video>(
    `select v.lesson_id as "lessonId", substr(v.video_url, 7) as "playbackId" from app_private.lesson_videos v
     join app_public.lessons l on l.id = v.lesson_id join app_public.courses c on c.id = l.course_id and c.is_published
     where not l.is_free and not exists (select from app_public.clips k where k.video_url = v.video_url)
       and not exists (select from app_public.courses k where k.hero_video_url = v.video_url)
       and not exists (select from app_public.books k where k.hero_video_url = v.video_url)`,
  );
  const clips = await site.db.superuser.query<{ id: string }>('select substr(video_url, 7) as id from app_public.clips order by 1 limit 1');
  if (!rows[0]) throw new Error('Expected a video of a paid lesson that no clip plays in the demo, got none');
  [paid] = rows;
  clip = clips.rows[0]?.id ?? '';
});
afterAll(() => site.stop());

async function browserOf(role: DemoRole | null): Promise<Browser> {
  const browser = site.newBrowser();
  const person = demoPeople(site.db.secretKey).find((each) => each.role === role);
  if (role !== null)
    expect((await browser.post('/api/auth/sign-in/email', { email: person?.email, password: person?.password })).status).toBe(200);
  return browser;
}

/** Returns the access token in the URL of the lesson's video for this user; null without one. */
async function passOf(browser: Browser): Promise<string | null> {
  const { data } = await browser.graphql<{ lessonById: { videoUrl: string | null; videoPass: string | null } | null }>(
    'query video($id: UUID!) { lessonById(id: $id) { videoUrl videoPass } }',
    { id: paid.lessonId },
  );
  expect(data?.lessonById?.videoUrl === null).toBe(data?.lessonById?.videoPass === null);
  return data?.lessonById?.videoPass ?? null;
}

const files = [
  'master.m3u8',
  'high.m3u8',
  'high-0.m4s',
  'low-0.m4s',
  'audio-0.m4s',
  'high-init.mp4',
  'captions.en.vtt',
  'poster.webp',
  'tracks.json',
];
const statuses = async (browser: Browser, folder: string) =>
  Promise.all(files.map(async (name) => (await browser.get(`/media/${folder}/${name}`)).status));
const all = (status: number) => files.map(() => status);

test.each([null, 'learner', 'anotherLearner'] as const)('%s gets no file of the demo’s paid video @CLIP-08 @AUTH-03', async (role) => {
  const browser = await browserOf(role);
  expect(await passOf(browser)).toBeNull();
  expect(await statuses(browser, `v/${paid.playbackId}`)).toEqual(all(404));
  expect(await statuses(browser, `videos/${paid.playbackId}`)).toEqual(all(404));
  for (const status of await statuses(browser, `s/4102444800.${'A'.repeat(32)}/${paid.playbackId}`)) expect([403, 404]).toContain(status);
  // Control: the same files of a clip.
  expect(await statuses(browser, `v/${clip}`)).toEqual(all(200));
});

test.each(['proLearner', 'admin'] as const)('%s gets every file of it, with its signed URL @CLIP-08 @AUTH-03', async (role) => {
  const browser = await browserOf(role);
  const pass = await passOf(browser);
  expect(pass).not.toBeNull();
  expect(await statuses(browser, `s/${String(pass)}/${paid.playbackId}`)).toEqual(all(200));
  // The signature is for this video only, and there is no access without it.
  expect(await statuses(browser, `v/${paid.playbackId}`)).toEqual(all(404));
});
