import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket } from '@newline/api/features/attachments/bucket';
import type { StorageSettings } from '@newline/api/features/attachments/storage';
import { openBucketUpload, storeBucketUpload } from '@newline/api/features/videos/bucket-uploads';
import { archiveMembers } from '@newline/db/backup/archive-reader';
import { memberPaths } from '@newline/db/backup/manifest';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BucketServer, startBucketServer } from '../../../api/tests/attachments/bucket-server.ts';
import { stageFiles } from '../../src/backup/place-files.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';

let db: TestDatabase;
let folder: string;
let source: BucketServer;
let target: BucketServer;
beforeAll(async () => {
  [db, folder, source, target] = await Promise.all([
    startTestDatabase(),
    mkdtemp(join(tmpdir(), 'newline-bucket-backup-')),
    startBucketServer(),
    startBucketServer(),
  ]);
});
afterAll(async () => {
  await Promise.all([source.stop(), target.stop(), db.stop()]);
  await rm(folder, { recursive: true, force: true });
});

test('a backup has the videos of a bucket, and puts them into a bucket or a folder', async () => {
  const [ready, waiting, arriving] = ['r', 'w', 'a'].map((character) => character.repeat(22)) as [string, string, string];
  await db.superuser.query(
    `insert into app_public.videos (playback_id, provider, name, byte_count, status, video_url)
     values ($1, 'local', 'ready.mp4', 1, 'READY', 'local:' || $1), ($2, 'local', 'waiting.mp4', 1, 'QUEUED', null),
       ($3, 'local', 'arriving.mp4', 1, 'UPLOADING', null)`,
    [ready, waiting, arriving],
  );
  const from = openBucket(source.settings);
  const [segment, upload] = [randomBytes(5_000), randomBytes(9_000_000)];
  await from.put(`media/videos/${ready}/high-0.m4s`, segment, 'video/iso.segment');
  await from.put(`media/videos/${ready}/captions.en.vtt`, Buffer.from('WEBVTT\n'), 'text/vtt');
  await storeBucketUpload(from, waiting, {
    byteCount: upload.length,
    content: (async function* () {
      yield upload;
    })(),
  });
  await storeBucketUpload(from, arriving, {
    byteCount: 2,
    content: (async function* () {
      yield Buffer.from('x');
    })(),
  });

  const archive = join(folder, 'site.newline');
  const { manifest } = await writeBackup({
    connections: db.connections,
    dataDir: join(folder, 'source'),
    storage: source.settings,
    file: archive,
    version: '0.0.0',
  });
  expect(manifest.files.missing).toEqual([]);
  const unpack = async (name: string, storage: StorageSettings) => {
    const dataDir = join(folder, name);
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'other'), '');
    const staged = await stageFiles(archive, { dataDir, storage });
    const prefix = memberPaths.file('');
    for await (const member of archiveMembers(archive))
      if (member.path.startsWith(prefix)) await staged.add(member.path.slice(prefix.length), archive, member);
    await staged.swap('1', async () => undefined);
    return dataDir;
  };

  await unpack('to-bucket', target.settings);
  const to = openBucket(target.settings);
  expect(await target.keys('media/')).toEqual([`media/videos/${ready}/captions.en.vtt`, `media/videos/${ready}/high-0.m4s`]);
  expect((await readWhole((await to.open(`media/videos/${ready}/high-0.m4s`))?.stream)).equals(segment)).toBe(true);
  expect((await readWhole((await openBucketUpload(to, waiting))?.content)).equals(upload)).toBe(true);
  expect((await target.keys('video-uploads/')).every((key) => key.includes(waiting))).toBe(true);

  const local = await unpack('to-folder', { driver: 'local' });
  expect((await readFile(join(local, 'media', 'videos', ready, 'high-0.m4s'))).equals(segment)).toBe(true);
  expect((await readFile(join(local, 'video-uploads', waiting))).equals(upload)).toBe(true);
});

async function readWhole(content: AsyncIterable<Buffer> | null | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}
