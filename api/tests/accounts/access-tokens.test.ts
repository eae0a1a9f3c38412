import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, GraphQLAnswer } from '../browser.ts';
import { password, readMail, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi({ trustProxy: 1 });
});
afterAll(() => site.stop());

const sql = async <TRow extends object>(text: string, values: readonly unknown[] = []) =>
  (await site.db.superuser.query<TRow>(text, [...values])).rows;
const newPerson = (name?: string) => signUp(site, `${randomUUID()}@example.com`, name);
const newAdmin = async () => {
  const person = await newPerson();
  await sql('update app_public.users set is_admin = true where id = $1', [person.userId]);
  return person;
};

const create = (browser: Browser, input: object = {}) =>
  browser.post('/api/auth/access-tokens/create', { name: 'Robot', scope: 'READ', expiresAt: null, password, ...input });

async function tokenOf(browser: Browser, input: object = {}): Promise<string> {
  const answer = await create(browser, input);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json() as { token: string }).token;
}

/** Sends a GraphQL operation as a program does: with a token, from no page of the site. */
async function ask<TData = Record<string, never>>(
  token: string,
  query: string,
  variables: object = {},
  { browser = site.newBrowser(), headers = {} }: { browser?: Browser; headers?: Record<string, string> } = {},
): Promise<GraphQLAnswer<TData> & { headers: Headers }> {
  const answer = await browser.post(
    '/graphql',
    { query, variables },
    { accept: 'application/graphql-response+json', authorization: `Bearer ${token}`, ...headers },
  );
  return { ...(answer.json() as Omit<GraphQLAnswer<TData>, 'status'>), status: answer.status, headers: answer.headers };
}

const whoAmI = '{ viewer { id } }';
type WhoAmI = { viewer: { id: string } | null };
const idOf = async (token: string, options: Parameters<typeof ask>[3] = {}) =>
  (await ask<WhoAmI>(token, whoAmI, {}, options)).data?.viewer?.id;
const setBiography =
  'mutation m($id: UUID!, $text: String!) { updateUserById(input: { id: $id, patch: { biography: $text } }) { user { id } } }';
const reasonOf = ({ errors }: { errors?: GraphQLAnswer<unknown>['errors'] }) => errors?.[0]?.extensions?.['reason'];
const ownTokens = async (browser: Browser) => {
  const fields = 'id name scope ending createdAt expiresAt lastUsedAt lastClient';
  const query = `{ viewer { accessTokens { nodes { ${fields} } } } }`;
  type Tokens = { viewer: { accessTokens: { nodes: { id: string; lastUsedAt: string | null; lastClient: string | null }[] } } };
  return (await browser.graphql<Tokens>(query)).data?.viewer.accessTokens.nodes ?? [];
};

