import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '@newline/api/log';
import { processVideos } from '@newline/api/features/videos/process-videos';
import { openVideoFiles } from '@newline/api/features/videos/open-video-files';
import { videoFolders } from '@newline/api/features/videos/video-folders';
import { usualVideoSettings } from '@newline/api/features/videos/video-settings';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { createPool } from '@newline/db/create-pool';
import { makeVideo, programs, videoLimit } from './video-files.ts';

let db: TestDatabase;
let pool: Pool;
let dataDir: string;
let clipId: string;
const log = createLog('error');

beforeAll(async () => {
  [db, dataDir] = await Promise.all([startTestDatabase(), mkdtemp(join(tmpdir(), 'newline-work-'))]);
  pool = createPool(db.connections.worker, { max: 3 });
  const { rows } = await db.superuser.query<{ id: string }>(
    `with course as (insert into app_public.courses (title, slug, permalink) values ('A', 'a', '/courses/a') returning id)
     insert into app_public.clips (title, course_id) select 'Clip', id from course returning id`,
  );
  clipId = rows[0]?.id ?? '';
});
afterAll(async () => {
  await pool.end();
  await db.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Creates an upload whose last byte has been received. */
async function arrive(playbackId: string, make: (folder: string) => Promise<unknown>): Promise<void> {
  const { uploads } = videoFolders(dataDir);
  await mkdir(uploads, { recursive: true });
  await make(uploads);
  await db.superuser.query(
    `insert into app_public.videos (playback_id, course_id, clip_id, provider, video_url, name, byte_count, status)
     select $1, course_id, id, 'local', 'local:' || $1, 'talk.mp4', 1, 'QUEUED' from app_public.clips where id = $2`,
    [playbackId, clipId],
  );
}
const row = async (playbackId: string) => {
  const { rows } = await db.superuser.query<{ status: string; reason: string | null; attempts: number; duration_seconds: number | null }>(
    'select status, reason, attempts, duration_seconds from app_public.videos where playback_id = $1',
    [playbackId],
  );
  return rows[0];
};
const work = (signal: AbortSignal, settings = usualVideoSettings) =>
  processVideos({ pool, files: openVideoFiles({ dataDir, storage: { driver: 'local' } }), settings, log, signal });
const idOf = (character: string) => character.repeat(22);

test.runIf(programs !== null)(
  'a server that stops returns the job to the queue, and the next one does it @STUDIO-01',
  videoLimit,
  async () => {
    const playbackId = idOf('a');
    await arrive(playbackId, (folder) => makeVideo(folder, `${playbackId}.mp4`, { width: 1920, height: 1080, seconds: 20 }));
    const { uploads, work: workFolder } = videoFolders(dataDir);
    await rename(join(uploads, `${playbackId}.mp4`), join(uploads, playbackId));
    const stopping = new AbortController();
    const working = work(stopping.signal);
    await vi.waitFor(async () => expect(await readdir(workFolder(playbackId))).not.toEqual([]), { timeout: 120_000, interval: 20 });
    expect(await row(playbackId)).toMatchObject({ status: 'PROCESSING', attempts: 1 });
    // Another process that runs the job meanwhile finds nothing to do.
    await work(new AbortController().signal);
    expect(await row(playbackId)).toMatchObject({ status: 'PROCESSING', attempts: 1 });
    stopping.abort();
    await working;
    expect(await row(playbackId)).toMatchObject({ status: 'QUEUED', attempts: 0 });
    expect(await readdir(join(workFolder(playbackId), '..'))).toEqual([]);
    await work(new AbortController().signal);
    expect(await row(playbackId)).toMatchObject({ status: 'READY', attempts: 1 });
    expect(await readdir(uploads)).toEqual([]);
  },
);

test('a bucket that can’t be reached says nothing about a video: it isn’t failed, and nothing is deleted', async () => {
  const playbackId = idOf('g');
  await arrive(playbackId, async () => undefined);
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  // Nothing listens on the port of a server that has closed.
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const endpoint = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  closed.close();
  const storage = { driver: 's3', bucket: 'uploads', region: 'us-east-1', endpoint, credentials } as const;
  await processVideos({
    pool,
    files: openVideoFiles({ dataDir, storage }),
    settings: usualVideoSettings,
    log,
    signal: new AbortController().signal,
  });
  expect(await row(playbackId)).toMatchObject({ status: 'PROCESSING', reason: null, attempts: 1 });
  await db.superuser.query('delete from app_public.videos where playback_id = $1', [playbackId]);
});

test('what killed servers left of their work is deleted, and what goes on isn’t', async () => {
  const files = openVideoFiles({ dataDir, storage: { driver: 'local' } });
  const [gone, busy] = [idOf('h'), idOf('i')];
  for (const playbackId of [gone, busy]) {
    await mkdir(files.work(playbackId), { recursive: true });
    await writeFile(`${files.work(playbackId)}.source`, 'a video');
  }
  const longAgo = Date.now() / 1000 - 7 * 60 * 60;
  for (const path of [files.work(gone), `${files.work(gone)}.source`, `${files.work(busy)}.source`]) await utimes(path, longAgo, longAgo);
  await files.tidyWork();
  expect((await readdir(join(files.work(gone), '..'))).toSorted()).toEqual([busy, `${busy}.source`]);
  for (const path of [files.work(busy), `${files.work(busy)}.source`]) await rm(path, { recursive: true });
});

test('a job that killed servers interrupted three times fails', async () => {
  const playbackId = idOf('b');
  await arrive(playbackId, (folder) => writeFile(join(folder, playbackId), ''));
  await db.superuser.query(
    `update app_public.videos set status = 'PROCESSING', attempts = 3, updated_at = now() - interval '3 minutes' where playback_id = $1`,
    [playbackId],
  );
  await work(new AbortController().signal);
  expect(await row(playbackId)).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('three times') });
});

