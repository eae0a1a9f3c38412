import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
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
  const worker = { '/service-worker.js': 'precache()', '/service-worker.js.br': 'packed worker', '/offline-files.json': '{}' };
  const files = { '/assets/one.js': 'export {};', '/assets/one.js.br': 'packed', '/icon.svg': '<svg/>', ...worker };
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

test('the worker of offline copies is checked for updates each time, and may load nothing but what pages request @OFFLINE-01', async () => {
  const plain = await site.inject('/service-worker.js');
  expect([plain.statusCode, plain.body]).toEqual([200, 'precache()']);
  const packed = await site.inject({ url: '/service-worker.js', headers: { 'accept-encoding': 'br' } });
  expect(packed.body).toBe('packed worker');
  for (const { headers } of [plain, packed]) {
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'");
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'application/javascript; charset=utf-8' });
    expect(headers).not.toHaveProperty('service-worker-allowed');
  }
  expect((await site.inject('/offline-files.json')).headers['cache-control']).toBe('no-cache');
  // Only a file of the build has the scope of the whole site.
  expect((await site.inject('/media/a/service-worker.js')).statusCode).toBe(404);
});

test('a site without offline copies sends a worker that removes everything and itself @OFFLINE-01', async () => {
  const front = createFront({ headers: {}, onError: rethrow });
  const options = { log: createLog('silent'), front, headers: {}, embeds: null, trustProxy: 0, cache: () => null };
  const without = await createSite({ ...options, staticFolder: join(parent, 'client'), hasOffline: false });
  const worker = await without.inject('/service-worker.js');
  expect(worker.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'application/javascript; charset=utf-8' });
  const removed: string[] = [];
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>();
  const scope = {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    skipWaiting: () => removed.push('waiting'),
    caches: { keys: async () => ['one', 'two'], delete: async (name: string) => removed.push(name) },
    registration: { unregister: async () => removed.push('worker') },
  };
  runInNewContext(worker.body, scope);
  let working: Promise<unknown> = Promise.resolve();
  const waitUntil = (work: Promise<unknown>) => {
    working = work;
  };
  for (const name of ['install', 'activate']) listeners.get(name)?.({ waitUntil });
  await working;
  expect(removed).toEqual(['waiting', 'one', 'two', 'worker']);
  expect((await without.inject('/offline-files.json')).json()).toEqual({ release: null, files: [] });
  await without.close();
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
