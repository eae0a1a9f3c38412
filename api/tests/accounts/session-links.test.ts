import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { readMail, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };

async function newPerson(): Promise<{ browser: Browser; userId: string; email: string }> {
  return signUp(site, `${randomUUID()}@example.com`);
}

/** Returns the path of a sign-in link. */
async function linkFor(email: string): Promise<string> {
  await site.newBrowser().post('/api/auth/sign-in/magic-link', { email, callbackURL: '/library' });
  const { pathname, search } = new URL((await readMail(site, email, /sign-in link/)).link);
  return `${pathname}${search}`;
}

async function viewerIn(browser: Browser): Promise<string | null> {
  const { data } = await browser.graphql<{ viewer: { id: string } | null }>('{ viewer { id } }');
  return data?.viewer?.id ?? null;
}

test.each(['image', 'iframe', 'empty', 'script', 'embed', 'object'])(
  'requesting a sign-in link with %s changes nothing @AUTH-01',
  async (destination) => {
    const { email, userId } = await newPerson();
    const link = await linkFor(email);
    const viewer = site.newBrowser();
    const answer = await viewer.get(link, { 'sec-fetch-dest': destination });
    expect([answer.status, answer.setCookies]).toEqual([403, []]);
    expect(await viewerIn(viewer)).toBeNull();
    // Control: opened as a page, or in a browser without the header, it shows its button.
    expect((await viewer.get(link, destination === 'image' ? {} : opened)).status).toBe(200);
    const followed = await viewer.press(`${site.url}${link}`);
    expect([followed.status, followed.headers.get('location')]).toEqual([302, `${site.url}/library`]);
    expect(await viewerIn(viewer)).toBe(userId);
  },
);

test('signed-in users are asked before a link replaces their session with another account’s @AUTH-01', async () => {
  const [ada, eve] = [await newPerson(), await newPerson()];
  const link = await linkFor(eve.email);
  const question = await ada.browser.get(link, opened);
  expect([question.status, question.setCookies]).toEqual([200, []]);
  expect(question.text).toContain(`You’re signed in as ${ada.email}`);
  expect(question.text).not.toContain(eve.email);
  expect(await viewerIn(ada.browser)).toBe(ada.userId);
  const cookie = ada.browser.cookieHeader;

  const fields = new URLSearchParams({ link: link.slice('/api/auth'.length) }).toString();
  const foreign = await ada.browser.post('/api/sign-in-link', fields, {
    ...form,
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  });
  expect(foreign.status).toBe(403);
  expect(await viewerIn(ada.browser)).toBe(ada.userId);

  const answer = await ada.browser.post('/api/sign-in-link', fields, form);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${site.url}/library`]);
  expect(await viewerIn(ada.browser)).toBe(eve.userId);
  // The previous session has ended.
  const old = await site.newBrowser().post('/graphql', { query: '{ viewer { id } }' }, { cookie });
  expect(old.json()).toMatchObject({ data: { viewer: null } });
});

test('an expired link says so and signs no one out @AUTH-01', async () => {
  const { browser, userId } = await newPerson();
  const fields = new URLSearchParams({ link: '/magic-link/verify?token=x&callbackURL=/library' }).toString();
  const answer = await browser.post('/api/sign-in-link', fields, form);
  expect([answer.status, answer.setCookies]).toEqual([410, []]);
  expect(answer.text).toContain('This link has expired');
  expect(answer.text).toContain('href="/sign-in?returnTo=%2Flibrary"');
  expect(await viewerIn(browser)).toBe(userId);
});

test('a sign-in link that expired says so before its button is pressed, and after @AUTH-01', async () => {
  const { email, browser, userId } = await newPerson();
  const link = await linkFor(email);
  const address = `${site.url}${link}`;
  expect((await browser.open(address)).text).toContain('<button>');
  await site.db.superuser.query(`update auth.verification set "expiresAt" = now() - interval '1 minute' where "value" like $1`, [
    `%${email}%`,
  ]);
  for (const answer of [await browser.open(address), await browser.press(address)]) {
    expect([answer.status, answer.setCookies]).toEqual([410, []]);
    expect(answer.text).toContain('This link has expired');
  }
  expect(await viewerIn(browser)).toBe(userId);
});

test('a link works once: opening it again, here or elsewhere, says so and continues @AUTH-01', async () => {
  const { email, userId } = await newPerson();
  const browser = site.newBrowser();
  await browser.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/library' });
  const { link } = await readMail(site, email, /sign-in link/);
  const page = await browser.open(link);
  expect(page.text).not.toContain('another browser');
  const elsewhere = site.newBrowser();
  expect((await elsewhere.open(link)).text).toContain('This link was requested in another browser');
  // Of two simultaneous presses, one signs in.
  const presses = await Promise.all([browser.press(link), elsewhere.press(link)]);
  expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([200, 302]));
  const [first, second] = presses[0]?.status === 302 ? [browser, elsewhere] : [elsewhere, browser];
  expect([await viewerIn(first), await viewerIn(second)]).toEqual([userId, null]);
  for (const again of [await first.open(link), await first.press(link)]) {
    expect([again.status, again.setCookies]).toEqual([200, []]);
    expect(again.text).toContain('You’re already signed in');
    expect(again.text).toContain('<a href="/library">Continue</a>');
  }
  const other = await second.open(link);
  expect(other.text).toContain('This link has already been used');
  expect(other.text).toContain('href="/sign-in?returnTo=%2Flibrary"');
});

test('a link that confirms an address says that it is confirmed when it is opened twice @AUTH-01', async () => {
  const { browser, email, userId } = await newPerson();
  const { link } = await readMail(site, email, /Confirm/);
  const again = await browser.press(link);
  expect([again.status, again.setCookies]).toEqual([200, []]);
  expect(again.text).toContain('Your email address is already confirmed');
  expect(again.text).toContain('<a href="/">Continue</a>');
  expect(await viewerIn(browser)).toBe(userId);
  expect((await site.newBrowser().open(link)).text).toContain('Sign in to continue.');
});

test.each(['//evil.example', 'https://evil.example'])('a link that leads to %s is refused @AUTH-02', async (address) => {
  const link = `/magic-link/verify?token=x&callbackURL=${encodeURIComponent(address)}`;
  const answer = await site.newBrowser().get(`/api/auth${link}`);
  expect([answer.status, answer.json().code]).toEqual([400, 'INVALID_RETURN_ADDRESS']);
  expect((await site.newBrowser().post('/api/sign-in-link', new URLSearchParams({ link }).toString(), form)).status).toBe(400);
});

test.each(['', '/sign-out', '//evil.example/magic-link/verify', '/magic-link/verify/../sign-out'])(
  'only emailed links are accepted, not %j',
  async (link) => {
    const { browser, userId } = await newPerson();
    const answer = await browser.post('/api/sign-in-link', new URLSearchParams({ link }).toString(), form);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('This isn’t a link from one of our emails');
    expect(await viewerIn(browser)).toBe(userId);
  },
);
