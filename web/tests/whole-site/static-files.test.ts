import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@newline/api/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEarlyFiles } from '../../server/early-files.ts';
import { createFront } from '../../server/front.ts';
import { createSite, openSite } from '../../server/site.ts';
import { rethrow } from '../support/rethrow.ts';

let parent: string;
let site: Awaited<ReturnType<typeof createSite>>;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'newline-static-'));
  const staticFolder = join(parent, 'client');
  await mkdir(join(staticFolder, 'assets'), { recursive: true });
  const files = { '/assets/one.js': 'export {};', '/assets/one.js.br': 'packed', '/icon.svg': '<svg/>' };
  for (const [path, text] of Object.entries({ ...files, '/assets/unlisted.js': 'x' })) await writeFile(join(staticFolder, path), text);
  await writeFile(`${staticFolder}.json`, JSON.stringify(Object.keys(files)));
  await writeFile(join(parent, 'secret.js'), 'secret');
  const front = createFront({ headers: {}, onError: rethrow });
  site = await createSite({ log: createLog('silent'), front, headers: {}, embeds: null, trustProxy: 0, staticFolder, cache: () => null });
  site.setNotFoundHandler((_request, reply) => reply.code(404).send('no file'));
});
afterAll(async () => {
  await site?.close();
  await rm(parent, { recursive: true, force: true });
});

test('a file of the build is sent unchanged, compressed or in part, and not again to clients that have it', async () => {
  const plain = await site.inject('/assets/one.js?from=here');
  expect([plain.statusCode, plain.body]).toEqual([200, 'export {};']);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  const packed = await site.inject({ url: '/assets/one.js', headers: { 'accept-encoding': 'br' } });
  expect([packed.body, packed.headers['content-encoding'], packed.headers['content-type']]).toEqual([
    'packed',
    'br',
    'application/javascript; charset=utf-8',
  ]);
  const part = await site.inject({ url: '/assets/one.js', headers: { range: 'bytes=0-5' } });
  expect([part.statusCode, part.body]).toEqual([206, 'export']);
  const again = await site.inject({ url: '/assets/one.js', headers: { 'if-none-match': String(plain.headers.etag) } });
  expect(again.statusCode).toBe(304);
  const head = await site.inject({ url: '/icon.svg', method: 'HEAD' });
  expect([head.statusCode, head.body, head.headers['cache-control']]).toEqual([200, '', 'public, max-age=3600']);
});

test('a file is sent the same way while the site is loading', async () => {
  const headers = { 'x-safe': 'yes' };
  const staticFolder = join(parent, 'client');
  const answer = await createEarlyFiles({
    folder: staticFolder,
    headers,
    otherwise: (_request, response) => response.writeHead(299).end(),
  });
  const front = createFront({ headers, early: answer, onError: rethrow });
  await front.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(front.server.address() as AddressInfo).port}`;
  const site = await createSite({ log: createLog('silent'), front, headers, embeds: null, trustProxy: 0, staticFolder, cache: () => null });
  const ask = async () =>
    Promise.all(
      ['/assets/one.js', '/assets/one.js?x', '/icon.svg'].flatMap((path) =>
        ['identity', 'br', 'gzip, br;q=0', 'gzip'].flatMap((encoding) =>
          ['GET', 'HEAD'].map(async (method) => {
            const response = await fetch(`${origin}${path}`, { method, headers: { 'accept-encoding': encoding } });
            const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));
            return {
              path,
              encoding,
              method,
              status: response.status,
              body: await response.text().catch(() => 'not to be unpacked'),
              cached: headers,
            };
          }),
        ),
      ),
    );
  const early = await ask();
  expect(early.every(({ status }) => status === 200)).toBe(true);
  // Requests that only the routes can answer wait for them.
  const part = fetch(`${origin}/assets/one.js`, { headers: { range: 'bytes=0-5' } });
  const unlisted = fetch(`${origin}/assets/unlisted.js`);
  await openSite(site, front);
  expect([(await part).status, (await unlisted).status]).toEqual([206, 404]);
  expect(await ask()).toEqual(early);
  await site.close();
});

test('a file that the build didn’t list isn’t found', async () => {
  for (const url of [
    '/assets/unlisted.js',
    '/assets/',
    '/assets',
    '/assets/../../secret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/secret.js',
    '/assets/ONE.js',
  ])
    expect([(await site.inject(url)).statusCode, url]).toEqual([404, url]);
});
