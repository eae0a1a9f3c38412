import { createHash } from 'node:crypto';
import type { SignedInViewer } from '@newline/api/viewer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const me =
  'query me($userId: UUID) { viewer { id } currentUserId isAdmin clips(first: 1, userId: $userId) { nodes { bookmarks { nodes { user { id } } } } } }';
const page = 'query page($first: Int!) { clips(first: $first) { nodes { id title } } }';
const change = 'mutation change($clipId: UUID!) { toggleBookmark(input: { clipId: $clipId }) { bookmark { enabled } } }';
const graphqlJson = 'application/graphql-response+json';

let site: TestApi;
let clipId: string;
beforeAll(async () => {
  site = await startTestApi({ persistedQueries: Object.fromEntries([me, page, change].map((text) => [hashOf(text), text])) });
  [clipId = ''] = await makeClips(site.db, await makeCourse(site.db), 3);
});
afterAll(() => site.stop());

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const ask = (browser: Browser, text: string, variables: object = {}, headers: Record<string, string | null> = {}): Promise<Answer> =>
  browser.post('/graphql', { documentId: `sha256:${hashOf(text)}`, variables }, { accept: graphqlJson, ...headers });

async function whoIs(browser: Browser): Promise<{ id: string | null; isAdmin: boolean }> {
  const { data } = (await ask(browser, me)).json() as unknown as {
    data: { viewer: { id: string } | null; currentUserId: string | null; isAdmin: boolean };
  };
  expect(data.viewer?.id ?? null).toBe(data.currentUserId);
  return { id: data.currentUserId, isAdmin: data.isAdmin };
}

/** Returns the token of a browser's session, without its signature. */
function tokenOf(browser: Browser): string {
  const value = decodeURIComponent(browser.cookies.get('newline.session_token') ?? '');
  return value.slice(0, value.lastIndexOf('.'));
}

