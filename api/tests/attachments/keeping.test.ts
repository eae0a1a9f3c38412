import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualVideoSettings } from '@newline/api/features/videos/video-settings';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { sendVideo, settled } from '../videos/send-video.ts';
import { type BucketServer, startBucketServer } from './bucket-server.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { photograph, square } from './test-images.ts';
import { sendUpload } from './send-upload.ts';

let folder: string;
let bucketServer: BucketServer;
const sites: Record<'local' | 's3', { site: TestApi; person: Browser } | null> = { local: null, s3: null };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newline-keeping-'));
  bucketServer = await startBucketServer();
  for (const driver of ['local', 's3'] as const) {
    const site = await startTestApi({
      env: {
        dataDir: join(folder, driver),
        video: { ...usualVideoSettings, ffmpegPath: 'off' },
        storage: driver === 'local' ? { driver } : bucketServer.settings,
      },
    });
    const { browser } = await signUp(site, `keeper-${driver}@example.com`);
    sites[driver] = { site, person: browser };
  }
}, 60_000);
afterAll(async () => {
  for (const running of Object.values(sites)) await running?.site.stop();
  await bucketServer.stop();
  await rm(folder, { recursive: true, force: true });
});

function siteOf(driver: 'local' | 's3'): { site: TestApi; person: Browser } {
  const running = sites[driver];
  if (!running) throw new Error(`siteOf: expected a site with ${driver}, got none`);
  return running;
}

/** Returns the stored files of a key. */
async function stored(driver: 'local' | 's3', key: string): Promise<string[]> {
  if (driver === 's3') return (await bucketServer.keys(`${key}/`)).map((file) => file.slice(key.length + 1));
  return (await readdir(join(folder, 'local', 'uploads', key)).catch((): string[] => [])).toSorted((a, b) => a.localeCompare(b));
}

/** Runs the job as the worker does, and waits until it has finished. */
async function tidy(site: TestApi): Promise<void> {
  const { rows } = await site.db.superuser.query<{ id: string }>(`select id from graphile_worker.add_job('tidy_attachments')`);
  await vi.waitFor(
    async () => expect((await site.db.superuser.query('select from graphile_worker.jobs where id = $1', [rows[0]?.id])).rowCount).toBe(0),
    { timeout: 10_000, interval: 50 },
  );
}

test.each(['local', 's3'] as const)('%s stores an image, serves it in every size and deletes it with its row', async (driver) => {
  const { site, person } = siteOf(driver);
  const { attachment, errors } = await sendUpload(site, person, { bytes: await (await photograph(700, 500)).jpeg().toBuffer() });
  expect(errors).toBeUndefined();
  const key = attachment?.file ?? '';
  expect(await stored(driver, key)).toEqual(['full.webp']);
  const answer = await fetch(`${site.url}/media/${key}/480.webp`);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(480);
  expect(await stored(driver, key)).toEqual(['480.webp', 'full.webp']);
  expect((await fetch(`${site.url}/media/a/${'b'.repeat(26)}/full.webp`)).status).toBe(404);

  await tidy(site);
  expect((await fetch(`${site.url}/media/${key}/480.webp`)).status).toBe(200);
  await site.db.superuser.query(`update app_public.attachments set loose_since = now() - interval '25 hours' where file = $1`, [key]);
  await tidy(site);
  expect((await site.db.superuser.query('select from app_public.attachments where file = $1', [key])).rowCount).toBe(0);
  expect(await stored(driver, key)).toEqual([]);
  expect((await fetch(`${site.url}/media/${key}/480.webp`)).status).toBe(404);
  expect((await site.db.superuser.query('select from app_private.unkept_files where due_at <= now()')).rowCount).toBe(0);
});

test('what a killed process left is removed, and nothing else', async () => {
  const { site, person } = siteOf('local');
  const storedFile = (await sendUpload(site, person, { bytes: await square(20).png().toBuffer() })).attachment?.file ?? '';
  // Killed between the file and its row, and while files arrived.
  const leftover = `a/${'c'.repeat(26)}`;
  const uploads = join(folder, 'local', 'uploads');
  await mkdir(join(uploads, leftover), { recursive: true });
  await writeFile(join(uploads, leftover, 'full.webp'), 'x');
  await site.db.superuser.query(`insert into app_private.unkept_files (file, due_at) values ($1, now() - interval '1 second')`, [leftover]);
  await site.db.superuser.query(
    `insert into app_private.unkept_files (file, due_at) values ('incoming', now()), ('../local', now()), ('', now())`,
  );
  for (const [name, age] of [
    ['old', 2 * 3_600],
    ['young', 60],
  ] as const) {
    await writeFile(join(uploads, 'incoming', name), 'x');
    await utimes(join(uploads, 'incoming', name), Date.now() / 1000 - age, Date.now() / 1000 - age);
  }
  await tidy(site);
  expect(await stored('local', leftover)).toEqual([]);
  expect(await readdir(join(uploads, 'incoming'))).toEqual(['young']);
  expect(await stored('local', storedFile)).toEqual(['full.webp']);
});

test.each(['local', 's3'] as const)('%s also stores the videos @STUDIO-01', async (driver) => {
  const { site, person } = siteOf(driver);
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `with course as (insert into app_public.courses (title, slug, permalink) values ('Kept', 'kept', '/courses/kept') returning id),
      writer as (insert into app_public.contributions (user_id, course_id)
        select u.id, course.id from auth."user" u, course where u.email = $1)
     insert into app_public.clips (title, course_id) select 'Kept', id from course returning id`,
    [`keeper-${driver}@example.com`],
  );
  // The first box of an MP4; nothing here reads further.
  const bytes = Buffer.concat([Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex'), Buffer.alloc(100)]);
  const file = join(folder, `${driver}.mp4`);
  await writeFile(file, bytes);
  const playbackId = await sendVideo(site.url, person, { clipId: rows[0]?.id ?? '' }, file);
  const { status, pass } = await settled(person, playbackId);
  expect(status).toBe('READY');
  const played = await fetch(`${site.url}/media/s/${pass}/${playbackId}/source.mp4`);
  expect(Buffer.from(await played.arrayBuffer())).toEqual(bytes);
  const local = await readFile(join(folder, driver, 'media', 'videos', playbackId, 'source.mp4')).catch(() => null);
  expect(local).toEqual(driver === 'local' ? bytes : null);
  expect(await bucketServer.keys(`media/videos/${playbackId}/`)).toEqual(
    driver === 'local' ? [] : [`media/videos/${playbackId}/source.mp4`],
  );
  expect(await bucketServer.keys('video-uploads/')).toEqual([]);
});

test('an unavailable storage is reported, and nothing unfinished remains', async () => {
  const { site, person } = siteOf('s3');
  const before = (await site.db.superuser.query('select from app_public.attachments')).rowCount;
  await rm(bucketServer.folder, { recursive: true, force: true });
  const { attachment, errors } = await sendUpload(site, person, { bytes: await square(20).png().toBuffer() });
  expect([attachment, errors?.[0]?.extensions?.['reason']]).toEqual([null, 'STORAGE_UNAVAILABLE']);
  expect(errors?.[0]?.message).toBe('The storage of images and videos is not responding. Try again in a moment.');
  expect((await site.db.superuser.query('select from app_public.attachments')).rowCount).toBe(before);
});
