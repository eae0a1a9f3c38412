import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPeople, type DemoRole } from '@newline/db/demo/people';
import { videoFolders } from '@newline/api/features/videos/video-folders';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { type VideoTarget, readVideo, sendVideo, settled, startVideo, tus } from './send-video.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { ffmpeg, makeVideo, programs, videoLimit } from './video-files.ts';

let site: TestApi;
let folder: string;
let people: Record<'author' | 'otherAuthor' | 'learner' | 'admin' | 'visitor', Browser>;
let lessonId: string;
let clipId: string;
let courseId: string;

const oneRow = async <TRow extends object>(text: string, values: unknown[] = []): Promise<TRow> => {
  const { rows } = await site.db.superuser.query<TRow>(text, values);
  const [row] = rows;
  if (!row) throw new Error(`expected a row of ${text}`);
  return row;
};
const get = async (path: string) => {
  const answer = await fetch(`${site.url}${path}`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

beforeAll(async () => {
  [site, folder] = await Promise.all([startTestApi({ demo: true }), mkdtemp(join(tmpdir(), 'newline-video-'))]);
  const all = demoPeople(site.db.secretKey);
  const signIn = async (email: string) => {
    const person = all.find((each) => each.email === email);
    const browser = site.newBrowser();
    const answer = await browser.post('/api/auth/sign-in/email', { email, password: person?.password ?? '' });
    expect(answer.status).toBe(200);
    return browser;
  };
  const emailOf = (role: DemoRole) => all.find((person) => person.role === role)?.email ?? '';
  // A paid lesson of the author's, and a writer of another course.
  const authorEmail = emailOf('author');
  const paid = await oneRow<{ id: string; course_id: string; author: string }>(
    `select l.id, l.course_id, u.id as author from app_public.lessons l join app_public.courses c on c.id = l.course_id
      join app_public.contributions k on k.course_id = c.id join auth."user" u on u.id = k.user_id
      where u.email = $1 and c.is_published and c.published_at < now() and c.archived_at is null and not c.is_free and not l.is_free
        and not c.is_early_access and not l.is_advanced_package_lesson order by l.id limit 1`,
    [authorEmail],
  );
  ({ id: lessonId, course_id: courseId } = paid);
  ({ id: clipId } = await oneRow<{ id: string }>(`select id from app_public.clips where course_id = $1 limit 1`, [courseId]));
  const other = await oneRow<{ id: string }>(
    `insert into app_public.courses (title, slug, permalink) values ('Other', 'other-course', '/courses/other-course') returning id`,
  );
  await site.db.superuser.query(
    `insert into app_public.contributions (user_id, course_id) select u.id, $2 from auth."user" u where u.email = $1`,
    [emailOf('anotherLearner'), other.id],
  );
  people = {
    author: await signIn(authorEmail),
    otherAuthor: await signIn(emailOf('anotherLearner')),
    learner: await signIn(emailOf('learner')),
    admin: await signIn(emailOf('admin')),
    visitor: site.newBrowser(),
  };
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('an upload', () => {
  const bytes = (length: number) => new Uint8Array(length).fill(7);

  test.each([
    ['visitor', 'LOGIN_REQUIRED'],
    ['learner', 'FORBIDDEN'],
    ['otherAuthor', 'FORBIDDEN'],
  ] as const)('isn’t started by a %s for another user’s lesson, clip or course @STUDIO-01', async (person, code) => {
    for (const target of [{ lessonId }, { clipId }, { courseId }]) {
      const answer = await startVideo(people[person], target, { byteCount: 10 });
      expect(answer.errors?.[0]?.extensions?.['code'], JSON.stringify(target)).toBe(code);
    }
  });

  test('is started by its author or an administrator, for one item, with an allowed size @STUDIO-01', async () => {
    expect((await startVideo(people.author, { lessonId }, { byteCount: 10 })).data?.startVideo?.video.status).toBe('UPLOADING');
    expect((await startVideo(people.admin, { lessonId }, { byteCount: 10 })).data?.startVideo?.video.status).toBe('UPLOADING');
    for (const [target, byteCount] of [
      [{}, 10],
      [{ lessonId, clipId }, 10],
      [{ lessonId }, 0],
      [{ lessonId }, 1.5],
      [{ lessonId }, -1],
      [{ lessonId }, 4_000_000_001],
    ] as const) {
      const answer = await startVideo(people.author, target, { byteCount });
      expect(answer.errors?.[0]?.extensions?.['code'], JSON.stringify([target, byteCount])).toBe('BAD_INPUT');
    }
    const odd = await startVideo(people.author, { lessonId }, { name: '../../etc/pa\u0001ss\r\nwd\u202e.mp4', byteCount: 10 });
    const { name } = await oneRow<{ name: string }>('select name from app_public.videos where playback_id = $1', [
      odd.data?.startVideo?.video.playbackId,
    ]);
    expect(name).toBe('passwd.mp4');
  });

  test('continues where it stopped, only for its user and only from this site @STUDIO-01', async () => {
    const started = await startVideo(people.author, { lessonId }, { byteCount: 100 });
    const { uploadUrl = '', video } = started.data?.startVideo ?? {};
    const send = (browser: Browser, offset: number, body: Uint8Array<ArrayBuffer>, headers: Record<string, string | null> = {}) =>
      tus(site.url, browser, 'PATCH', uploadUrl, { body, headers: { 'upload-offset': String(offset), ...headers } });
    expect(await send(people.author, 0, bytes(40))).toEqual({ status: 204, offset: 40 });
    expect(await tus(site.url, people.author, 'HEAD', uploadUrl)).toEqual({ status: 200, offset: 40 });
    for (const person of ['visitor', 'learner', 'otherAuthor', 'admin'] as const) {
      const refused = person === 'visitor' ? 401 : 404;
      expect((await tus(site.url, people[person], 'HEAD', uploadUrl)).status, person).toBe(refused);
      expect((await send(people[person], 40, bytes(10))).status, person).toBe(refused);
    }
    expect((await send(people.author, 40, bytes(10), { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    // At a wrong offset, past the end, and with unsupported methods.
    expect((await send(people.author, 10, bytes(10))).status).toBe(409);
    expect((await send(people.author, 40, bytes(61))).status).toBe(413);
    const { offset } = await tus(site.url, people.author, 'HEAD', uploadUrl);
    expect(offset).toBeLessThanOrEqual(100);
    for (const [method, path] of [
      ['POST', '/api/videos/uploads'],
      ['DELETE', uploadUrl],
    ] as const)
      expect((await tus(site.url, people.author, method, path, { headers: { 'upload-length': '5' } })).status).toBe(404);
    expect((await tus(site.url, people.author, 'HEAD', '/api/videos/uploads/..%2f..%2fsecret.key')).status).toBe(404);
    expect((await readVideo(people.author, video?.playbackId ?? ''))?.status).toBe('UPLOADING');
  });

  test('is written to only by its own URL: no other part of a URL names another upload @STUDIO-01', async () => {
    const begin = async (person: Browser, target: VideoTarget) =>
      (await startVideo(person, target, { byteCount: 100 })).data?.startVideo?.uploadUrl ?? '';
    const own = await begin(people.author, { lessonId });
    const others = await begin(people.admin, { clipId });
    const otherId = others.split('/').at(-1) ?? '';
    const { hostname, port } = new URL(site.url);
    // Sent unchanged: fetch would omit everything after a #.
    const send = async (path: string) => {
      const clientRequest = request({
        ...{ hostname, port, path, method: 'PATCH' },
        headers: {
          cookie: people.author.cookieHeader,
          origin: site.url,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
      });
      clientRequest.end(bytes(10));
      const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return answer.statusCode;
    };
    for (const end of ['?/', '?x=', '?x=/', '#/', '?', '/', '//', '/../', '%2f', '%3f/', ';/']) {
      expect([400, 404], end).toContain(await send(`${own}${end}${otherId}`));
      expect([400, 404], end).toContain(await send(`${others}${end}${own.split('/').at(-1)}`));
    }
    expect([400, 404]).toContain(await send(`${site.url}${own}`));
    for (const [person, url] of [
      [people.author, own],
      [people.admin, others],
    ] as const)
      expect(await tus(site.url, person, 'HEAD', url)).toEqual({ status: 200, offset: 0 });
    expect(await send(own)).toBe(204);
    expect(await tus(site.url, people.author, 'HEAD', own)).toEqual({ status: 200, offset: 10 });
  });

  test('that fails on our side reveals nothing about this machine', async () => {
    const started = await startVideo(people.author, { lessonId }, { byteCount: 100 });
    const { uploadUrl = '', video } = started.data?.startVideo ?? {};
    const file = join(videoFolders(site.options.env.dataDir).uploads, video?.playbackId ?? '');
    await rm(file);
    await symlink(file, file);
    const answer = await fetch(`${site.url}${uploadUrl}`, {
      method: 'PATCH',
      body: bytes(10),
      headers: {
        cookie: people.author.cookieHeader,
        origin: site.url,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    });
    expect([answer.status, await answer.text()]).toEqual([500, 'The upload failed on our end. Try again.\n']);
  });

  test('is counted: beyond the daily quota it isn’t started', async () => {
    const target = { clipId };
    for (let count = 0; count < 5; count += 1) await startVideo(people.admin, target, { byteCount: 3_900_000_000 });
    const answer = await startVideo(people.admin, target, { byteCount: 3_900_000_000 });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY' });
    expect(answer.errors?.[0]?.message).toContain('20 GB');
  });

  test('that got no data for a day is removed with its file', async () => {
    const started = await startVideo(people.author, { lessonId }, { byteCount: 100 });
    const { uploadUrl = '', video } = started.data?.startVideo ?? {};
    await site.db.superuser.query(`update app_public.videos set updated_at = now() - interval '23 hours' where playback_id = $1`, [
      video?.playbackId,
    ]);
    const tidy = () => site.db.superuser.query(`select graphile_worker.add_job('tidy_videos')`);
    await tidy();
    await vi.waitFor(
      async () =>
        expect((await site.db.superuser.query(`select from graphile_worker.jobs where task_identifier = 'tidy_videos'`)).rowCount).toBe(0),
      { timeout: 20_000, interval: 50 },
    );
    expect((await tus(site.url, people.author, 'HEAD', uploadUrl)).status).toBe(200);
    await site.db.superuser.query(`update app_public.videos set updated_at = now() - interval '25 hours' where playback_id = $1`, [
      video?.playbackId,
    ]);
    await tidy();
    await vi.waitFor(async () => expect(await readVideo(people.author, video?.playbackId ?? '')).toBeNull(), { timeout: 10_000 });
    expect((await tus(site.url, people.author, 'HEAD', uploadUrl)).status).toBe(404);
  });
});

describe.runIf(programs !== null)('with ffmpeg', videoLimit, () => {
  test('an upload for a lesson becomes HLS that only its readers can watch, with stills and a storyboard @STUDIO-01', async () => {
    const file = await makeVideo(folder, 'wide.mp4', { width: 1920, height: 1080, seconds: 9 });
    const playbackId = await sendVideo(site.url, people.author, { lessonId }, file);
    const video = await settled(people.author, playbackId);
    expect(video).toMatchObject({
      status: 'READY',
      reason: null,
      progress: 100,
      width: 1920,
      height: 1080,
      videoUrl: `local:${playbackId}`,
    });
    expect(video.durationSeconds).toBeCloseTo(9, 0);
    expect(video.stillSeconds).toEqual([0, 4, 8]);
    expect((await get(`/media/v/${playbackId}/master.m3u8`)).status).toBe(404);
    const at = `/media/s/${video.pass}/${playbackId}`;
    const master = await get(`${at}/master.m3u8`);
    expect(master.status).toBe(200);
    expect([...master.text.matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size)).toEqual(['1280x720', '640x360']);
    expect(master.text).toContain('TYPE=AUDIO');
    for (const name of [
      'high.m3u8',
      'high-0.m4s',
      'high-2.m4s',
      'low-init.mp4',
      'audio-0.m4s',
      'poster.webp',
      'thumbnail-4.webp',
      'storyboard.webp',
    ])
      expect((await get(`${at}/${name}`)).status, name).toBe(200);
    expect((await get(`${at}/storyboard.vtt`)).text).toContain('storyboard.webp#xywh=160,0,160,90');
    const lesson = await oneRow<{ video_url: string; video_duration: number }>(
      'select v.video_url, l.video_duration from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id where l.id = $1',
      [lessonId],
    );
    expect(lesson).toEqual({ video_url: `local:${playbackId}`, video_duration: 9 });
    // Users who see the row, and so can watch it.
    for (const person of ['visitor', 'learner', 'otherAuthor'] as const)
      expect(await readVideo(people[person], playbackId), person).toBeNull();
    expect((await readVideo(people.admin, playbackId))?.pass).toMatch(/^\d{10}\./);

    // A second one replaces it; the first is kept for a day, then its row and files are deleted.
    const second = await sendVideo(
      site.url,
      people.author,
      { lessonId },
      await makeVideo(folder, 'short.mp4', { width: 640, height: 360, hasSound: false }),
    );
    expect((await settled(people.author, second)).status).toBe('READY');
    const { loose } = await oneRow<{ loose: boolean }>(
      'select loose_since is not null as loose from app_public.videos where playback_id = $1',
      [playbackId],
    );
    expect(loose).toBe(true);
    await site.db.superuser.query(`update app_public.videos set loose_since = now() - interval '25 hours' where playback_id = $1`, [
      playbackId,
    ]);
    await site.db.superuser.query(`select graphile_worker.add_job('tidy_videos')`);
    await vi.waitFor(async () => expect((await get(`${at}/master.m3u8`)).status).toBe(404), { timeout: 10_000 });
    expect(await readVideo(people.author, playbackId)).toBeNull();
    expect((await settled(people.author, second)).status).toBe('READY');
  });

  test('a small, upright, rotated one is neither enlarged nor laid on its side; for a clip it is public', async () => {
    const small = await makeVideo(folder, 'small.mp4', { width: 320, height: 180, hasSound: false });
    const playbackId = await sendVideo(site.url, people.author, { clipId }, small);
    const video = await settled(people.author, playbackId);
    expect(video).toMatchObject({ status: 'READY', width: 320, height: 180 });
    const master = await get(`/media/v/${playbackId}/master.m3u8`);
    expect([...master.text.matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size)).toEqual(['320x180']);
    expect(await oneRow('select video_url, duration_seconds from app_public.clips where id = $1', [clipId])).toEqual({
      video_url: `local:${playbackId}`,
      duration_seconds: 3,
    });

    const lying = await makeVideo(folder, 'lying.mp4', { width: 960, height: 540 });
    const turned = join(folder, 'turned.mov');
    await ffmpeg('-display_rotation', '90', '-i', lying, '-c', 'copy', turned).catch(() =>
      ffmpeg('-i', lying, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', turned),
    );
    const upright = await settled(people.author, await sendVideo(site.url, people.author, { courseId }, turned, 'phone.mov'));
    expect(upright).toMatchObject({ status: 'READY', width: 540, height: 960 });
    const hero = await get(`/media/v/${upright.playbackId}/master.m3u8`);
    expect([...hero.text.matchAll(/RESOLUTION=(\d+x\d+)/g)].map(([, size]) => size)).toEqual(['540x960', '360x640']);
  });

  test('the poster is one of the stills, chosen only by the item’s writers', async () => {
    const file = await makeVideo(folder, 'posters.mp4', { width: 640, height: 360, seconds: 9 });
    const { playbackId } = await settled(people.author, await sendVideo(site.url, people.author, { clipId }, file));
    const choose = (browser: Browser, second: number) =>
      browser.graphql<{ chooseVideoPoster: { video: { posterSecond: number } } }>(
        'mutation choose($input: ChooseVideoPosterInput!) { chooseVideoPoster(input: $input) { video { posterSecond } } }',
        { input: { playbackId, second } },
      );
    expect((await choose(people.author, 8)).data?.chooseVideoPoster.video.posterSecond).toBe(8);
    expect((await get(`/media/v/${playbackId}/poster.webp`)).text).toBe((await get(`/media/v/${playbackId}/thumbnail-8.webp`)).text);
    expect(await oneRow('select thumbnail_seconds from app_public.clips where id = $1', [clipId])).toEqual({ thumbnail_seconds: 8 });
    expect((await choose(people.author, 3)).errors?.[0]?.extensions?.['code']).toBe('BAD_INPUT');
    for (const [person, code] of [
      ['visitor', 'LOGIN_REQUIRED'],
      ['learner', 'NOT_FOUND'],
      ['otherAuthor', 'NOT_FOUND'],
    ] as const)
      expect((await choose(people[person], 0)).errors?.[0]?.extensions?.['code'], person).toBe(code);
  });

  test('a file that isn’t a video fails with a readable message, and is deleted @STUDIO-01', async () => {
    const onlySound = join(folder, 'sound.mp4');
    await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac', onlySound);
    const broken = join(folder, 'broken.mp4');
    await writeFile(broken, (await readFile(await makeVideo(folder, 'whole.mp4'))).subarray(0, 3000));
    for (const [file, reason] of [
      [onlySound, 'This file has sound but no picture.'],
      [broken, 'This video is incomplete or damaged. Check that it plays on your device, and choose the file again.'],
    ] as const) {
      const video = await settled(people.author, await sendVideo(site.url, people.author, { lessonId }, file));
      expect(video).toMatchObject({ status: 'FAILED', reason });
    }
  });
});