describe('an access token', () => {
  test('is shown once, stored as a hash, listed, used, and revoked only by its user @LOGIN-03', async () => {
    const { browser, userId, email } = await newPerson();
    const token = await tokenOf(browser, { expiresAt: new Date(Date.now() + 86_400_000).toISOString() });
    expect(token).toMatch(/^nl_pat_[A-Za-z0-9_-]{43}$/);
    expect(await idOf(token, { headers: { 'user-agent': 'robot/1.0' } })).toBe(userId);
    const hash = createHash('sha256').update(token).digest();
    expect(await sql('select from auth.access_token_hashes where hash = $1', [hash])).toHaveLength(1);
    const { rows: everything } = await site.db.superuser.query<{ text: string }>(
      `select string_agg(to_jsonb(t)::text, '') as text from app_public.access_tokens t where user_id = $1`,
      [userId],
    );
    expect(everything[0]?.text).not.toContain(token.slice(0, -4));

    await site.api.noteSessionUses();
    const [listed] = await ownTokens(browser);
    expect(listed).toMatchObject({ name: 'Robot', scope: 'READ', ending: token.slice(-4), lastClient: 'robot/1.0' });
    expect(listed?.lastUsedAt).not.toBeNull();
    expect((await readMail(site, email, /new access token/)).text).toContain('Robot');

    const stranger = await newPerson();
    await stranger.browser.post('/api/auth/access-tokens/revoke', { id: listed?.id });
    expect(await idOf(token)).toBe(userId);
    expect((await browser.post('/api/auth/access-tokens/revoke', { id: listed?.id })).status).toBe(200);
    const refused = await ask(token, whoAmI);
    expect([refused.status, reasonOf(refused)]).toEqual([401, 'ACCESS_TOKEN_INVALID']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(await ownTokens(browser)).toEqual([]);
  });

  test('is created with a password and a session; no token creates or revokes tokens or reaches another route @LOGIN-03', async () => {
    const { browser, userId } = await newPerson();
    expect((await create(browser, { password: 'not this one' })).json().code).toBe('INVALID_PASSWORD');
    expect((await create(site.newBrowser())).status).toBe(401);
    const token = await tokenOf(browser, { scope: 'WRITE' });
    const authorization = `Bearer ${token}`;
    const program = site.newBrowser();
    const input = { name: 'Robot', scope: 'READ', expiresAt: null, password };
    const paths = [
      'access-tokens/create',
      'access-tokens/revoke',
      'change-password',
      'email-change/request',
      'second-step/begin',
      'delete-user',
    ];
    for (const path of paths) {
      const body = { ...input, id: randomUUID(), newEmail: 'x@example.com', currentPassword: password, newPassword: 'another password' };
      expect((await program.post(`/api/auth/${path}`, body, { authorization })).status, path).toBe(401);
    }
    expect((await program.get('/api/own-data', { authorization })).status).toBe(303);
    expect((await program.get('/api/auth/get-session', { authorization })).text).toBe('null');
    expect((await site.api.viewerOf(new Headers({ authorization }))).userId).toBeNull();
    // All of these work with the session (control).
    expect((await browser.get('/api/own-data')).status).toBe(200);
    expect((await site.api.viewerOf({ cookie: browser.cookieHeader })).userId).toBe(userId);
  });

  test.each([
    ['an empty name', { name: ' ' }],
    ['a name of several lines', { name: 'One\nTwo' }],
    ['another scope', { scope: 'OWNER' }],
    ['no choice of an expiry', { expiresAt: undefined }],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
  ])('is refused with %s @LOGIN-03', async (_what, input) => {
    const { browser } = await newPerson();
    expect((await create(browser, input)).status).toBe(400);
    expect(await ownTokens(browser)).toEqual([]);
  });

  test('alone decides who the caller is: a session cookie in the same request is ignored @LOGIN-03', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const token = await tokenOf(one.browser);
    expect(await idOf(token, { browser: other.browser })).toBe(one.userId);
    expect((await ask(`nl_pat_${'x'.repeat(43)}`, whoAmI, {}, { browser: other.browser })).status).toBe(401);
    expect((await ask('', whoAmI, {}, { browser: other.browser })).status).toBe(401);
    // A proxy may protect the whole site with its own password, which isn't a token.
    const basic = await other.browser.post('/graphql', { query: whoAmI }, { authorization: 'Basic eDp5' });
    expect((basic.json() as { data?: WhoAmI }).data?.viewer?.id).toBe(other.userId);
    const get = await site.newBrowser().get(`/graphql?query=${encodeURIComponent(whoAmI)}`, { authorization: `bearer ${token}` });
    expect((get.json() as { data?: WhoAmI }).data?.viewer?.id).toBe(one.userId);
    expect(get.headers.get('vary')).toContain('Authorization');
  });

  test('stops working when it expires, and with a suspended or deleted account @LOGIN-03', async () => {
    const [expired, suspended, deleted] = [await newPerson(), await newPerson(), await newPerson()];
    const tokens = [];
    for (const { browser, userId } of [expired, suspended, deleted]) {
      const token = await tokenOf(browser);
      tokens.push(token);
      expect(await idOf(token)).toBe(userId);
    }
    await sql(
      `update app_public.access_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where user_id = $1`,
      [expired.userId],
    );
    await sql('update auth."user" set banned = true where id = $1', [suspended.userId]);
    await sql('delete from auth."user" where id = $1', [deleted.userId]);
    for (const token of tokens) expect((await ask(token, whoAmI)).status).toBe(401);
    expect(await sql('select from app_public.access_tokens where user_id = $1', [deleted.userId])).toEqual([]);
  });

  test('survives a password change, and the email about the change lists it @LOGIN-03', async () => {
    const { browser, userId, email } = await newPerson();
    const token = await tokenOf(browser, { name: 'Nightly export' });
    const answer = await browser.post('/api/auth/change-password', { currentPassword: password, newPassword: 'another password' });
    expect(answer.status, answer.text).toBe(200);
    expect((await readMail(site, email, /password .* was changed/)).text).toContain('Nightly export');
    expect(await idOf(token)).toBe(userId);
  });

  test('is limited to 50 per user, including tokens that are created at the same time @LOGIN-03', async () => {
    const { browser, userId } = await newPerson();
    await sql(
      `insert into app_public.access_tokens (user_id, name, scope, ending) select $1, 'Robot', 'READ', 'abcd' from generate_series(1, 48)`,
      [userId],
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(browser)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409]);
    expect(answers.map((answer) => answer.json().code)).toContain('ACCESS_TOKEN_LIMIT_REACHED');
    expect(await ownTokens(browser)).toHaveLength(50);
  });
});

