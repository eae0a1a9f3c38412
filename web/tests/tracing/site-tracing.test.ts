import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { createLog } from '@newline/api/log';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createFront } from '../../server/front.ts';
import { createRequestRoutes } from '../../server/request-routes.ts';
import { createSite, openSite } from '../../server/site.ts';
import { startSiteTracing } from '../../server/tracing/site-tracing.ts';
import { type SpanReceiver, startSpanReceiver } from './span-receiver.ts';

let receiver: SpanReceiver;
beforeEach(async () => {
  receiver = await startSpanReceiver();
});
afterEach(() => receiver.close());

/** Starts a site with some routes, whose requests are traced. */
async function start({ trustProxy = 1, ratio = 1, url = `${receiver.url}/v1/traces` } = {}) {
  const lines: string[] = [];
  const destination = new PassThrough().on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const log = createLog('info', destination);
  const routes = createRequestRoutes();
  const settings = { url, headers: { 'x-api-key': 'key of the collector' }, serviceName: 'academy', ratio };
  const tracing = startSiteTracing({ settings, trustProxy, routes, log });
  const front = createFront({ headers: {}, within: tracing.within, onError: () => undefined });
  const app = await createSite({ log, front, headers: {}, embeds: null, trustProxy, staticFolder: null, cache: () => null });
  routes.addTo(app);
  tracing.addTo(app);
  const work = async (times: number) => {
    for (let n = 0; n < times; n += 1) await tracing.trace('statement', 'OneStatement', async () => n);
  };
  const begun = Promise.withResolvers<void>();
  app.addHook('onRequest', async (request) => void (request.method === 'POST' && begun.resolve()));
  app.get('/healthz', async () => 'ok');
  app.get('/items/:id', async () => tracing.trace('operation', 'ItemById', async () => (await work(2), 'item')));
  app.post('/items', async () => tracing.trace('operation', 'AddItem', async () => 'added'));
  app.get('/many', async () => tracing.trace('operation', 'Many', async () => (await work(1_500), 'many')));
  app.get('/failing', async () =>
    tracing.trace('operation', 'Failing', async () => {
      throw Object.assign(new Error('canary in a message'), { code: '23505' });
    }),
  );
  await front.listen({ port: 0, host: '127.0.0.1' });
  await openSite(app, front);
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= app.close().then(() => tracing.close()));
  onTestFinished(close);
  const { port } = front.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  /** Sends a body that arrives after the request has begun. */
  const postLater = async (path: string, body: string) => {
    const socket = connect(port, '127.0.0.1');
    const head = ['host: localhost', 'content-type: application/json', `content-length: ${body.length}`, 'connection: close'];
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    await begun.promise;
    socket.write(body);
    return text(socket);
  };
  const get = async (path: string, init: RequestInit = {}) => (await fetch(origin + path, init)).text();
  return { get, postLater, close, tracing, lines };
}

/** Returns the spans as lines: `name < name of its parent`. */
const tree = () =>
  receiver.spans.map(({ name, parentSpanId }) => `${name} < ${receiver.spans.find(({ spanId }) => spanId === parentSpanId)?.name ?? '-'}`);

test('a request, its operation and its statements are one trace, named by what they are, without values', async () => {
  const { get, postLater, close } = await start();
  await get('/items/canary?q=canary', { headers: { 'x-request-id': 'request-0001', cookie: 'canary=1', 'user-agent': 'canary' } });
  expect(await postLater('/items', '{"title":"canary"}')).toContain('added');
  await get('/failing');
  await get('/healthz');
  await close();
  expect(tree().toSorted()).toEqual([
    'AddItem < POST /items',
    'Failing < GET /failing',
    'GET /failing < -',
    'GET /items/:id < -',
    'ItemById < GET /items/:id',
    'OneStatement < ItemById',
    'OneStatement < ItemById',
    'POST /items < -',
  ]);
  const request = await receiver.find(({ name }) => name === 'GET /items/:id');
  expect(request.service).toBe('academy');
  expect(request.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/items/:id',
    'http.response.status_code': 200,
    'newline.request_id': 'request-0001',
  });
  expect(new Set(receiver.spans.filter(({ traceId }) => traceId === request.traceId).map(({ name }) => name))).toEqual(
    new Set(['GET /items/:id', 'ItemById', 'OneStatement']),
  );
  const failing = await receiver.find(({ name }) => name === 'Failing');
  expect([failing.status.code, failing.attributes['error.type']]).toEqual([2, '23505']);
  expect(receiver.bodies.join('')).not.toContain('canary');
  expect(receiver.headers()['x-api-key']).toBe('key of the collector');
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const fromProxy = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };

test('a trace that a trusted proxy began goes on, and its choice not to trace is respected', async () => {
  const { get, close } = await start({ ratio: 0 });
  await get('/items/1', { headers: fromProxy });
  await get('/items/2');
  await get('/items/3', { headers: { traceparent: fromProxy.traceparent.replace(/01$/, '00') } });
  await get('/items/4', { headers: { traceparent: 'canary' } });
  await close();
  expect(receiver.spans.map((span) => span.traceId)).toEqual(Array.from({ length: 4 }, () => traceId));
  expect((await receiver.find(({ name }) => name === 'GET /items/:id')).parentSpanId).toBe('00f067aa0ba902b7');
});

test('without a trusted proxy, clients can’t choose the trace', async () => {
  const { get, close } = await start({ trustProxy: 0 });
  await get('/items/1', { headers: fromProxy });
  await close();
  expect(receiver.spans).toHaveLength(4);
  expect(receiver.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

test('a job is a trace, and one trace has at most a thousand spans', async () => {
  const { get, close, tracing } = await start();
  await tracing.trace('job', 'tidy_sign_in', async () => tracing.trace('statement', 'Tidy', async () => undefined));
  expect(await get('/many')).toBe('many');
  await close();
  expect(tree().filter((line) => /tidy/i.test(line))).toEqual(['Tidy < tidy_sign_in', 'tidy_sign_in < -']);
  const many = await receiver.find(({ name }) => name === 'GET /many');
  expect(receiver.spans.filter((span) => span.traceId === many.traceId)).toHaveLength(1_000);
});

test('if the collector is away, requests are answered, spans are dropped, and the log says so once', async () => {
  const away = await startSpanReceiver();
  await away.close();
  for (const url of [`${away.url}/v1/traces`, `${receiver.url}/v1/traces`]) {
    receiver.answerWith(401);
    const { get, tracing, close, lines } = await start({ url });
    expect(await get('/items/1')).toBe('item');
    await expect.poll(() => lines.length).toBe(1);
    // More than may wait, in several batches.
    const work = Array.from({ length: 5_000 }, () => tracing.trace('job', 'tidy_sign_in', async () => undefined));
    await Promise.all(work);
    expect(await get('/items/2')).toBe('item');
    await close();
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 'warn', msg: 'traces: the collector does not accept them; check OTEL_EXPORTER_OTLP_ENDPOINT' }),
    ]);
    expect(lines.join('')).not.toContain('key of the collector');
  }
  expect(receiver.spans).toEqual([]);
});

test('after an outage of the collector, the log says that it accepts traces again', async () => {
  const { tracing, lines, close } = await start();
  const run = (): Promise<void> => tracing.trace('job', 'tidy_sign_in', async () => undefined);
  receiver.answerWith(400);
  await run();
  await expect.poll(() => lines.length).toBe(1);
  receiver.answerWith(200);
  await run();
  await close();
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg).at(-1)).toBe('traces: the collector accepts them again');
  expect(receiver.spans).toHaveLength(1);
});
