import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { createLog } from '@newline/api/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFront, type Front } from '../server/front.ts';
import { createSite, openSite } from '../server/site.ts';

let site: Awaited<ReturnType<typeof createSite>>;
let front: Front;
let port: number;
const errors: unknown[] = [];
beforeAll(async () => {
  const log = createLog('error', new Writable({ write: (_line, _encoding, done) => done() }));
  const headers = { 'x-safe': 'yes' };
  front = createFront({ headers, onError: (error) => errors.push(error) });
  site = await createSite({ log, front, headers, embeds: null, trustProxy: 0, staticFolder: null, cache: () => cache });
  site.get('/', async () => 'whole');
  site.get('/*', async () => 'a page');
  site.get('/own', async () => 'own');
  await front.listen({ port: 0, host: '127.0.0.1' });
  await openSite(site, front);
  port = (front.server.address() as AddressInfo).port;
});
afterAll(() => site.close());

/** Replaces the page cache: records the URLs it's asked for, and fails on one of them. */
const askedOfCache: string[] = [];
const cache = {
  answer({ url = '' }: IncomingMessage) {
    askedOfCache.push(url);
    if (url === '/broken') throw new Error('a fault of ours');
    return false;
  },
};

/** Sends exactly this text, and returns the response until the other side closes the connection. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.once('end', () => resolve(answer));
    socket.once('error', reject);
  });
}

test('an incomplete request is answered and ended long before Node’s own timeout', async () => {
  const order: string[] = [];
  const half = send('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ').then((answer) => (order.push('half'), answer));
  // By default, Node checks for timeouts only every 30 s; this timer fires earlier.
  const timer = new Promise<void>((resolve) => setTimeout(resolve, 20_000)).then(() => order.push('20 s'));
  expect(await send('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]*whole$/);
  expect(await Promise.race([half, timer])).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^]*x-safe: yes/);
  expect(order).toEqual(['half']);
});

const ask = (path: string) => send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);

test('a URL that looks like a route pattern is a URL like any other', async () => {
  const paths = [
    '/a*b',
    '/*/a',
    '/a*/b?c',
    '/(',
    '/:a(',
    '/:a(*)',
    '/a:b(x',
    '/[',
    '/a)(',
    '/::',
    '/:',
    '/*',
    '/{a}',
    '/?*a',
    '/a?(',
    '/**',
  ];
  const errorsBefore = errors.length;
  for (const path of paths) expect(await ask(path), path).toMatch(/^HTTP\/1\.1 200 /);
  expect(askedOfCache).toEqual(expect.arrayContaining(['/a*b', '/(', '/:a(']));
  expect(errors).toHaveLength(errorsBefore);
});

test('a route of its own isn’t looked up among the pages, and any other URL is', async () => {
  expect(await ask('/own?a=b')).toMatch(/own$/);
  expect(await ask('/owner')).toMatch(/a page$/);
  expect(askedOfCache).toContain('/owner');
  expect(askedOfCache).not.toContain('/own?a=b');
});

test('an error before Fastify has the request fails only this request', async () => {
  const answer = await ask('/broken');
  expect(answer).toMatch(/^HTTP\/1\.1 500 [^]*x-safe: yes[^]*Something went wrong on our end\.\n$/);
  expect(answer).not.toContain('a fault of ours');
  expect(errors).toContainEqual(new Error('a fault of ours'));
  expect(await ask('/')).toMatch(/whole$/);
});
