import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createFront, type Front } from '../server/front.ts';
import { createHttpsRedirect } from '../server/https-redirect.ts';
import { rethrow } from './support/rethrow.ts';

const fronts: Front[] = [];
afterEach(async () => {
  for (const front of fronts.splice(0)) await front.close();
});

async function start(publicUrl: string, trustProxy: number) {
  const first = createHttpsRedirect({ publicUrl, trustProxy, headers: { 'x-content-type-options': 'nosniff' } });
  const front = createFront({ headers: {}, ...(first && { first }), onError: rethrow });
  front.setAnswer((_request, response) => response.end('page'));
  await front.listen({ port: 0, host: '127.0.0.1' });
  front.open();
  fronts.push(front);
  const { port } = front.server.address() as AddressInfo;
  return (path: string, proto: string | null, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: proto === null ? {} : { 'x-forwarded-proto': proto },
    });
}

test('GET requests over plain HTTP are redirected to the same URL over HTTPS, and anything else is refused', async () => {
  const request = await start('https://learn.example.com', 1);
  for (const method of ['GET', 'HEAD']) {
    const answer = await request('/courses?q=a%20b', 'http', { method });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, 'https://learn.example.com/courses?q=a%20b']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect((await request('//evil.example/x', 'http')).headers.get('location')).toBe('https://learn.example.com/evil.example/x');
  const post = await request('/graphql', 'http', { method: 'POST', body: '{}' });
  expect([post.status, post.headers.get('location')]).toEqual([403, null]);
});

test('requests over HTTPS, health checks, and requests with no information from the proxy are answered', async () => {
  const request = await start('https://learn.example.com', 1);
  for (const [path, proto] of [
    ['/', 'https'],
    ['/', null],
    ['/healthz', 'http'],
    ['/readyz?x', 'http'],
  ] as const)
    expect([path, proto, (await request(path, proto)).status]).toEqual([path, proto, 200]);
  // The client claimed http; the proxy saw https.
  expect((await request('/', 'http, https')).status).toBe(200);
  expect((await request('/', 'https, http')).status).toBe(308);
});

test('with two proxies the outer one says what the visitor used', async () => {
  const request = await start('https://learn.example.com', 2);
  expect((await request('/', 'https, http')).status).toBe(200);
  expect((await request('/', 'http, https')).status).toBe(308);
  expect((await request('/', 'https')).status).toBe(200);
});

test('without a trusted proxy, or with a plain PUBLIC_URL, nothing is redirected', async () => {
  for (const [publicUrl, proxies] of [
    ['https://learn.example.com', 0],
    ['http://localhost:3000', 1],
  ] as const)
    expect((await (await start(publicUrl, proxies))('/', 'http')).status).toBe(200);
});
