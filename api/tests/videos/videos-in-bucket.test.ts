import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket } from '@newline/api/features/attachments/bucket';
import { openBucketUpload } from '@newline/api/features/videos/bucket-uploads';
import { usualVideoSettings } from '@newline/api/features/videos/video-settings';
import { demoPeople } from '@newline/db/demo/people';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../../bin/tests/free-port.ts';
import { type BucketServer, startBucketServer } from '../attachments/bucket-server.ts';
import { Browser } from '../browser.ts';
import type { ApiProcessOptions } from './api-process.ts';
import { readVideo, settled, startVideo, tus } from './send-video.ts';
import { makeVideo, programs, videoLimit } from './video-files.ts';

/** A process of the site on a machine of its own: only the database and the bucket are shared. */
type Machine = { child: ChildProcess; readonly url: string; readonly dataDir: string; readonly author: Browser };

let db: TestDatabase;
let bucketServer: BucketServer;
let folder: string;
let publicUrl: string;
let lessonId: string;
const machines = {} as Record<'one' | 'other', Machine>;
const both = ['one', 'other'] as const;

beforeAll(async () => {
  [db, bucketServer, folder] = await Promise.all([
    startTestDatabase({ demo: true }),
    startBucketServer(),
    mkdtemp(join(tmpdir(), 'newline-machines-')),
  ]);
  const port = await freePort(20_500);
  publicUrl = `http://127.0.0.1:${port}`;
  await startMachine('one', port);
  await startMachine('other', await freePort(port + 1));
  const email = demoPeople(db.secretKey).find(({ role }) => role === 'author')?.email ?? '';
  const { rows } = await db.superuser.query<{ id: string }>(
    `select l.id from app_public.lessons l join app_public.contributions c on c.course_id = l.course_id join auth."user" u on u.id = c.user_id
     where u.email = $1 order by l.id limit 1`,
    [email],
  );
  lessonId = rows[0]?.id ?? '';
});
afterAll(async () => {
  for (const name of both) await kill(name);
  await bucketServer.stop();
  await db.stop();
  await rm(folder, { recursive: true, force: true });
});

async function startMachine(name: 'one' | 'other', port: number): Promise<void> {
  const dataDir = join(folder, name);
  const url = `http://127.0.0.1:${port}`;
  const options: ApiProcessOptions = {
    connections: db.connections,
    port,
    env: {
      publicUrl,
      isProduction: false,
      dataDir,
      secretKey: db.secretKey,
      smtpUrl: null,
      mailFrom: 'newline <no-reply@localhost>',
      storage: bucketServer.settings,
      video: usualVideoSettings,
      billing: { provider: 'manual', isGrantedAtOnce: true },
      newsletter: { provider: 'none', apiKey: null, listId: null },
      gitHub: null,
      codeHost: { url: 'https://github.com', apiUrl: 'https://api.github.com', token: null },
    },
  };
  const child = fork(join(import.meta.dirname, 'api-process.ts'), [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`expected the process to be ready, it ended:\n${output}`)));
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
  const author = machines[name]?.author ?? new Browser(url, publicUrl);
  machines[name] = { child, url, dataDir, author };
  if (author.cookies.size > 0) return;
  const person = demoPeople(db.secretKey).find(({ role }) => role === 'author');
  const answer = await author.post('/api/auth/sign-in/email', { email: person?.email, password: person?.password });
  expect(answer.status, answer.text).toBe(200);
}

