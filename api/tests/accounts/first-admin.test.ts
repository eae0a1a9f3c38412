import { afterEach, beforeEach, expect, test } from 'vitest';
import { password, signIn } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeEach(async () => {
  site = await startTestApi();
});
afterEach(() => site.stop());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const person = { name: 'Olga Owner', email: 'owner@example.com', password };

async function newLink(): Promise<{ path: string; token: string }> {
  const link = new URL((await site.api.firstAdmin.createLink()) ?? 'about:blank');
  expect(link.origin).toBe(site.url);
  return { path: `${link.pathname}${link.search}`, token: link.searchParams.get('token') ?? '' };
}

function become(token: string, values: Record<string, string> = person) {
  return site.newBrowser().post('/api/first-admin', new URLSearchParams({ ...values, token }).toString(), form);
}

test('the one-time link creates the first administrator, signs them in and opens the checklist @AUTH-03', async () => {
  const { path, token } = await newLink();
  const page = await site.newBrowser().get(path);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  // With `no-referrer` a browser would send `Origin: null` with the form, which is rejected.
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  const browser = site.newBrowser();
  const created = await browser.post('/api/first-admin', new URLSearchParams({ ...person, token }).toString(), form);
  expect([created.status, created.headers.get('location')]).toEqual([303, '/admin']);
  expect((await browser.graphql('{ isAdmin }')).data).toEqual({ isAdmin: true });
  const { data } = await (await signIn(site, person.email)).graphql('{ isAdmin viewer { name username isAdmin } }');
  expect(data).toMatchObject({ isAdmin: true, viewer: { name: 'Olga Owner', username: 'olga-owner', isAdmin: true } });
});

test('a used, wrong or expired link makes no one an administrator @AUTH-03', async () => {
  const [used, unused] = [await newLink(), await newLink()];
  await site.db.superuser.query(`update auth."verification" set "expiresAt" = now() where "identifier" like 'first-admin:%'`);
  expect((await become(used.token)).status).toBe(410);
  await site.db.superuser.query(`update auth."verification" set "expiresAt" = now() + interval '1 hour'`);
  expect((await become('guessed')).status).toBe(410);
  expect((await become(used.token)).status).toBe(303);
  expect((await become(used.token, { ...person, email: 'second@example.com' })).status).toBe(410);
  expect((await become(unused.token, { ...person, email: 'third@example.com' })).status).toBe(410);
  expect((await site.newBrowser().get(unused.path)).status).toBe(410);
  expect(await site.api.firstAdmin.createLink()).toBeNull();
  const { rows } = await site.db.superuser.query('select email from auth."user"');
  expect(rows).toEqual([{ email: person.email }]);
});

test('two links that are opened at the same time create one administrator @AUTH-03', async () => {
  const links = await Promise.all(Array.from({ length: 4 }, newLink));
  const answers = await Promise.all(links.map(({ token }, index) => become(token, { ...person, email: `owner-${index}@example.com` })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 410, 410, 410]);
  const { rows } = await site.db.superuser.query(
    'select count(*)::int as people, count(*) filter (where is_admin)::int as staff from app_public.users',
  );
  expect(rows).toEqual([{ people: 1, staff: 1 }]);
});

test('one link that is opened twenty times at once creates one administrator and refuses the other requests @AUTH-03', async () => {
  const { token } = await newLink();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => become(token, { ...person, email: `owner-${n}@example.com` })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, ...Array.from({ length: 19 }, () => 410)]);
  const { rows } = await site.db.superuser.query('select count(*)::int as people from app_public.users');
  expect(rows).toEqual([{ people: 1 }]);
});

test('mistakes in the form are reported, and the link stays valid @AUTH-03', async () => {
  const { token } = await newLink();
  const short = await become(token, { name: '<b>', email: 'nobody', password: 'short' });
  expect(short.status).toBe(400);
  expect(short.text).toContain('Use 10 characters or more.');
  expect(short.text).toContain('such as ada@example.com');
  expect(short.text).toContain('value="&lt;b&gt;"');
  await site.db.superuser.query(`insert into auth."user" ("name", "email", "emailVerified") values ('Ada', $1, false)`, [person.email]);
  expect((await become(token)).status).toBe(409);
  expect((await become(token, { ...person, email: 'free@example.com' })).status).toBe(303);
});

test('the token is stored as a hash and never logged @AUTH-03', async () => {
  const { token, path } = await newLink();
  await site.newBrowser().get(path);
  const { rows } = await site.db.superuser.query('select * from auth."verification"');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(site.logLines.join('\n')).not.toContain(token);
});