describe('the scope', () => {
  test('read changes nothing, and write can change data @LOGIN-03', async () => {
    const { browser, userId: id } = await newPerson();
    const [reading, writing] = [await tokenOf(browser), await tokenOf(browser, { scope: 'WRITE' })];
    const refused = await ask(reading, setBiography, { id, text: 'By a reader' });
    expect(reasonOf(refused)).toBe('ACCESS_TOKEN_READ_ONLY');
    const form = '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{}\r\n--x--\r\n';
    const upload = await site.newBrowser().post('/graphql', form, {
      'content-type': 'multipart/form-data; boundary=x',
      authorization: `Bearer ${reading}`,
    });
    expect([upload.status, reasonOf(upload.json())]).toEqual([403, 'ACCESS_TOKEN_READ_ONLY']);
    expect((await ask(writing, setBiography, { id, text: 'By a writer' })).errors).toBeUndefined();
    expect(await sql('select biography from app_public.users where id = $1', [id])).toEqual([{ biography: 'By a writer' }]);
  });

  test('admin is for administrators, and ends when they lose the role @LOGIN-03', async () => {
    const learner = await newPerson();
    expect((await create(learner.browser, { scope: 'ADMIN' })).json().code).toBe('ADMIN_REQUIRED');
    const { browser, userId } = await newAdmin();
    const [reading, writing, all] = [
      await tokenOf(browser),
      await tokenOf(browser, { scope: 'WRITE' }),
      await tokenOf(browser, { scope: 'ADMIN' }),
    ];
    // SQL, a server feature with a login of its own, and rows that only a policy allows.
    const queries = ['{ administrationOverview { peopleCount } }', '{ jobs { id } }', '{ oldestDueJobSeconds }'];
    for (const query of queries) {
      expect((await ask(all, query)).errors, query).toBeUndefined();
      for (const token of [reading, writing]) expect(reasonOf(await ask(token, query)), query).toBe('ADMIN_REQUIRED');
    }
    const others = 'query q($id: UUID!) { userById(id: $id) { accessTokens { nodes { id } } } }';
    await tokenOf(learner.browser);
    type Tokens = { userById: { accessTokens: { nodes: object[] } } };
    const seen = async (token: string) =>
      (await ask<Tokens>(token, others, { id: learner.userId })).data?.userById.accessTokens.nodes.length;
    expect([await seen(all), await seen(writing), await seen(reading)]).toEqual([1, 0, 0]);

    await sql('update app_public.users set is_admin = true where id = $1', [learner.userId]);
    await sql('update app_public.users set is_admin = false where id = $1', [userId]);
    for (const query of queries) expect(reasonOf(await ask(all, query)), query).toBe('ADMIN_REQUIRED');
    expect(await idOf(all)).toBe(userId);
  });

  test('admin can’t give anyone a role: that requires a session @LOGIN-03', async () => {
    const [{ browser }, learner] = [await newAdmin(), await newPerson()];
    const token = await tokenOf(browser, { scope: 'ADMIN' });
    const call = 'mutation m($id: UUID!) { setAdmin(input: { userId: $id, isAdmin: true }) { user { isAdmin } } }';
    expect(reasonOf(await ask(token, call, { id: learner.userId }))).toBe('SESSION_REQUIRED');
    expect(await sql('select is_admin from app_public.users where id = $1', [learner.userId])).toEqual([{ is_admin: false }]);
    expect((await browser.graphql(call, { id: learner.userId })).errors).toBeUndefined();
  });
});

test('lets administrators see and revoke a user’s tokens, and the audit log records it @LOGIN-03 @ADMIN-01', async () => {
  const [admin, author, learner] = [await newAdmin(), await newPerson(), await newPerson()];
  const token = await tokenOf(learner.browser, { name: 'Lost laptop' });
  const query = 'query q($id: UUID!) { userById(id: $id) { accessTokens { nodes { id name } } } }';
  type Tokens = { userById: { accessTokens: { nodes: { id: string; name: string }[] } } };
  const seenBy = async (browser: Browser) =>
    (await browser.graphql<Tokens>(query, { id: learner.userId })).data?.userById.accessTokens.nodes ?? [];
  expect(await seenBy(site.newBrowser())).toEqual([]);
  expect(await seenBy(author.browser)).toEqual([]);
  const [seen] = await seenBy(admin.browser);
  expect(seen?.name).toBe('Lost laptop');
  const revoke = 'mutation m($id: UUID!) { revokeAccessToken(input: { tokenId: $id }) { user { id } } }';
  for (const browser of [site.newBrowser(), author.browser, learner.browser])
    expect((await browser.graphql(revoke, { id: seen?.id })).errors).toHaveLength(1);
  expect(await idOf(token)).toBe(learner.userId);
  expect((await admin.browser.graphql(revoke, { id: seen?.id })).errors).toBeUndefined();
  expect((await ask(token, whoAmI)).status).toBe(401);
  expect(await sql(`select details ->> 'name' as name from app_public.audit_log where subject_id = $1`, [learner.userId])).toEqual([
    { name: 'Lost laptop' },
  ]);
});

test('limits invalid tokens by subnet: a subnet that sends too many has to wait @LOGIN-03', async () => {
  const { browser, userId } = await newPerson();
  const token = await tokenOf(browser);
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const statuses = new Set<number>();
  for (let count = 0; count < 60; count += 1) statuses.add((await ask('nl_pat_wrong', whoAmI, {}, from('203.0.113.7'))).status);
  expect([...statuses]).toEqual([401]);
  await ask('nl_pat_wrong', whoAmI, {}, from('203.0.113.7'));
  const waiting = await ask(token, whoAmI, {}, from('203.0.113.7'));
  expect([waiting.status, reasonOf(waiting)]).toEqual([429, 'ACCESS_TOKEN_FAILURES']);
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await idOf(token, from('203.0.113.8'))).toBe(userId);
});
