import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import type { MetricsSettings } from '@newline/api/env';
import { createLog } from '@newline/api/log';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../bin/tests/free-port.ts';
import { createFront } from '../../server/front.ts';
import { startSiteMetrics } from '../../server/metrics/site-metrics.ts';
import { createPublicPages } from '../../server/public-pages.ts';
import { createRequestRoutes } from '../../server/request-routes.ts';
import { createSite, openSite } from '../../server/site.ts';

const log = createLog('error', new Writable({ write: (_line, _encoding, done) => done() }));
const token = 'a token of sixteen or more'.replaceAll(' ', '-');

/** Starts a site with some routes and pages, whose requests are counted. */
async function start(settings: Partial<MetricsSettings>) {
  const counts = { hit: 3, miss: 1 };
  const cache = { counts: () => counts, size: () => ({ pages: 2, bytes: 1000 }) };
  const full = { port: null, host: '127.0.0.1', token: null, ...settings };
  const patterns = createRequestRoutes();
  const metrics = await startSiteMetrics({ settings: full, dataDir: tmpdir(), cache, routes: patterns, log });
  const front = createFront({ headers: {}, watch: metrics.watch, onError: () => undefined });
  const app = await createSite({ log, front, headers: {}, embeds: null, trustProxy: 0, staticFolder: null, cache: () => null });
  patterns.addTo(app);
  metrics.addTo(app);
  app.get('/media/*', async () => 'media');
  app.get('/items/:id', async () => 'item');
  const slow = Promise.withResolvers<void>();
  app.get('/slow', () => new Promise(() => slow.resolve()));
  app.get('/*', async (_request, reply) => reply.code(404).send('not found'));
  const page = (path: string) => ({ id: path, parentId: 'root', path, module: {} });
  const routes = { root: { id: 'root', path: '', module: {} }, course: page('courses/:slug'), rest: page('*') };
  patterns.setPages(createPublicPages(routes as unknown as Parameters<typeof createPublicPages>[0]).patternOf);
  await front.listen({ port: 0, host: '127.0.0.1' });
  await openSite(app, front);
  onTestFinished(async () => {
    front.server.closeAllConnections();
    await app.close();
    await metrics.close();
  });
  const { port } = front.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const get = (path: string, authorization?: string, at = origin) =>
    fetch(at + path, { headers: authorization === undefined ? {} : { authorization } });
  return { get, port, slowRequest: slow.promise };
}

test('on the site itself, metrics need the token', async () => {
  const { get } = await start({ token });
  const answer = await get('/metrics', `Bearer ${token}`);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
    'no-store',
  ]);
  expect(await answer.text()).toContain('newline_page_cache_requests_total{result="hit"} 3\n');
  for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
    const refused = await get('/metrics', wrong);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.text()).not.toContain('newline_');
  }
});

test('on a port of their own, metrics are not on the site, and need the token if there is one', async () => {
  const port = await freePort(18_600);
  const at = `http://127.0.0.1:${port}`;
  const { get } = await start({ port });
  expect((await get('/metrics')).status).toBe(404);
  const answer = await get('/metrics', undefined, at);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  expect((await get('/', undefined, at)).status).toBe(404);
  expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(404);

  const other = await freePort(port + 1);
  const second = await start({ port: other, token });
  expect((await second.get('/metrics', undefined, `http://127.0.0.1:${other}`)).status).toBe(401);
  expect((await second.get('/metrics', `bearer ${token}`, `http://127.0.0.1:${other}`)).status).toBe(200);
  await expect(
    startSiteMetrics({
      settings: { port, host: '127.0.0.1', token: null },
      dataDir: tmpdir(),
      cache: null,
      routes: createRequestRoutes(),
      log,
    }),
  ).rejects.toThrow(`METRICS_PORT: port ${port} is in use by another program.`);
});

test('requests are counted by the patterns of their routes, of which there are few', async () => {
  const { get, port, slowRequest } = await start({ token });
  const paths = ['/items/1', '/items/2?token=canary', '/media/canary.mp4', '/courses/canary?q=canary', '/courses/canary.data', '/canary'];
  for (const path of [...paths, '/wp-login.php', '/a/b/c/d', '/%E0%A4%A', '/assets/canary.js', '/embed/canary', '/metrics'])
    await get(path);
  // A client that disconnects before the response.
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await slowRequest;
  socket.destroy();
  const read = async () => (await get('/metrics', `Bearer ${token}`)).text();
  const counted = async () =>
    Object.fromEntries(
      [...(await read()).matchAll(/^newline_http_requests_total\{route="([^"]*)",status="(\d+)"\} (\d+)$/gm)].map(
        ([, route, status, count]) => [`${route} ${status}`, Number(count)],
      ),
    );
  await expect.poll(counted).toMatchObject({
    '/items/:id 200': 2,
    '/media/* 200': 1,
    '/courses/:slug 404': 2,
    '/assets/* 404': 1,
    '/embed/* 404': 1,
    '/slow 499': 1,
    '/metrics 401': 1,
  });
  const text = await read();
  expect(text).toContain('newline_http_request_duration_seconds_count{route="/items/:id"} 2');
  expect(text).not.toContain('canary');
  const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
  expect(routes).toEqual(new Set(['/*', '/assets/*', '/courses/:slug', '/embed/*', '/items/:id', '/media/*', '/metrics', '/slow', 'none']));
});