async function kill(name: 'one' | 'other'): Promise<void> {
  const { child } = machines[name];
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Sends a request of the tus protocol to one of the processes, as the page of the site does. */
const send = (name: 'one' | 'other', method: 'HEAD' | 'PATCH', path: string, offset = 0, body?: Uint8Array<ArrayBuffer>) =>
  tus(machines[name].url, machines[name].author, method, path, {
    ...(body && { body }),
    headers: { origin: publicUrl, 'upload-offset': String(offset) },
  });

async function get(name: 'one' | 'other', path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${machines[name].url}${path}`, { method, headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Runs a job, in any of the processes. */
async function runJob(task: string): Promise<void> {
  const { rows } = await db.superuser.query<{ id: string }>('select id from graphile_worker.add_job($1)', [task]);
  await vi.waitFor(
    async () => expect((await db.superuser.query('select from graphile_worker.jobs where id = $1', [rows[0]?.id])).rowCount).toBe(0),
    { timeout: 60_000, interval: 50 },
  );
}

test.runIf(programs !== null)(
  'a video sent to two processes plays from both, and is gone from the bucket with its row @STUDIO-01',
  videoLimit,
  async () => {
    const file = await makeVideo(folder, 'talk.mp4', { width: 640, height: 360, seconds: 6 });
    const body = new Uint8Array(await readFile(file));
    const half = Math.floor(body.length / 2);
    const started = await startVideo(machines.one.author, { lessonId }, { byteCount: body.length });
    expect(started.errors).toBeUndefined();
    const { uploadUrl = '', video } = started.data?.startVideo ?? {};
    const playbackId = video?.playbackId ?? '';
    expect(await send('other', 'HEAD', uploadUrl)).toEqual({ status: 200, offset: 0 });
    expect(await send('one', 'PATCH', uploadUrl, 0, body.slice(0, half))).toEqual({ status: 204, offset: half });
    expect(await send('other', 'HEAD', uploadUrl)).toEqual({ status: 200, offset: half });
    expect(await send('other', 'PATCH', uploadUrl, half, body.slice(half))).toEqual({ status: 204, offset: body.length });
    const { status, reason, pass, stillSeconds } = await settled(machines.one.author, playbackId);
    expect({ status, reason }).toEqual({ status: 'READY', reason: null });

    const at = `/media/s/${pass}/${playbackId}`;
    const segment = await get('one', `${at}/high-0.m4s`);
    expect(segment.bytes.length).toBeGreaterThan(1000);
    for (const name of both) {
      const master = await get(name, `${at}/master.m3u8`);
      expect([master.status, master.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.mpegurl']);
      expect(master.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
      expect((await get(name, `${at}/high-0.m4s`)).bytes.equals(segment.bytes)).toBe(true);
      const part = await get(name, `${at}/high-0.m4s`, { range: 'bytes=10-109' });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-109/${segment.bytes.length}`]);
      expect(part.bytes.equals(segment.bytes.subarray(10, 110))).toBe(true);
      expect((await get(name, `${at}/high-0.m4s`, { range: `bytes=${segment.bytes.length}-` })).status).toBe(416);
      const etag = master.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      const unchanged = await get(name, `${at}/master.m3u8`, { 'if-none-match': etag });
      expect([unchanged.status, unchanged.bytes.length, unchanged.headers.get('etag')]).toEqual([304, 0, etag]);
      const head = await get(name, `${at}/high-0.m4s`, {}, 'HEAD');
      expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(segment.bytes.length), 0]);
      // A still of a second that has none.
      expect((await get(name, `${at}/thumbnail-5.webp`)).bytes.equals((await get(name, `${at}/thumbnail-4.webp`)).bytes)).toBe(true);
      expect((await get(name, `${at}/none.m4s`)).status).toBe(404);
      // Users who can read the lesson have a token, which is of one video.
      expect((await get(name, `/media/v/${playbackId}/master.m3u8`)).status).toBe(404);
      expect((await get(name, `/media/s/${pass}/${'x'.repeat(22)}/master.m3u8`)).status).toBe(403);
      expect((await get(name, `/media/s/${pass}/${playbackId}/..%2f..%2fa.m4s`)).status).toBe(404);
    }

    const captions = { playbackId, language: 'en', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nFrom the other machine\n' };
    const saved = await machines.other.author.graphql(
      'mutation s($input: SaveVideoCaptionsInput!) { saveVideoCaptions(input: $input) { video { id } } }',
      { input: captions },
    );
    expect(saved.errors).toBeUndefined();
    const poster = await machines.other.author.graphql(
      'mutation p($input: ChooseVideoPosterInput!) { chooseVideoPoster(input: $input) { video { id } } }',
      { input: { playbackId, second: stillSeconds.at(-1) } },
    );
    expect(poster.errors).toBeUndefined();
    for (const name of both) {
      expect(JSON.parse((await get(name, `${at}/tracks.json`)).bytes.toString())).toEqual({ captions: ['en'], hasStoryboard: true });
      expect((await get(name, `${at}/captions.en.vtt`)).bytes.toString()).toContain('From the other machine');
      const last = await get(name, `${at}/thumbnail-${stillSeconds.at(-1)}.webp`);
      expect((await get(name, `${at}/poster.webp`)).bytes.equals(last.bytes)).toBe(true);
    }

    // Nothing of it is on either machine.
    for (const name of both) {
      const names = await readdir(machines[name].dataDir, { recursive: true });
      expect(names.filter((each) => each.includes(playbackId))).toEqual([]);
    }
    expect(await bucketServer.keys('video-uploads/')).toEqual([]);
    expect((await bucketServer.keys(`media/videos/${playbackId}/`)).length).toBeGreaterThan(8);

    const removed = await machines.one.author.graphql('mutation r($id: UUID!) { removeVideo(input: { lessonId: $id }) { wasThere } }', {
      id: lessonId,
    });
    expect(removed).toMatchObject({ data: { removeVideo: { wasThere: true } } });
    await runJob('tidy_videos');
    expect(await bucketServer.keys(`media/videos/${playbackId}/`)).toEqual([]);
    for (const name of both) expect((await get(name, `${at}/master.m3u8`)).status).toBe(404);
  },
);

