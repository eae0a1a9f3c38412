import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ReceivedSpan, type SpanReceiver, startSpanReceiver } from '../tracing/span-receiver.ts';
import { makePlace, type Place } from './starting-site.ts';

let environment: Place;
let receiver: SpanReceiver;
beforeAll(async () => {
  [environment, receiver] = await Promise.all([makePlace(19_850), startSpanReceiver()]);
});
afterEach(() => environment?.stopAll());
afterAll(() => Promise.all([environment?.remove(), receiver?.close()]));

/** Makes a start print each module of OpenTelemetry's SDK that it loads, from a package or from the bundle. */
const hook = `import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    const loaded = next(url, context);
    if (String(loaded.source).includes('BatchSpanProcessor') || url.includes('@opentelemetry/sdk')) console.error('SDK ' + url);
    return loaded;
  } });`;
const printingSdk = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };

/** Sends one of our pages' queries by its hash, as a browser does. */
function post(name: string): Promise<Response> {
  const documents = JSON.parse(readFileSync(new URL('../../build/known-documents.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
  const hash = Object.keys(documents).find((key) => documents[key]?.includes(`query ${name}`));
  return environment.get('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', origin: environment.origin },
    body: JSON.stringify({ documentId: hash, variables: {} }),
  });
}

test('with a collector, requests, operations, statements and jobs are traced; without one, a start loads no SDK @RUN-02', async () => {
  const without = environment.begin(printingSdk);
  await without.ready;
  expect((await environment.get('/courses/canary')).status).toBe(404);
  expect(await without.stop()).toBe(0);
  expect(without.output()).not.toContain('SDK ');

  const site = environment.begin({ ...printingSdk, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, TRUST_PROXY: '1' });
  await site.ready;
  expect(site.output()).toContain('SDK ');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const answer = await environment.get('/courses/canary?q=canary', { headers: { traceparent, cookie: 'canary=1' } });
  expect(answer.status).toBe(404);
  await answer.text();
  const ofPage = async (name: RegExp) => receiver.find((span) => span.traceId === traceId && name.test(span.name));
  const request = await ofPage(/^GET /);
  expect([request.name, request.parentSpanId]).toEqual(['GET /courses/:slug', '00f067aa0ba902b7']);
  expect(request.attributes).toMatchObject({ 'http.response.status_code': 404, 'newline.request_id': answer.headers.get('x-request-id') });
  const children = (parent: ReceivedSpan) => receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  const [operation] = children(request);
  expect(operation?.attributes).toEqual({ 'graphql.operation.name': operation?.name });
  expect(operation && children(operation).map(({ name, attributes }) => [name, attributes])).toEqual([
    [operation?.name, { 'db.query.summary': operation?.name, 'db.system.name': 'postgresql' }],
  ]);

  expect(await (await post('viewer')).text()).toContain('data');
  const posted = await receiver.find(({ name }) => name === 'POST /graphql');
  expect(children(posted).map(({ name }) => name)).toEqual(['viewer']);

  await environment.asOwner((client) => client.query(`select graphile_worker.add_job('tidy_sign_in')`));
  const job = await receiver.find(({ name }) => name === 'tidy_sign_in');
  expect([job.parentSpanId, job.attributes]).toEqual([undefined, { 'newline.job.task': 'tidy_sign_in' }]);

  // The collector goes away: the site answers, and stops within its time.
  await receiver.close();
  expect((await environment.get('/courses/another-canary')).status).toBe(404);
  expect(await site.stop()).toBe(0);
  expect(receiver.bodies.join('')).not.toMatch(/canary|localhost| from |\$1|127\.0\.0\.1/);
});
