import { startSignInElsewhere } from '../../../web/app/shared/login/auth-requests.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { startFakeGitHub, type FakeGitHub, type GitHubPerson } from './fake-github.ts';
import { password, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { codeAt } from '../totp-code.ts';

let gitHub: FakeGitHub;
let site: TestApi;
beforeAll(async () => {
  gitHub = await startFakeGitHub();
  site = await startTestApi({ env: { gitHub: { clientId: 'id', clientSecret: 'secret', url: gitHub.url, apiUrl: gitHub.url } } });
});
afterAll(() => Promise.all([site.stop(), gitHub.stop()]));

const person = (id: number, email: string, verified = true): GitHubPerson => ({
  id,
  login: `login-${id}`,
  name: `Person ${id}`,
  emails: [{ email, primary: true, verified }],
});

/** Signs in with GitHub as the user who is signed in there; returns the URL where the browser ends up. */
async function signInWithGitHub(browser: Browser, callbackURL = '/clips/7'): Promise<string> {
  const url = await startSignInElsewhere('github', callbackURL, async (path, body) => {
    const started = await browser.post(`/api/auth${path}`, body);
    expect(started.status, path).toBe(200);
    return started.json();
  });
  const authorize = await fetch(url, { redirect: 'manual' });
  const back = new URL(authorize.headers.get('location') ?? '');
  return (await browser.get(`${back.pathname}${back.search}`)).headers.get('location') ?? '';
}
const viewerOf = (browser: Browser) => site.api.viewerOf({ cookie: browser.cookieHeader });

test('a new user gets their name from GitHub and returns to the previous page @AUTH-01', async () => {
  gitHub.person = person(1, 'one@example.com');
  const browser = site.newBrowser();
  expect(await signInWithGitHub(browser)).toBe('/clips/7');
  expect(await viewerOf(browser)).toMatchObject({ role: 'learner', email: 'one@example.com' });
  const { rows } = await site.db.superuser.query(
    `select u.name from app_public.users u join auth."user" a using (id) where a.email = 'one@example.com'`,
  );
  expect(rows).toEqual([{ name: 'Person 1' }]);
  const again = site.newBrowser();
  await signInWithGitHub(again);
  expect((await viewerOf(again)).userId).toBe((await viewerOf(browser)).userId);
});

test('the same verified address on both sides connects to one account @AUTH-01', async () => {
  const { userId } = await signUp(site, 'both@example.com');
  gitHub.person = person(2, 'both@example.com');
  const browser = site.newBrowser();
  await signInWithGitHub(browser);
  expect((await viewerOf(browser)).userId).toBe(userId);
});

test('an address that GitHub hasn’t verified connects to no account @AUTH-01', async () => {
  const { userId } = await signUp(site, 'wanted@example.com');
  gitHub.person = person(3, 'wanted@example.com', false);
  const browser = site.newBrowser();
  expect(await signInWithGitHub(browser)).toMatch(/^(?:http:\/\/127\.0\.0\.1:\d+)?\/sign-in\?.*error=account_not_linked/);
  expect((await viewerOf(browser)).userId).toBeNull();
  const { rows } = await site.db.superuser.query(`select "providerId" from auth."account" where "userId" = $1`, [userId]);
  expect(rows).toEqual([{ providerId: 'credential' }]);
});

test('an unverified account that someone prepared with the address isn’t connected @AUTH-01', async () => {
  await site.newBrowser().post('/api/auth/sign-up/email', { email: 'prepared@example.com', password, name: 'Prepared' });
  gitHub.person = person(4, 'prepared@example.com');
  const browser = site.newBrowser();
  expect(await signInWithGitHub(browser)).toContain('error=account_not_linked');
  expect((await viewerOf(browser)).userId).toBeNull();
});

test('changing an address at GitHub doesn’t give access to another account @AUTH-01', async () => {
  gitHub.person = person(5, 'five@example.com');
  const first = site.newBrowser();
  await signInWithGitHub(first);
  const { userId: otherId } = await signUp(site, 'six@example.com');
  gitHub.person = person(5, 'six@example.com');
  const second = site.newBrowser();
  await signInWithGitHub(second);
  expect((await viewerOf(second)).userId).toBe((await viewerOf(first)).userId);
  expect((await viewerOf(second)).userId).not.toBe(otherId);
});

test('a callback without our state, or with another browser’s, is refused @AUTH-01', async () => {
  gitHub.person = person(7, 'seven@example.com');
  const attacker = site.newBrowser();
  const started = await attacker.post('/api/auth/sign-in/social', { provider: 'github', callbackURL: '/' });
  const authorize = await fetch(started.json()['url'] as string, { redirect: 'manual' });
  const back = new URL(authorize.headers.get('location') ?? '');
  const victim = site.newBrowser();
  expect((await victim.get(`${back.pathname}${back.search}`)).headers.get('location')).toContain('error=');
  expect((await viewerOf(victim)).userId).toBeNull();
  expect((await victim.get(`${back.pathname}?code=x&state=y`)).headers.get('location')).toContain('error=');
});

test('the sign-in methods say whether GitHub is available @AUTH-01', () => {
  expect(site.api.signInMethods).toEqual(['link', 'github']);
});

test('two-step sign-in is required after GitHub as well, and then returns to the previous page @AUTH-01 @LOGIN-01', async () => {
  const { browser: own, userId } = await signUp(site, 'two-steps@example.com');
  const { secret } = (await own.post('/api/auth/second-step/begin', { password })).json() as { secret: string };
  await own.post('/api/auth/second-step/confirm', { code: codeAt(secret) });
  gitHub.person = person(8, 'two-steps@example.com');
  const browser = site.newBrowser();
  expect(await signInWithGitHub(browser)).toBe(`${site.url}/sign-in/second-step?returnTo=%2Fclips%2F7`);
  expect((await viewerOf(browser)).userId).toBeNull();
  expect((await browser.post('/api/auth/second-step/verify', { code: codeAt(secret, 1) })).status).toBe(200);
  expect((await viewerOf(browser)).userId).toBe(userId);
});