test('what one process received is there for the other one after it was killed, and is cleared with an abandoned upload @RUN-01 @STUDIO-01', async () => {
  const body = randomBytes(20 * 1024 * 1024);
  const started = await startVideo(machines.one.author, { lessonId }, { byteCount: body.length });
  const { uploadUrl = '', video } = started.data?.startVideo ?? {};
  const playbackId = video?.playbackId ?? '';
  const sending = request(`${machines.one.url}${uploadUrl}`, {
    method: 'PATCH',
    headers: {
      origin: publicUrl,
      cookie: machines.one.author.cookieHeader,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(body.length),
    },
  });
  const broken = once(sending, 'error');
  sending.write(body.subarray(0, 12 * 1024 * 1024));
  await vi.waitFor(async () => expect((await send('other', 'HEAD', uploadUrl)).offset).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 50,
  });
  await kill('one');
  await broken;

  const { status, offset } = await send('other', 'HEAD', uploadUrl);
  expect(status).toBe(200);
  expect(offset).toBeGreaterThanOrEqual(8 * 1024 * 1024);
  expect(offset).toBeLessThan(body.length);
  // All but the last byte: nothing processes it yet.
  const almost = body.length - 1;
  expect((await send('other', 'PATCH', uploadUrl, offset, new Uint8Array(body.subarray(offset, almost)))).offset).toBe(almost);
  await startMachine('one', Number(new URL(machines.one.url).port));
  expect(await send('one', 'HEAD', uploadUrl)).toEqual({ status: 200, offset: almost });
  const bucket = openBucket(bucketServer.settings);
  expect(await openBucketUpload(bucket, playbackId)).toBeNull();
  // A request that was late has left parts that overlap with others.
  await bucket.put(`video-uploads/${playbackId}/part-00000000000000-00000000000005`, body.subarray(0, 5), 'application/octet-stream');
  await bucket.put(
    `video-uploads/${playbackId}/part-${'0'.repeat(14)}-${'0'.repeat(13)}9`,
    body.subarray(0, 5),
    'application/octet-stream',
  );
  await bucket.put(
    `video-uploads/${playbackId}/part-${String(almost).padStart(14, '0')}-${String(body.length).padStart(14, '0')}`,
    body.subarray(almost),
    'application/octet-stream',
  );
  const whole = await openBucketUpload(bucket, playbackId);
  const chunks: Buffer[] = [];
  for await (const chunk of whole?.content ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(body)).toBe(true);

  await db.superuser.query(`update app_public.videos set updated_at = now() - interval '25 hours' where playback_id = $1`, [playbackId]);
  await runJob('tidy_videos');
  expect(await readVideo(machines.other.author, playbackId)).toBeNull();
  expect(await bucketServer.keys('video-uploads/')).toEqual([]);
  expect((await send('other', 'HEAD', uploadUrl)).status).toBe(404);
});
