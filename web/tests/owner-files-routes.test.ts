import { setSiteSettings } from '@newline/api/rules/site/site-settings';
import { unsetSettings } from '@newline/api/rules/site/settings';
import { fastify, type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwnerFiles } from '../server/owner-files-routes.ts';

let app: FastifyInstance;
let icon: ((width: number) => Promise<Buffer | null>) | null = null;
beforeEach(() => {
  app = fastify();
  addOwnerFiles(app, { siteIcon: async (width) => icon?.(width) ?? null, isBuilt: false });
});
afterEach(async () => {
  icon = null;
  setSiteSettings(unsetSettings);
  await app.close();
});

const square = (width: number) =>
  sharp({ create: { width, height: width, channels: 4, background: '#2050c0' } })
    .png()
    .toBuffer();

test('the manifest has the name, the background and the icons of the site, which can be installed @OFFLINE-01', async () => {
  const read = async () => (await app.inject('/site.webmanifest')).json<Record<string, unknown>>();
  expect(await read()).toMatchObject({
    name: 'newline',
    theme_color: '#f4f5f1',
    display: 'standalone',
    start_url: '/',
    scope: '/',
  });
  setSiteSettings({ ...unsetSettings, name: 'Marigold', paperLight: '#ffffff', icon: `/media/a/${'a'.repeat(26)}/1600.webp` });
  expect(await read()).toMatchObject({
    name: 'Marigold',
    short_name: 'Marigold',
    theme_color: '#ffffff',
    icons: [{ src: `/icon-192.png?${'a'.repeat(26)}`, sizes: '192x192' }, { sizes: '512x512' }],
  });
});

test('the icons are the owner’s, each in its size', async () => {
  icon = square;
  for (const [path, width] of [
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
  ] as const) {
    const answer = await app.inject(path);
    expect([answer.statusCode, answer.headers['content-type']], path).toEqual([200, 'image/png']);
    expect(await sharp(answer.rawPayload).metadata(), path).toMatchObject({ format: 'png', width, height: width });
  }
});

test('the favicon is an .ico file that holds the owner’s icon', async () => {
  icon = square;
  const { rawPayload, headers } = await app.inject('/favicon.ico');
  expect(headers['content-type']).toBe('image/x-icon');
  expect([...rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  const at = rawPayload.readUInt32LE(18);
  expect(rawPayload.readUInt32LE(14)).toBe(rawPayload.length - at);
  expect(await sharp(rawPayload.subarray(at)).metadata()).toMatchObject({ format: 'png', width: 32 });
});

test('without an owner’s icon they are ours', async () => {
  for (const path of ['/icon-192.png', '/favicon.ico']) expect((await app.inject(path)).statusCode, path).toBe(404);
});