describe('a request for a persisted query', () => {
  test('gets the same response as through the full pipeline, in the requested form', async () => {
    const { browser } = await signUp(site, 'forms@example.com');
    for (const one of [browser, site.newBrowser()]) {
      for (const accept of [graphqlJson, 'application/json', '*/*', `text/html, ${graphqlJson};q=0.9`, null]) {
        await ask(one, me);
        const short = await ask(one, me, {}, { accept });
        const whole = await one.post('/graphql', { query: me, variables: {} }, { accept });
        expect([short.status, short.json()]).toEqual([200, whole.json()]);
        const headersOf = ({ headers }: Answer) =>
          ['content-type', 'cache-control', 'vary', 'x-content-type-options'].map((name) => headers.get(name)?.replace('; ', ';'));
        expect(headersOf(short), String(accept)).toEqual(headersOf(whole));
      }
    }
  });

  test('is refused in the same way: limits, another user’s userId, an unknown hash, another origin, invalid JSON', async () => {
    const { browser, userId } = await signUp(site, 'refused@example.com');
    const { userId: other } = await signUp(site, 'other@example.com');
    expect(await whoIs(browser)).toEqual({ id: userId, isAdmin: false });
    const codeOf = async (answer: Promise<Answer>) =>
      ((await answer).json() as unknown as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code;
    expect(await codeOf(ask(browser, page, { first: 1000 }))).toBe('LIMIT_EXCEEDED');
    expect(await codeOf(ask(browser, me, { userId: other }))).toBe('FORBIDDEN');
    expect((await ask(browser, me, { userId })).json()).toHaveProperty('data.viewer.id', userId);
    expect(await codeOf(ask(site.newBrowser(), me, { userId: other }))).toBe('LOGIN_REQUIRED');
    expect(await codeOf(ask(browser, 'query nowhere { viewer { id } }'))).toBe('UNKNOWN_DOCUMENT');
    expect((await ask(browser, me, {}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await browser.post('/graphql', '{"documentId":', { accept: graphqlJson })).status).toBe(400);
    expect((await ask(browser, page, {})).json()).toHaveProperty('errors.0.message', expect.stringContaining('first'));
    for (const variables of [[], 'x', null])
      expect(
        (await browser.post('/graphql', { documentId: `sha256:${hashOf(page)}`, variables }, { accept: graphqlJson })).json(),
      ).toHaveProperty('errors.0');
    expect((await ask(browser, change, { clipId })).json()).toHaveProperty('data.toggleBookmark.bookmark.enabled', true);
  });

  test('runs as the signed-in user, however many ask at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, n) => signUp(site, `person-${n}@example.com`)));
    const browsers = [...people.map(({ browser, userId }) => ({ browser, userId })), { browser: site.newBrowser(), userId: null }];
    const answers = await Promise.all(
      Array.from({ length: 210 }, (_, n) => whoIs(browsers[n % browsers.length]?.browser ?? site.newBrowser())),
    );
    expect(answers.map(({ id }) => id)).toEqual(answers.map((_, n) => browsers[n % browsers.length]?.userId));
  });

  test('runs as a visitor once the user signed out or was suspended, or the session expired', async () => {
    const endings: Record<string, (person: { browser: Browser; userId: string }) => Promise<unknown>> = {
      'signed out': ({ browser }) => browser.post('/api/auth/sign-out', {}),
      suspended: ({ userId }) => site.db.superuser.query('update auth."user" set "banned" = true where "id" = $1', [userId]),
      over: ({ userId }) =>
        site.db.superuser.query(`update auth."session" set "expiresAt" = now() - interval '1 second' where "userId" = $1`, [userId]),
      deleted: ({ userId }) => site.db.superuser.query('delete from auth."session" where "userId" = $1', [userId]),
    };
    for (const [name, end] of Object.entries(endings)) {
      const person = await signUp(site, `${name.replace(' ', '-')}@example.com`);
      const cookies = new Map(person.browser.cookies);
      for (let times = 0; times < 3; times++) expect((await whoIs(person.browser)).id, name).toBe(person.userId);
      await end(person);
      for (const [cookie, value] of cookies) person.browser.cookies.set(cookie, value);
      expect(await whoIs(person.browser), name).toEqual({ id: null, isAdmin: false });
    }
  });

  test('has the user’s current rights: a role that is granted or revoked counts from the next response on', async () => {
    const { browser, userId } = await signUp(site, 'promoted@example.com');
    const { userId: staff } = await signUp(site, 'staff@example.com');
    await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [staff]);
    for (const isAdmin of [false, true, false, true]) {
      await site.db.superuser.query('update app_public.users set is_admin = $2 where id = $1', [userId, isAdmin]);
      for (let times = 0; times < 2; times++) expect(await whoIs(browser)).toEqual({ id: userId, isAdmin });
    }
  });

  test('never runs as a user that the session doesn’t name', async () => {
    const [one, other] = [await signUp(site, 'one@example.com'), await signUp(site, 'another@example.com')];
    const viewer = await site.api.viewerOf({ cookie: one.browser.cookieHeader });
    const theirs = await site.api.viewerOf({ cookie: other.browser.cookieHeader });
    const token = tokenOf(one.browser);
    const asSession = (session: { token: string; viewer: SignedInViewer }) => site.api.executeBySession({ document: me }, session);
    expect(await asSession({ token, viewer })).toMatchObject({ data: { viewer: { id: one.userId }, currentUserId: one.userId } });
    for (const wrong of [
      { token, viewer: theirs },
      { token: tokenOf(other.browser), viewer },
      { token: 'nothing', viewer },
      { token: '', viewer },
      { token, viewer: { ...viewer, role: 'admin' as const } },
      { token, viewer: { ...viewer, email: 'else@example.com' } },
      { token, viewer: { ...viewer, sessionId: theirs.sessionId } },
    ])
      expect(await asSession(wrong), JSON.stringify(wrong)).toBeNull();
    expect(site.api.sessionOf({ cookie: one.browser.cookieHeader })).toEqual({ token, viewer });
    expect(site.api.sessionOf({})).toBeNull();
    expect(site.api.sessionOf({ cookie: `newline.session_token=${token}` })).toBeNull();
  });
});
