import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { openRoutes } from '@newline/api/request-origin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { stripeKeys } from '../billing/fake-stripe.ts';
import { signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
let learner: Browser;
beforeAll(async () => {
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: 'http://127.0.0.1:1' } } });
  ({ browser: learner } = await signUp(site, 'edge@example.com'));
});
afterAll(() => site.stop());

const safe = new Set(['GET', 'HEAD']);
/** Returns a path of a route, with its parameters replaced. */
const pathOf = (url: string, value: string) => url.replace(/:\w+/g, value).replace('*', value);
const changing = () => site.routes.filter(({ method }) => !safe.has(method));
const send = (browser: Browser, method: string, path: string, headers: Record<string, string | null>, body?: string) =>
  browser.send(method, path, { headers: { 'content-type': 'application/json', ...headers }, ...(body === undefined ? {} : { body }) });

describe('a request that can change something', () => {
  const foreign: Record<string, Record<string, string | null>> = {
    'another origin': { origin: 'https://evil.example', 'sec-fetch-site': null },
    'another origin, cross-site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    'no origin, cross-site': { origin: null, 'sec-fetch-site': 'cross-site' },
    'no origin, same-site': { origin: null, 'sec-fetch-site': 'same-site' },
    'an opaque origin': { origin: 'null', 'sec-fetch-site': null },
    'an opaque origin, cross-site': { origin: 'null', 'sec-fetch-site': 'cross-site' },
    'our origin, but cross-site': { 'sec-fetch-site': 'cross-site' },
  };

  test('is refused on every route if another site sends it, with and without a session; from this site it isn’t', async () => {
    expect(changing().length).toBeGreaterThan(8);
    for (const { method, url } of changing()) {
      const path = pathOf(url, 'sign-out');
      for (const browser of [site.newBrowser(), learner]) {
        for (const [name, headers] of Object.entries(foreign)) {
          const answer = await send(browser, method, path, headers, '{}');
          if (Object.hasOwn(openRoutes, url)) expect(answer.status, `${method} ${path} ${name}`).not.toBe(403);
          else {
            expect(answer.status, `${method} ${path} ${name}`).toBe(403);
            expect(answer.json().code, `${method} ${path} ${name}`).toBe('FORBIDDEN');
          }
        }
      }
      expect((await send(site.newBrowser(), method, path, {}, '{}')).status, `${method} ${path} from this site`).not.toBe(403);
    }
  });

  test('is refused on unknown routes too, so that a new one is covered', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await send(site.newBrowser(), method, '/api/not-there-yet', foreign['another origin'] ?? {}, '{}')).status).toBe(403);
    expect((await site.newBrowser().post('/api/not-there-yet', {})).status).toBe(404);
  });

  test('can come from anywhere only on these routes, which ignore sessions', () => {
    expect(Object.keys(openRoutes).toSorted()).toEqual([
      '/api/newsletter/leave/:token',
      '/api/unsubscribe/:token',
      '/webhooks/mux',
      '/webhooks/stripe',
    ]);
  });

  test('from a script, which says nothing about its origin, passes without a session', async () => {
    const nothing = { origin: null, 'sec-fetch-site': null };
    expect((await site.newBrowser().post('/graphql', { query: '{ __typename }' }, nothing)).status).toBe(200);
    expect((await learner.post('/graphql', { query: '{ __typename }' }, nothing)).status).toBe(403);
  });

  test('signs no one in: another site’s form with a link from its owner’s email is refused, and our own form isn’t', async () => {
    const form = (headers: Record<string, string>) =>
      site.newBrowser().send('POST', '/api/sign-in-link', {
        body: `link=${encodeURIComponent('/magic-link/verify?token=attacker')}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    expect((await form({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await form({})).status).not.toBe(403);
  });
});

/** Sends a raw target, and returns the response. */
async function ask(target: string, method = 'GET'): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(site.url);
  const clientRequest = request({
    hostname,
    port,
    path: target,
    method,
    headers: { cookie: learner.cookieHeader, origin: site.url },
  }).end();
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
  return { status: answer.statusCode ?? 0, text };
}

describe('a URL that programs could read differently', () => {
  test('is refused on every route with 400, and isn’t repeated', async () => {
    for (const { method, url } of site.routes) {
      const path = pathOf(url, 'x');
      const targets = [
        `${path}%00`,
        `${path}/%00canary`,
        `${path}%0d%0aset-cookie:%20canary`,
        `${path}%7f`,
        `${path}?q=%00canary`,
        `${path}?q=a&%00=canary`,
        `${path}%`,
        `${path}%zz`,
        `${path}%c0%af`,
        `${path}/..`,
        `${path}/./canary`,
        `${path}/%2e%2E/canary`,
        `/.${path}`,
        `${path}#/canary`,
        `${path}?x#/canary`,
        `http://canary.example${path}`,
        `//canary.example${path}%00`,
      ];
      for (const target of targets) {
        const { status, text } = await ask(target, method);
        expect(status, `${method} ${target}`).toBe(400);
        expect(text, `${method} ${target}`).not.toContain('canary');
        if (method !== 'HEAD' && target.includes('%00')) expect(text, `${method} ${target}`).toContain('The URL: expected');
      }
    }
  }, 30_000);

  test('is refused, but what people type passes', async () => {
    for (const target of ['/graphql?query=%7B%0A__typename%0A%7D', '/graphql?query=%7B__typename%7D&note=100%', '/healthz?note=%C3%A9'])
      expect((await ask(target)).status, target).toBe(200);
  });
});

describe('the NUL character in a body', () => {
  const update =
    'mutation a($bio: String!) { updateUserById(input: { id: "00000000-0000-0000-0000-000000000000", patch: { bio: $bio } }) { user { id } } }';

  test('is refused on every route, and similar characters aren’t', async () => {
    const shapes = [
      { type: 'application/json', bad: JSON.stringify({ a: { b: ['x\0'] } }), good: JSON.stringify({ a: String.raw`the escape \u0000` }) },
      { type: 'application/json', bad: '{"a":"\0"}', good: '{"a":"%00"}' },
      { type: 'application/x-www-form-urlencoded', bad: 'a=b&c=%00', good: 'a=b&c=%2500' },
    ];
    // These receive a raw file, or read no body.
    const unread = new Set(['/api/import-export', '/api/imports', '/api/videos/uploads/:playbackId', '/api/book-exports/:name']);
    for (const { method, url } of changing().filter((route) => !unread.has(route.url) && !Object.hasOwn(openRoutes, route.url))) {
      for (const { type, bad, good } of shapes) {
        const path = pathOf(url, 'sign-out');
        const refused = await send(site.newBrowser(), method, path, { 'content-type': type }, bad);
        if (refused.status === 415) continue;
        expect(refused.status, `${path} ${bad}`).toBe(400);
        expect(refused.text, `${path} ${bad}`).toContain('NUL');
        expect((await send(site.newBrowser(), method, path, { 'content-type': type }, good)).text, `${path} ${good}`).not.toContain('NUL');
      }
    }
  });

  test('in a GraphQL variable is a clear error, not a server error', async () => {
    const refused = await learner.graphql(update, { bio: 'a\0b' });
    expect(refused.errors).toEqual([
      { message: 'Expected text without the character NUL (U+0000): remove it and send again.', extensions: { code: 'BAD_INPUT' } },
    ]);
  });
});
