import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createLog } from '@newline/api/log';
import { expect, onTestFinished, test } from 'vitest';
import { createFront } from '../server/front.ts';
import { createSite, openSite } from '../server/site.ts';

/** Starts a front whose requests to /slow are answered by the test. */
async function start() {
  const front = createFront({ headers: {}, onError: () => undefined });
  const slow = Promise.withResolvers<() => void>();
  front.setAnswer((request, response) => {
    if (request.url === '/slow') slow.resolve(() => response.end('slow'));
    else response.end('answer');
  });
  await front.listen({ port: 0, host: '127.0.0.1' });
  front.open();
  onTestFinished(() => front.server.closeAllConnections());
  const { port } = front.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async (path: string, { by, ...more }: { by?: Agent; method?: string; headers?: Record<string, string> } = {}) => {
    const [response] = (await once(get({ port, path, agent: by, ...more }), 'response')) as [IncomingMessage];
    return { status: response.statusCode, connection: response.headers.connection, body: await text(response) };
  };
  return { front, port, agent, ask, slowRequest: slow.promise };
}

test('a process that is leaving answers everything, but keeps no connection open, and isn’t ready', async () => {
  const { front, agent, ask, slowRequest } = await start();
  expect(await ask('/', { by: agent, headers: { 'x-proxy-retries': '504' } })).toMatchObject({ status: 200, connection: 'keep-alive' });
  const running = ask('/slow', { by: new Agent({ keepAlive: true }) });
  const answerSlow = await slowRequest;
  const left = front.leave(0);
  expect(await ask('/', { by: agent })).toEqual({ status: 200, connection: 'close', body: 'answer' });
  expect(await ask('/')).toMatchObject({ status: 200, connection: 'close' });
  expect(await ask('/readyz?x')).toEqual({ status: 503, connection: 'close', body: '{"status":"stopping"}' });
  expect((await ask('/healthz')).status).toBe(200);
  // A proxy that sends such requests elsewhere is told to.
  const retries = { 'x-proxy-retries': '504' };
  expect(await ask('/', { headers: retries })).toMatchObject({ status: 504, connection: 'close' });
  expect(await ask('/', { headers: retries, method: 'POST' })).toMatchObject({ status: 200, connection: 'close' });
  answerSlow();
  expect(await running).toMatchObject({ status: 200, connection: 'close' });
  await left;
  await front.close();
});

test('while something is still closing, requests are answered', async () => {
  const front = createFront({ headers: {}, onError: () => undefined });
  const log = createLog('error', new Writable({ write: (_line, _encoding, done) => done() }));
  const app = await createSite({ log, front, headers: {}, embeds: null, trustProxy: 1, staticFolder: null, cache: () => null });
  app.get('/', async () => 'answer');
  const [closing, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.addHook('preClose', async () => {
    closing.resolve();
    await closed.promise;
  });
  await front.listen({ port: 0, host: '127.0.0.1' });
  await openSite(app, front);
  const { port } = front.server.address() as AddressInfo;
  const ended = app.close();
  await closing.promise;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, await answer.text()]).toEqual([200, 'answer']);
  closed.resolve();
  await ended;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});
