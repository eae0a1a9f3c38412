import { tmpdir } from 'node:os';
import { addAttachmentRoutes } from '@newline/api/features/attachments/attachment-routes';
import type { Attachments } from '@newline/api/features/attachments/attachments';
import { openBucket } from '@newline/api/features/attachments/bucket';
import { openStorage } from '@newline/api/features/attachments/storage';
import { addMediaRoutes } from '@newline/api/features/media/media-routes';
import { openStoredVideos } from '@newline/api/features/videos/open-video-files';
import { videoKeys } from '@newline/api/features/videos/video-folders';
import { createVideoPasses } from '@newline/api/features/videos/video-passes';
import { createMaskError } from '@newline/api/errors/mask-error';
import { createLog } from '@newline/api/log';
import { fastify, type FastifyBaseLogger } from 'fastify';
import { GraphQLError } from 'postgraphile/graphql';
import { expect, onTestFinished, test } from 'vitest';
import { startBucketServer } from '../attachments/bucket-server.ts';

const playbackId = 'AbcdefghijklmnopqrstUV';
const image = `a/${'a'.repeat(26)}`;
const sentence = 'The storage of images and videos is not responding. Try again in a moment.';

test('if the bucket fails during playback, players are told to try again, and no cache keeps the failure', async () => {
  const server = await startBucketServer();
  const bucket = openBucket(server.settings);
  const storage = await openStorage(server.settings, tmpdir());
  await bucket.put(`${videoKeys.played(playbackId)}master.m3u8`, Buffer.from('#EXTM3U'), 'application/vnd.apple.mpegurl');
  await storage.put(`${image}/full.webp`, Buffer.from('image'), 'image/webp');
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = createLog('warn', { write: (line) => void lines.push(line) });
  const app = fastify({ loggerInstance });
  const passes = createVideoPasses('a secret of this test');
  addMediaRoutes(app, { roots: [], passes, isPublic: async () => true, stored: openStoredVideos(server.settings) });
  const openImage = async (file: string, size: string) => {
    const stored = await storage.open(`${file}/${size}.webp`);
    return stored && { content: stored.stream, byteCount: stored.byteCount };
  };
  addAttachmentRoutes(app, { openImage } as Attachments);
  onTestFinished(() => app.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const paths = [
    `/media/v/${playbackId}/master.m3u8`,
    `/media/v/${playbackId}/thumbnail-5.webp`,
    `/media/v/${playbackId}/tracks.json`,
    `/media/${image}/full.webp`,
  ];
  const get = async (path: string, method = 'GET') => fetch(url + path, { method });
  for (const [index, status] of [200, 404, 200, 200].entries()) expect((await get(paths[index] ?? '')).status, paths[index]).toBe(status);
  expect(lines).toEqual([]);

  await server.stop();
  for (const path of paths) {
    const answer = await get(path);
    const { status, headers } = answer;
    expect([
      path,
      status,
      headers.get('retry-after'),
      headers.get('cache-control'),
      headers.get('content-type'),
      headers.get('etag'),
    ]).toEqual([path, 503, '5', 'no-store', 'text/plain; charset=utf-8', null]);
    expect(await answer.text()).toBe(`${sentence}\n`);
    expect((await get(path, 'HEAD')).status).toBe(503);
  }
  expect(lines).toHaveLength(2 * paths.length);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 'warn', msg: 'storage: the bucket failed' });

  // Operations say the same, such as one that uploads an image.
  const failure = await storage.put(`${image}/960.webp`, Buffer.from('image'), 'image/webp').catch((error: unknown) => error);
  const { message, extensions } = createMaskError(
    createLog('error', { write: () => undefined }),
    null,
  )(new GraphQLError('', { originalError: failure instanceof Error ? failure : new Error('expected an error, got none') }));
  expect([message, extensions]).toEqual([sentence, { code: 'UNAVAILABLE', reason: 'STORAGE_UNAVAILABLE' }]);
});