test('without ffmpeg, MP4 plays as it was uploaded, and other files say why they don’t @STUDIO-01', async () => {
  const settings = { ...usualVideoSettings, ffmpegPath: 'off' };
  // The first box of an MP4; nothing here reads further.
  const header = Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex');
  const mp4 = Buffer.concat([header, Buffer.alloc(100)]);
  const [whole, avi, text] = [idOf('c'), idOf('d'), idOf('e')];
  await arrive(whole, (folder) => writeFile(join(folder, whole), mp4));
  await work(new AbortController().signal, settings);
  expect(await row(whole)).toMatchObject({ status: 'READY', duration_seconds: null });
  expect(await readdir(videoFolders(dataDir).played(whole))).toEqual(['source.mp4']);
  const { rows } = await db.superuser.query('select video_url, duration_seconds from app_public.clips where id = $1', [clipId]);
  expect(rows).toEqual([{ video_url: `local:${whole}`, duration_seconds: null }]);
  await arrive(avi, (folder) => writeFile(join(folder, avi), Buffer.from(`RIFF\0\0\0\0AVI LIST${'x'.repeat(100)}`, 'latin1')));
  await arrive(text, (folder) => writeFile(join(folder, text), 'Dear reader'));
  await work(new AbortController().signal, settings);
  expect(await row(avi)).toMatchObject({
    status: 'FAILED',
    reason: 'This site has no ffmpeg, so it only accepts MP4 and WebM. Upload one of these.',
  });
  expect(await row(text)).toMatchObject({
    status: 'FAILED',
    reason: 'This isn’t a video we can read. Use MP4, MOV, WebM, MKV or AVI.',
  });
});

test('a user can’t make a clip play another user’s video, which would make it public @AUTH-03', async () => {
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into auth."user" ("id", "name", "email", "emailVerified") select gen_random_uuid(), name, name || '@example.com', true
     from unnest(array['owner', 'thief']) as name returning id`,
  );
  const [owner, thief] = rows.map(({ id }) => id);
  await db.superuser.query(
    `insert into app_public.videos (playback_id, owner_id, provider, video_url, name, byte_count, status, duration_seconds)
     values ('kept-to-itself', $1, 'local', 'local:kept-to-itself', 'a.mp4', 1, 'READY', 3)`,
    [owner],
  );
  const name = async (person: string | undefined) => {
    const client = await db.superuser.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('newline.user_id', $1, true)`, [person]);
      await client.query(`update app_public.clips set video_url = 'local:kept-to-itself' where id = $1`, [clipId]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  await expect(name(thief)).rejects.toMatchObject({ code: 'NL404' });
  await expect(name(owner)).resolves.toBeUndefined();
});
