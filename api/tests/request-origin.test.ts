import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { signUp } from './people.ts';
import { makeClips, makeCourse } from './rows.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let site: TestApi;
let victim: Browser;
let clipId: string;
beforeAll(async () => {
  site = await startTestApi();
  ({ browser: victim } = await signUp(site, 'victim@example.com'));
  [clipId = ''] = await makeClips(site.db, await makeCourse(site.db), 1);
});
afterAll(() => site.stop());

const mutation = () => `mutation { toggleLike(input: { clipId: "${clipId}" }) { like { id } } }`;
const likes = async () => (await site.db.superuser.query('select from app_public.clip_likes')).rowCount;
const sessions = async () => (await site.db.superuser.query('select from auth."session"')).rowCount;

type Shape = { what: string; headers: Record<string, string | null> };
const shapes: Shape[] = [
  { what: 'another origin', headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
  { what: 'another origin, as an old browser sends it', headers: { origin: 'https://evil.example', 'sec-fetch-site': null } },
  { what: 'another port of this machine', headers: { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' } },
  { what: 'another scheme', headers: { origin: 'https://127.0.0.1', 'sec-fetch-site': 'cross-site' } },
  { what: 'an opaque origin', headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
  { what: 'no origin, cross-site', headers: { origin: null, 'sec-fetch-site': 'cross-site' } },
  { what: 'no origin, same-site', headers: { origin: null, 'sec-fetch-site': 'same-site' } },
  { what: 'no origin, opened by hand', headers: { origin: null, 'sec-fetch-site': 'none' } },
  { what: 'no origin and nothing else', headers: { origin: null, 'sec-fetch-site': null } },
  { what: 'our origin, but said to be cross-site', headers: { 'sec-fetch-site': 'cross-site' } },
  { what: 'a longer origin', headers: { origin: 'http://127.0.0.1.evil.example', 'sec-fetch-site': 'cross-site' } },
];
const contentTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

describe.each(shapes)('a request with a session from $what', ({ headers }) => {
  test.each(contentTypes)('as %s changes nothing', async (contentType) => {
    const body =
      contentType === 'application/json' || contentType === 'text/plain'
        ? JSON.stringify({ query: mutation() })
        : `query=${encodeURIComponent(mutation())}`;
    const answer = await victim.send('POST', '/graphql', { body, headers: { ...headers, 'content-type': contentType } });
    expect(answer.status).toBe(403);
    expect(await likes()).toBe(0);
  });

  test('neither signs out nor deletes the account', async () => {
    for (const path of ['/api/auth/sign-out', '/api/auth/delete-user', '/api/auth/revoke-sessions', '/api/auth/change-password']) {
      expect((await victim.post(path, {}, headers)).status).toBe(403);
    }
    expect(await sessions()).toBe(1);
  });

  test.each(['PUT', 'DELETE', 'PATCH'])('by %s reaches nothing', async (method) => {
    expect([403, 404, 405]).toContain((await victim.send(method, '/graphql', { headers })).status);
  });
});

test('a mutation by GET changes nothing, from anywhere', async () => {
  for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }]) {
    expect((await victim.get(`/graphql?query=${encodeURIComponent(mutation())}`, headers)).status).toBe(405);
  }
  expect(await likes()).toBe(0);
});

test('signing a user in from another site is refused', async () => {
  const browser = site.newBrowser();
  const answer = await browser.post(
    '/api/auth/sign-in/email',
    { email: 'attacker@example.com', password: 'x' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  );
  expect(answer.status).toBe(403);
});

test('a URL that is meant for a proxy is refused, wherever it leads', async () => {
  const { hostname, port } = new URL(site.url);
  const send = (target: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify({ email: 'nobody@example.com' });
      const headers = { 'content-type': 'application/json', host: `${hostname}:${port}`, origin: site.url, 'content-length': body.length };
      const clientRequest = request({ hostname, port, method: 'POST', path: target, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      clientRequest.once('error', reject);
      clientRequest.end(body);
    });
  expect(await send('/api/auth/sign-in/magic-link')).toBe(200);
  for (const target of [
    'http://x/api/auth/sign-in/magic-link',
    `${site.url}/api/auth/sign-in/magic-link`,
    'https://x/graphql',
    'http://x/',
  ])
    expect(await send(target), target).toBe(400);
});

test('without a session cookie a request from another site is refused too; a script’s request has a visitor’s rights', async () => {
  const code = async (headers: Record<string, string | null>) =>
    (await site.newBrowser().post('/graphql', { query: mutation() }, headers)).json().errors?.[0]?.extensions?.['code'];
  expect(await code({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe('FORBIDDEN');
  expect(await code({ origin: null, 'sec-fetch-site': null })).toBe('LOGIN_REQUIRED');
});

test('from the site itself it works (control)', async () => {
  expect((await victim.graphql(mutation())).errors).toBeUndefined();
  expect(await likes()).toBe(1);
});
