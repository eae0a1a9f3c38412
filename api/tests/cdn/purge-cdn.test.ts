import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOutbound } from '@newline/api/outbound';
import type { CdnSettings } from '@newline/api/features/cdn/cdn-settings';
import { purgeCdn } from '@newline/api/features/cdn/purge-cdn';
import { startTestApi, type TestApi } from '../start-test-api.ts';

type Received = { url: string; headers: Record<string, unknown>; body: unknown };

let receiver: Server;
let address: string;
const received: Received[] = [];
/** The next statuses that the receiver answers with; 200 after that. */
const statuses: number[] = [];
let site: TestApi;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(body) });
      response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  site = await startTestApi({ env: { cdn: settingsOf('webhook') } });
});
afterAll(async () => {
  await site.stop();
  receiver.close();
});

function settingsOf(provider: CdnSettings['provider']): CdnSettings {
  return { provider, purgeUrl: `${address}/${provider}/purge`, token: 'a-token-of-this-test' };
}

/** Makes a change that a visitor sees. */
async function change(name: string): Promise<void> {
  await site.db.superuser.query(
    `insert into app_public.courses (title, slug, permalink) values ($1::text, $1::text::app_public.slug, '/courses/' || $1::text)`,
    [name],
  );
}

test('a change is sent once, with its tags and without the marks of withdrawn content', async () => {
  await change('one');
  const tagged = () => received.filter(({ body }) => JSON.stringify(body).includes('"courses"'));
  await vi.waitFor(() => expect(tagged()).not.toEqual([]), { timeout: 60_000, interval: 100 });
  expect(tagged()).toHaveLength(1);
  const [request] = tagged();
  expect(request).toMatchObject({ url: '/webhook/purge', headers: { authorization: 'Bearer a-token-of-this-test' } });
  expect(request?.body).toMatchObject({ tags: expect.arrayContaining(['courses']), isEverything: false });
  expect(JSON.stringify(request?.body)).not.toContain('!');
});

test.each([
  ['cloudflare', ['courses'], { url: '/cloudflare/purge', body: { tags: ['courses'] } }],
  ['cloudflare', null, { url: '/cloudflare/purge', body: { purge_everything: true } }],
  ['fastly', ['courses'], { url: '/fastly/purge', body: { surrogate_keys: ['courses'] } }],
  ['fastly', null, { url: '/fastly/purge_all', body: {} }],
  ['webhook', null, { url: '/webhook/purge', body: { tags: [], isEverything: true } }],
] as const)('%s gets a request in its own form for %j, and the token', async (provider, tags, expected) => {
  received.length = 0;
  const outbound = createOutbound({ env: site.options.env, log: site.options.log });
  await purgeCdn(tags, { settings: settingsOf(provider), outbound });
  await outbound.close();
  expect(received).toMatchObject([expected]);
  const headers = received[0]?.headers ?? {};
  expect([headers['authorization'], headers['fastly-key']]).toEqual(
    provider === 'fastly' ? [undefined, 'a-token-of-this-test'] : ['Bearer a-token-of-this-test', undefined],
  );
});

test('a request that isn’t accepted is sent again', async () => {
  const jobs = async () => {
    const { rows } = await site.db.superuser.query<{ attempts: number; error: string | null }>(
      `select attempts, last_error as error from graphile_worker.jobs where task_identifier = 'purge_cdn'`,
    );
    return rows;
  };
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), { timeout: 30_000, interval: 100 });
  received.length = 0;
  statuses.push(503);
  await change('two');
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ attempts: 1, error: expect.stringContaining('503') }]), {
    timeout: 30_000,
    interval: 100,
  });
  await site.db.superuser.query(`update graphile_worker._private_jobs set run_at = now() where attempts = 1`);
  await site.db.superuser.query(`select pg_notify('jobs:insert', '{"r":"test","count":1}')`);
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), { timeout: 30_000, interval: 100 });
  expect(received.length).toBeGreaterThanOrEqual(2);
});
