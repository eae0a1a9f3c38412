import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const newPerson = () => signUp(site, `${randomUUID()}@example.com`);
const securityOf = (browser: Browser) => site.api.ownSecurity({ cookie: browser.cookieHeader });
const isSignedIn = async (browser: Browser) => (await site.api.viewerOf({ cookie: browser.cookieHeader })).userId !== null;

/** Signs in with a user agent that names the browser. */
async function signInWith(email: string, userAgent: string): Promise<Browser> {
  const browser = site.newBrowser();
  expect((await browser.post('/api/auth/sign-in/email', { email, password }, { 'user-agent': userAgent })).status).toBe(200);
  return browser;
}

test('a user’s sessions are listed with their browsers and times, the current one first, and no one else’s @LOGIN-01', async () => {
  const { browser, email } = await newPerson();
  const other = await signInWith(email, 'Firefox/140.0');
  await newPerson();
  const security = await securityOf(other);
  expect(security).toMatchObject({ email, pendingEmail: null, sessionCount: 2 });
  expect(security?.sessions.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
    ['Firefox/140.0', true],
    [expect.any(String), false],
  ]);
  for (const { createdAt, lastUsedAt } of security?.sessions ?? [])
    for (const time of [createdAt, lastUsedAt]) expect(new Date(time).getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  expect((await securityOf(browser))?.sessions[0]?.isCurrent).toBe(true);
  expect(JSON.stringify(security)).not.toContain(decodeURIComponent(other.cookies.get('newline.session_token') ?? '-').split('.')[0]);
  // Without a session, or with an expired one, the list is empty.
  expect(await securityOf(site.newBrowser())).toBeNull();
  await other.post('/api/auth/sign-out', {});
  expect(await site.api.ownSecurity({ cookie: 'newline.session_token=x.y' })).toBeNull();
});

test('a user can end their own sessions from another one, and only their own @LOGIN-01', async () => {
  const [ada, eve] = [await newPerson(), await newPerson()];
  const other = await signInWith(ada.email, 'Firefox/140.0');
  const id = (await securityOf(other))?.sessions.find(({ isCurrent }) => isCurrent)?.id;
  const end = (browser: Browser, session: unknown) => browser.post('/api/auth/sessions/end', { id: session });
  await end(eve.browser, id);
  expect(await isSignedIn(other)).toBe(true);
  expect((await end(site.newBrowser(), id)).status).toBe(401);
  expect((await end(ada.browser, 'x')).status).toBe(400);
  expect((await end(ada.browser, id)).status).toBe(200);
  expect([await isSignedIn(other), await isSignedIn(ada.browser)]).toEqual([false, true]);
  expect((await securityOf(ada.browser))?.sessionCount).toBe(1);
});

test('signing out everywhere else keeps this session @LOGIN-01', async () => {
  const [{ browser, email }, eve] = [await newPerson(), await newPerson()];
  const others = [await signInWith(email, 'a'), await signInWith(email, 'b')];
  expect((await browser.post('/api/auth/sessions/end-others', {})).status).toBe(200);
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
  expect([await isSignedIn(browser), await isSignedIn(eve.browser)]).toEqual([true, true]);
});

test('the list shows the 50 sessions that were used last, and how many there are @LOGIN-01', async () => {
  const { browser, userId } = await newPerson();
  await site.db.superuser.query(
    `insert into auth."session" ("token", "userId", "expiresAt", "updatedAt", "lastUsedAt")
     select 'many-' || n, $1, now() + interval '1 day', now(), now() - n * interval '1 hour' from generate_series(1, 60) n`,
    [userId],
  );
  const security = await securityOf(browser);
  expect([security?.sessionCount, security?.sessions.length, security?.sessions[0]?.isCurrent]).toEqual([61, 50, true]);
  const times = security?.sessions.slice(1).map(({ lastUsedAt }) => new Date(lastUsedAt).getTime()) ?? [];
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  await site.db.superuser.query(`update auth."session" set "expiresAt" = now() where "token" like 'many-%' and "userId" = $1`, [userId]);
  expect((await securityOf(browser))?.sessionCount).toBe(1);
});

test('requests record when a session was last used, in one statement for all sessions @LOGIN-01', async () => {
  const { browser, userId } = await newPerson();
  const lastUsed = async () => {
    const { rows } = await site.db.superuser.query<{ at: Date }>('select "lastUsedAt" as at from auth."session" where "userId" = $1', [
      userId,
    ]);
    return rows[0]?.at.getTime() ?? 0;
  };
  await site.db.superuser.query(`update auth."session" set "lastUsedAt" = now() - interval '1 day' where "userId" = $1`, [userId]);
  await browser.graphql('{ viewer { id } }');
  await site.api.noteSessionUses();
  await vi.waitFor(async () => expect(await lastUsed()).toBeGreaterThan(Date.now() - 3_600_000));
});

test.each(['/list-sessions', '/revoke-session', '/revoke-other-sessions'])(
  'session tokens are never returned: %s is closed @LOGIN-01',
  async (path) => {
    const { browser } = await newPerson();
    for (const answer of [await browser.get(`/api/auth${path}`), await browser.post(`/api/auth${path}`, { token: 'x' })])
      expect([path, answer.status]).toEqual([path, 404]);
  },
);
