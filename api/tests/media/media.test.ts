import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMediaRoutes } from '@newline/api/features/media/media-routes';
import { createVideoPasses } from '@newline/api/features/videos/video-passes';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let folder: string;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newline-media-'));
  const files: Record<string, string> = {
    'own/videos/clip-one/master.m3u8': '#EXTM3U own',
    'demo/videos/clip-one/master.m3u8': '#EXTM3U demo',
    'demo/videos/clip-two/master.m3u8': '#EXTM3U',
    'demo/videos/clip-two/720/segment-0.m4s': '0123456789',
    'demo/videos/clip-two/captions.en.vtt': 'WEBVTT',
    'demo/videos/clip-two/thumbnail-2.webp': 'still 2',
    'demo/videos/clip-two/thumbnail-5.webp': 'still 5',
    'demo/videos/clip-two/video.json': '{}',
    'demo/videos/clip-paid/master.m3u8': '#EXTM3U outside',
    'demo/videos/clip.odd/master.m3u8': '#EXTM3U outside',
    'own/videos/-AbcdefghijklmnopqrstU/master.m3u8': '#EXTM3U',
    'own/videos/_AbcdefghijklmnopqrstU/captions.en.vtt': 'WEBVTT',
    'demo/covers/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'demo/covers/page.html': '<p>',
    'demo/.secret/a.svg': '<svg/>',
    'secret.webp': 'outside',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await symlink(join(folder, 'secret.webp'), join(folder, 'demo/covers/out.webp'));
  await symlink(folder, join(folder, 'demo/above'));
  await symlink('a.svg', join(folder, 'demo/covers/same.svg'));
  await symlink(join(folder, 'own'), join(folder, 'linked'));
  app = fastify();
  addMediaRoutes(app, {
    // The folder itself may be a link, such as to a larger disk.
    roots: [join(folder, 'linked'), join(folder, 'demo')],
    passes: createVideoPasses('a secret of this test'),
    isPublic: async (playbackId) => playbackId === 'clip-one' || playbackId === 'clip-two' || /^[-_]Abc/.test(playbackId),
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a raw path, because fetch would resolve the dots. */
function rawGet(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
    })
      .on('error', reject)
      .end();
  });
}

describe('videos @CLIP-08', () => {
  test.each([
    ['/media/v/clip-two/master.m3u8', 'application/vnd.apple.mpegurl', 'public, max-age=86400'],
    ['/media/v/clip-two/720/segment-0.m4s', 'video/iso.segment', 'public, max-age=31536000, immutable'],
    ['/media/v/clip-two/captions.en.vtt', 'text/vtt; charset=utf-8', 'public, max-age=60'],
    ['/media/v/-AbcdefghijklmnopqrstU/master.m3u8', 'application/vnd.apple.mpegurl', 'public, max-age=86400'],
    ['/media/v/_AbcdefghijklmnopqrstU/captions.en.vtt', 'text/vtt; charset=utf-8', 'public, max-age=60'],
    ['/media/v/clip-two/thumbnail-5.webp', 'image/webp', 'public, max-age=86400'],
    ['/media/covers/a.svg', 'image/svg+xml', 'public, max-age=86400'],
  ])('%s has its type and can be cached', async (path, type, cacheControl) => {
    const answer = await rawGet(path);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': cacheControl,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect((await rawGet(path, { 'if-none-match': String(answer.headers['etag']) })).status).toBe(304);
  });

  test('the list has a video’s other files for users who can play it', async () => {
    expect(JSON.parse((await rawGet('/media/v/clip-two/tracks.json')).text)).toEqual({ captions: ['en'], hasStoryboard: false });
    expect(JSON.parse((await rawGet('/media/v/clip-one/tracks.json')).text)).toEqual({ captions: [], hasStoryboard: false });
    expect((await rawGet('/media/v/clip-paid/tracks.json')).status).toBe(404);
  });

  test('a range of a segment gets a partial response', async () => {
    const answer = await rawGet('/media/v/clip-two/720/segment-0.m4s', { range: 'bytes=2-4' });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await rawGet('/media/v/clip-two/720/segment-0.m4s', { range: 'bytes=20-' })).status).toBe(416);
  });

  test('a link out of the folder isn’t followed, one within it is', async () => {
    expect((await rawGet('/media/covers/out.webp')).status).toBe(404);
    expect((await rawGet('/media/above/secret.webp')).status).toBe(404);
    expect((await rawGet('/media/covers/same.svg')).status).toBe(200);
  });

  test('an upload wins over the demo’s file with the same name', async () => {
    expect((await rawGet('/media/v/clip-one/master.m3u8')).text).toBe('#EXTM3U own');
  });

  test.each([
    [0, 2],
    [2, 2],
    [4, 2],
    [5, 5],
    [900, 5],
  ])('the still of second %i is from second %i', async (requestedSecond, actualSecond) => {
    expect((await rawGet(`/media/v/clip-two/thumbnail-${requestedSecond}.webp`)).text).toBe(`still ${actualSecond}`);
  });
});

test.each([
  '/media/../secret.webp',
  '/media/v/../../secret.webp',
  '/media/v/clip-two/../../../secret.webp',
  '/media/%2e%2e/secret.webp',
  '/media/v/%2e%2e/%2e%2e/secret.webp',
  '/media/..%2fsecret.webp',
  '/media/v/..%2f..%2f..%2fsecret.webp',
  '/media/v/..%5c..%5csecret.webp',
  '/media/v/clip-two/%00master.m3u8',
  '/media/v/clip-two/master.m3u8%00.webp',
  '/media/.secret/a.svg',
  '/media/videos/clip-two/master.m3u8',
  '/media/v/clip-two/video.json',
  '/media/v/clip-paid/master.m3u8',
  '/media/v/clip.odd/master.m3u8',
  '/media/videos/clip-paid/master.m3u8',
  '/media/Videos/clip-paid/master.m3u8',
  '/media/v/clip-two/../clip-paid/master.m3u8',
  '/media/covers/page.html',
  '/media/covers',
  '/media/covers/',
  '/media/',
  '/media/v/clip-two',
  '/media/v/clip-none/master.m3u8',
  '/media/v/clip-two/%2e/master.m3u8',
  '/media//etc/passwd',
  '/media/v//etc/passwd',
  '/media/%252e%252e/secret.webp',
  `/media/v/${'a'.repeat(400)}/x.webp`,
  '/media/a/b/c/d/e/f/g.webp',
])('%s leads to no file', async (path) => {
  const answer = await rawGet(path);
  expect([400, 404, 414]).toContain(answer.status);
  expect(answer.text).not.toContain('outside');
}); // prettier-ignore
