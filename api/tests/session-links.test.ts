import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { readMail, signUp } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

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

/** The path of a link that signs somebody in. */
async function linkFor(email: string): Promise<string> {
  await site.newBrowser().post('/api/auth/sign-in/magic-link', { email, callbackURL: '/library' });
  const { pathname, search } = new URL((await readMail(site, email, /link to sign in/)).link);
  return `${pathname}${search}`;
}

async function viewerIn(browser: Browser): Promise<string | null> {
  const { data } = await browser.graphql<{ viewer: { id: string } | null }>('{ viewer { id } }');
  return data?.viewer?.id ?? null;
}

test.each(['image', 'iframe', 'empty', 'script', 'embed', 'object'])(
  'a link that signs in does nothing as %s @AUTH-01',
  async (destination) => {
    const { email, userId } = await newPerson();
    const link = await linkFor(email);
    const viewer = site.newBrowser();
    const answer = await viewer.get(link, { 'sec-fetch-dest': destination });
    expect([answer.status, answer.setCookies]).toEqual([403, []]);
    expect(await viewerIn(viewer)).toBeNull();
    // Opened as a page it works, and in a browser that does not tell.
    const followed = await viewer.get(link, destination === 'image' ? {} : opened);
    expect([followed.status, followed.headers.get('location')]).toEqual([302, `${site.url}/library`]);
    expect(await viewerIn(viewer)).toBe(userId);
  },
);

test('whoever is signed in is asked before another’s link takes their place @AUTH-01', async () => {
  const [ada, eve] = [await newPerson(), await newPerson()];
  const link = await linkFor(eve.email);
  const question = await ada.browser.get(link, opened);
  expect([question.status, question.setCookies]).toEqual([200, []]);
  expect(question.text).toContain(`You are signed in as ${ada.email}`);
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
  // The session before it has ended.
  const old = await site.newBrowser().post('/graphql', { query: '{ viewer { id } }' }, { cookie });
  expect(old.json()).toMatchObject({ data: { viewer: null } });
});

test('a link that has ended signs nobody out @AUTH-01', async () => {
  const { browser, userId } = await newPerson();
  const answer = await browser.post('/api/sign-in-link', new URLSearchParams({ link: '/magic-link/verify?token=x' }).toString(), form);
  expect(answer.headers.get('location')).toContain('error=');
  expect(await viewerIn(browser)).toBe(userId);
});

test('one’s own link to confirm the address asks nothing when it is opened twice @AUTH-01', async () => {
  const { browser, email, userId } = await newPerson();
  const { link } = await readMail(site, email, /Confirm/);
  const { pathname, search } = new URL(link);
  expect((await browser.get(`${pathname}${search}`, opened)).status).toBe(302);
  expect(await viewerIn(browser)).toBe(userId);
});

test.each(['', '/sign-out', '//evil.example/magic-link/verify', '/magic-link/verify/../sign-out'])(
  'the answer takes links of mails alone: %j',
  async (link) => {
    const { browser, userId } = await newPerson();
    const answer = await browser.post('/api/sign-in-link', new URLSearchParams({ link }).toString(), form);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('no link of a mail');
    expect(await viewerIn(browser)).toBe(userId);
  },
);
