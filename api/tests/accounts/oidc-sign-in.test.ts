import { randomUUID } from 'node:crypto';
import { startSignInElsewhere } from '../../../web/app/shared/login/auth-requests.ts';
import { createSignInLink } from '@newline/api/features/accounts/sign-in-link';
import type { OidcProvider } from '@newline/api/features/accounts/oidc-settings';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, signIn, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { codeAt } from '../totp-code.ts';
import { type IssuerPerson, startTestIssuer, type TestIssuer } from './test-issuer.ts';

let issuer: TestIssuer;
let other: TestIssuer;
let site: TestApi;
let only: TestApi;
const settingsOf = ({ url, clientId, clientSecret }: TestIssuer, more: Partial<OidcProvider>): OidcProvider => ({
  id: 'company',
  name: 'Acme & Co',
  issuer: url,
  clientId,
  clientSecret,
  scopes: ['openid', 'email', 'profile'],
  rolesClaim: 'groups',
  roles: { administrator: ['admins'], author: ['authors'] },
  isEmailTrusted: false,
  isPrivate: true,
  isSignOutShared: false,
  ...more,
});
beforeAll(async () => {
  [issuer, other] = await Promise.all([startTestIssuer(), startTestIssuer()]);
  const company = settingsOf(issuer, {});
  const partner = settingsOf(other, { id: 'partner', name: 'Partner', isSignOutShared: true });
  const closed = settingsOf(issuer, { id: 'closed', name: 'Not allowed', isPrivate: false });
  site = await startTestApi({ env: { oidc: { providers: [company, partner, closed], isOnly: false } } });
  only = await startTestApi({ env: { oidc: { providers: [company, partner], isOnly: true } } });
});
afterAll(() => Promise.all([site.stop(), only.stop(), issuer.stop(), other.stop()]));
afterEach(() => {
  issuer.tamper = null;
});

/** Goes to the provider as this person; returns the URL that leads back to the site. */
async function walk(browser: Browser, person: IssuerPerson, provider = 'company', callbackURL = '/clips/7'): Promise<URL> {
  const at = provider === 'partner' ? other : issuer;
  at.person = person;
  const url = await startSignInElsewhere(provider, callbackURL, async (path, body) => {
    const started = await browser.post(`/api/auth${path}`, body);
    expect(started.status, started.text).toBe(200);
    return started.json();
  });
  return at.walk(url);
}
const comeBack = async (browser: Browser, { pathname, search }: URL) =>
  (await browser.get(`${pathname}${search}`)).headers.get('location')?.replace(/^http:\/\/127\.0\.0\.1:\d+/, '') ?? '';
const enter = async (browser: Browser, person: IssuerPerson, provider?: string) => comeBack(browser, await walk(browser, person, provider));
const viewerOf = (browser: Browser, of = site) => of.api.viewerOf({ cookie: browser.cookieHeader });
const sql = async <TRow extends object>(text: string, values: unknown[] = [], of = site) =>
  (await of.db.superuser.query<TRow>(text, values)).rows;
const newPerson = (more: Partial<IssuerPerson> = {}): IssuerPerson & { email: string } => {
  const sub = randomUUID();
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Olive Example', ...more };
};

describe('signing in with OpenID Connect @LOGIN-02', () => {
  test('the first time creates an account and returns to where the user was; later the subject finds it, whatever the address', async () => {
    const person = newPerson();
    const browser = site.newBrowser();
    expect(await enter(browser, person)).toBe('/clips/7');
    const { userId, email } = await viewerOf(browser);
    expect(email).toBe(person.email);
    const again = site.newBrowser();
    expect(await enter(again, { ...person, email: 'elsewhere@example.com', email_verified: false })).toBe('/clips/7');
    expect(await viewerOf(again)).toMatchObject({ userId, email: person.email });
    // None of the provider's tokens is stored.
    const stored = await sql('select * from auth."account" where "userId" = $1', [userId]);
    expect(stored).toMatchObject([{ providerId: 'company', accountId: person.sub, accessToken: null, refreshToken: null, idToken: null }]);
  });

  test('a confirmed address that an account has on both sides connects it, and the account lists it', async () => {
    const { browser, userId, email } = await signUp(site, `${randomUUID()}@example.com`);
    const there = site.newBrowser();
    expect(await enter(there, newPerson({ email }))).toBe('/clips/7');
    expect((await viewerOf(there)).userId).toBe(userId);
    expect((await site.api.ownSecurity({ cookie: browser.cookieHeader }))?.connections).toMatchObject([{ providerId: 'company' }]);
    // Several providers are one account.
    const partner = site.newBrowser();
    await enter(partner, newPerson({ email }), 'partner');
    expect((await viewerOf(partner)).userId).toBe(userId);
  });

  test('an address that the provider has not confirmed opens nothing, and creates nothing', async () => {
    const { userId, email } = await signUp(site, `${randomUUID()}@example.com`);
    for (const unconfirmed of [{ email_verified: false }, { email_verified: 'no' }, { email_verified: undefined }]) {
      for (const person of [newPerson({ email, ...unconfirmed }), newPerson(unconfirmed)]) {
        const browser = site.newBrowser();
        expect(await enter(browser, person)).toBe('/sign-in?error=provider_email_not_verified&provider=company');
        expect((await viewerOf(browser)).userId).toBeNull();
        expect(await sql('select from auth."account" where "accountId" = $1', [person.sub])).toEqual([]);
      }
    }
    expect(await sql(`select "providerId" from auth."account" where "userId" = $1`, [userId])).toEqual([{ providerId: 'credential' }]);
    expect(await enter(site.newBrowser(), newPerson({ email, email_verified: 'true' }))).toBe('/clips/7');
  });

  test('an account whose own address is not confirmed is not connected', async () => {
    const email = `${randomUUID()}@example.com`;
    await site.newBrowser().post('/api/auth/sign-up/email', { email, password, name: 'Prepared' });
    const browser = site.newBrowser();
    expect(await enter(browser, newPerson({ email }))).toBe('/sign-in?provider=company&error=account_not_linked');
    expect((await viewerOf(browser)).userId).toBeNull();
  });

  test('where two-step sign-in is on, its second step follows', async () => {
    const { browser, email, userId } = await signUp(site, `${randomUUID()}@example.com`);
    const { secret } = (await browser.post('/api/auth/second-step/begin', { password })).json() as { secret: string };
    await browser.post('/api/auth/second-step/confirm', { code: codeAt(secret) });
    await sql('update auth.authenticators set last_step = 0 where user_id = $1', [userId]);
    const there = site.newBrowser();
    expect(await enter(there, newPerson({ email }))).toBe('/sign-in/second-step?returnTo=%2Fclips%2F7');
    expect((await viewerOf(there)).userId).toBeNull();
    expect((await there.post('/api/auth/second-step/verify', { code: codeAt(secret) })).status).toBe(200);
    expect((await viewerOf(there)).userId).toBe(userId);
  });

  test('a provider on a private network is reached only if its settings allow it', async () => {
    const refused = await site.newBrowser().post('/api/auth/sign-in/social', { provider: 'closed', callbackURL: '/' });
    expect([refused.status, refused.json().code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    expect((await site.newBrowser().post('/api/auth/sign-in/social', { provider: 'company', callbackURL: '/' })).status).toBe(200);
  });

  test('signing out leads to the provider’s page for it, for one whose settings say so', async () => {
    const [here, there] = [site.newBrowser(), site.newBrowser()];
    await enter(here, newPerson());
    await enter(there, newPerson(), 'partner');
    const signOut = async (browser: Browser) =>
      ((await browser.post('/api/auth/sign-out', { disableRedirect: true })).json() as { url?: string }).url;
    expect(await signOut(here)).toBeUndefined();
    const url = new URL((await signOut(there)) ?? '');
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([other.url, `${site.url}/`]);
    expect((await viewerOf(there)).userId).toBeNull();
  });
});

describe('what a hostile answer cannot do @LOGIN-02', () => {
  type Claims = Record<string, unknown>;
  const claimsOf = (token: unknown) => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Claims;
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = () => Math.floor(Date.now() / 1000);
  const strangersKey = async () =>
    (
      await crypto.subtle.generateKey(
        { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
        true,
        ['sign', 'verify'],
      )
    ).privateKey;
  const hmac = async (header: object, claims: Claims) => {
    const key = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(issuer.clientSecret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${Buffer.from(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))).toString('base64url')}`;
  };
  /** Each makes another ID token of an honest one; the first leaves it as it is, and signs in. The log says why the others didn't. */
  const tokens: readonly (readonly [string, reason: string | null, (claims: Claims) => Promise<string>])[] = [
    ['an honest token (control)', null, (claims) => issuer.sign(claims)],
    ['another nonce', 'another nonce', (claims) => issuer.sign({ ...claims, nonce: 'of another sign-in' })],
    ['no nonce', 'missing required "nonce"', ({ nonce: _nonce, ...claims }) => issuer.sign(claims)],
    ['another audience', 'unexpected "aud"', (claims) => issuer.sign({ ...claims, aud: 'another site' })],
    ['two audiences, none of which it is for', 'for another client', (claims) => issuer.sign({ ...claims, aud: [issuer.clientId, 'another site'] })],
    ['another authorized party', 'for another client', (claims) => issuer.sign({ ...claims, azp: 'another site' })],
    ['another issuer', 'unexpected "iss"', (claims) => issuer.sign({ ...claims, iss: 'https://evil.example' })],
    ['a token that has expired', '"exp" claim', (claims) => issuer.sign({ ...claims, exp: now() - 60 })],
    ['a token without an end', 'missing required "exp"', ({ exp: _exp, ...claims }) => issuer.sign(claims)],
    ['a token of an hour ago', '"iat" claim', (claims) => issuer.sign({ ...claims, iat: now() - 3600 })],
    ['a token that is not valid yet', '"nbf" claim', (claims) => issuer.sign({ ...claims, nbf: now() + 600 })],
    ['no subject', 'missing required "sub"', ({ sub: _sub, ...claims }) => issuer.sign(claims)],
    ['another subject than the userinfo', 'about another subject', (claims) => issuer.sign({ ...claims, sub: 'somebody else' })],
    ['the key of a stranger', 'signature verification failed', async (claims) => issuer.sign(claims, await strangersKey())],
    ['no signature', 'ERR_JOSE_ALG_NOT_ALLOWED', async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['no signature, under the name of a key', 'ERR_JOSE_ALG_NOT_ALLOWED', async (claims) => `${encode({ alg: 'none', kid: 'key-1' })}.${encode(claims)}.`],
    ['a signature with the client’s secret', 'ERR_JOSE_ALG_NOT_ALLOWED', (claims) => hmac({ alg: 'HS256' }, claims)],
    ['a signature with the client’s secret, under the name of a key', 'ERR_JOSE_ALG_NOT_ALLOWED', (claims) => hmac({ alg: 'HS256', kid: 'key-1' }, claims)],
    [
      'a changed token with the signature of the honest one',
      'signature verification failed',
      async (claims) => {
        const [header, , signature] = (await issuer.sign(claims)).split('.');
        return `${header}.${encode({ ...claims, sub: 'somebody else' })}.${signature}`;
      },
    ],
    ['no token', 'Invalid Compact JWS', async () => ''],
  ];

  test.each(tokens)('%s', async (_name, reason, forge) => {
    const person = newPerson();
    const browser = site.newBrowser();
    issuer.tamper = async (path, body) => (path === '/token' ? { ...body, id_token: await forge(claimsOf(body['id_token'])) } : body);
    const logged = site.logLines.length;
    expect(await enter(browser, person)).toBe(reason === null ? '/clips/7' : '/sign-in?error=provider_refused&provider=company');
    expect((await viewerOf(browser)).email).toBe(reason === null ? person.email : null);
    expect(await sql('select from auth."user" where "email" = $1', [person.email])).toHaveLength(reason === null ? 1 : 0);
    const why = site.logLines.slice(logged).map((line) => (JSON.parse(line) as { reason?: string }).reason ?? '');
    if (reason === null) expect(why.join('')).toBe('');
    else expect(why.join('\n')).toContain(reason);
  });

  test('the userinfo of somebody else', async () => {
    const victim = await signUp(site, `${randomUUID()}@example.com`);
    const browser = site.newBrowser();
    issuer.tamper = async (path, body) =>
      path === '/me' ? { ...body, sub: 'the victim', email: victim.email, email_verified: true } : body;
    expect(await enter(browser, newPerson())).toBe('/sign-in?error=provider_refused&provider=company');
    expect((await viewerOf(browser)).userId).toBeNull();
  });

  test('a callback of another browser, with another state, without one, or a second time', async () => {
    const person = newPerson();
    const browser = site.newBrowser();
    const back = await walk(browser, person);
    const stranger = site.newBrowser();
    expect(await comeBack(stranger, back)).toMatch(/^\/sign-in\?.*error=state_mismatch/);
    const changed = new URL(back);
    changed.searchParams.set('state', 'another');
    expect(await comeBack(browser, changed)).toMatch(/^\/sign-in\?.*error=/);
    changed.searchParams.delete('state');
    expect(await comeBack(browser, changed)).toMatch(/^\/sign-in\?.*error=state_not_found/);
    for (const { userId } of [await viewerOf(stranger), await viewerOf(browser)]) expect(userId).toBeNull();
    // The honest callback still works, once.
    const honest = site.newBrowser();
    const itsBack = await walk(honest, person);
    expect(await comeBack(honest, itsBack)).toBe('/clips/7');
    await honest.post('/api/auth/sign-out', {});
    expect(await comeBack(honest, itsBack)).toMatch(/^\/sign-in\?.*error=/);
    expect((await viewerOf(honest)).userId).toBeNull();
  });

  test('a callback of another provider’s response', async () => {
    const browser = site.newBrowser();
    const back = await walk(browser, newPerson());
    back.pathname = back.pathname.replace('company', 'partner');
    expect(await comeBack(browser, back)).toMatch(/^\/sign-in\?.*error=/);
    expect((await viewerOf(browser)).userId).toBeNull();
  });

  test('an ID token that a script sends', async () => {
    const { sub, email } = newPerson();
    const token = await issuer.sign({
      sub,
      email,
      email_verified: true,
      iss: issuer.url,
      aud: issuer.clientId,
      exp: now() + 600,
      nonce: 'n',
    });
    const browser = site.newBrowser();
    const answer = await browser.post('/api/auth/sign-in/social', { provider: 'company', idToken: { token, nonce: 'n' } });
    expect(answer.status).toBe(404);
    expect((await viewerOf(browser)).userId).toBeNull();
  });
});

describe('roles of a claim @LOGIN-02', () => {
  const rolesOf = async (browser: Browser) => {
    const { data } = await browser.graphql<{ isAuthor: boolean }>('{ isAuthor }');
    return { role: (await viewerOf(browser)).role, isAuthor: data?.isAuthor };
  };
  const linesOf = async (userId: string | null) =>
    (
      await sql<{ line: string }>(
        `select action || coalesce(' ' || (details ->> 'role') || ' ' || (details ->> 'change') || ' ' || (details ->> 'provider'), '') as line
       from app_public.audit_log where subject_id = $1 and user_id is null order by id`,
        [userId],
      )
    ).map(({ line }) => line);

  test('are given and taken with each sign-in, which the audit log says', async () => {
    // Somebody else is an administrator, so nobody is the last one.
    const { userId: keeper } = await signUp(site, `${randomUUID()}@example.com`);
    await sql('update app_public.users set is_admin = true where id = $1', [keeper]);
    const person = newPerson({ groups: ['authors', 'lunch'] });
    const browser = site.newBrowser();
    await enter(browser, person);
    expect(await rolesOf(browser)).toEqual({ role: 'learner', isAuthor: true });
    expect((await browser.graphql('mutation { createCourse(input: { title: "By claim" }) { course { id } } }')).errors).toBeUndefined();
    await enter(browser, { ...person, groups: 'admins' });
    expect(await rolesOf(browser)).toEqual({ role: 'admin', isAuthor: true });
    await enter(browser, { ...person, groups: ['Admins', 'admin', { admins: true }] });
    expect((await rolesOf(browser)).role).toBe('learner');
    expect(await linesOf((await viewerOf(browser)).userId)).toEqual([
      'role.follow_claim author given company',
      'role.give',
      'role.follow_claim author taken company',
      'role.follow_claim administrator given company',
      'role.take',
      'role.follow_claim administrator taken company',
    ]);
  });

  test('a role that an administrator gave stays; one of two providers is enough; the last administrator keeps it', async () => {
    const { userId: keeper } = await signUp(site, `${randomUUID()}@example.com`);
    await sql('update app_public.users set is_admin = true where id = $1', [keeper]);
    const given = newPerson();
    const browser = site.newBrowser();
    await enter(browser, given);
    await sql('update app_public.users set is_admin = true where id = $1', [(await viewerOf(browser)).userId]);
    for (const groups of [['admins'], []]) await enter(browser, { ...given, groups });
    expect((await viewerOf(browser)).role).toBe('admin');

    const claimed = newPerson({ groups: ['admins'] });
    const both = site.newBrowser();
    await enter(both, claimed);
    await enter(both, newPerson({ email: claimed.email, groups: ['admins'] }), 'partner');
    await enter(both, { ...claimed, groups: [] });
    const { userId, role } = await viewerOf(both);
    expect(role).toBe('admin');
    await sql('update app_public.users set is_admin = false where is_admin and id <> $1', [userId]);
    const { sub } = other.person;
    await enter(both, { ...claimed, sub, groups: [] }, 'partner');
    expect([(await viewerOf(both)).role, (await linesOf(userId)).at(-1)]).toEqual([
      'admin',
      'role.follow_claim administrator kept partner',
    ]);
    // Later there is another one.
    await sql('update app_public.users set is_admin = true where id = $1', [keeper]);
    await enter(both, { ...claimed, sub, groups: [] }, 'partner');
    expect((await viewerOf(both)).role).toBe('learner');
  });

  test('are not for somebody who is suspended, and end with the connection', async () => {
    const { userId: keeper } = await signUp(site, `${randomUUID()}@example.com`);
    await sql('update app_public.users set is_admin = true where id = $1', [keeper]);
    const person = newPerson();
    const browser = site.newBrowser();
    await enter(browser, person);
    const { userId } = await viewerOf(browser);
    await sql('insert into app_public.suspensions (user_id) values ($1)', [userId]);
    await enter(browser, { ...person, groups: ['admins'] });
    expect((await viewerOf(browser)).role).toBe('learner');
    await sql('delete from app_public.suspensions where user_id = $1', [userId]);
    await enter(browser, { ...person, groups: ['admins', 'authors'] });
    expect(await rolesOf(browser)).toEqual({ role: 'admin', isAuthor: true });
    expect((await browser.post('/api/auth/connections/remove', { providerId: 'company' })).status).toBe(200);
    expect(await rolesOf(browser)).toEqual({ role: 'learner', isAuthor: false });
  });
});

describe('a connection @LOGIN-02', () => {
  test('is disconnected by its owner alone, and only where another way to sign in is left', async () => {
    const person = newPerson();
    const [browser, stranger] = [site.newBrowser(), site.newBrowser()];
    await enter(browser, person);
    await enter(stranger, newPerson());
    const remove = (by: Browser, providerId: string) => by.post('/api/auth/connections/remove', { providerId });
    expect((await remove(site.newBrowser(), 'company')).status).toBe(401);
    // Another's is not theirs to end, and a password is no connection.
    await remove(stranger, 'company');
    expect((await site.api.ownSecurity({ cookie: browser.cookieHeader }))?.connections).toHaveLength(1);
    expect((await remove(await signIn(site, (await signUp(site, `${randomUUID()}@example.com`)).email), 'credential')).status).toBe(409);
    // An emailed link is left.
    expect((await remove(browser, 'company')).status).toBe(200);
    expect((await site.api.ownSecurity({ cookie: browser.cookieHeader }))?.connections).toEqual([]);

    // Where OpenID Connect is the only way, the last one stays.
    const alone = only.newBrowser();
    await comeBack(alone, await walk(alone, person));
    expect((await remove(alone, 'company')).json().code).toBe('LAST_SIGN_IN_METHOD');
    await comeBack(alone, await walk(alone, newPerson({ email: person.email }), 'partner'));
    const answers = await Promise.all([remove(alone, 'company'), remove(alone, 'partner')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('OpenID Connect as the only way @LOGIN-02', () => {
  test('closes every other one, for accounts that had them, too', async () => {
    const person = newPerson();
    const browser = only.newBrowser();
    expect(await comeBack(browser, await walk(browser, person))).toBe('/clips/7');
    expect((await viewerOf(browser, only)).email).toBe(person.email);
    expect(only.api.signInMethods).toEqual(['only', 'oidc:company=Acme%20%26%20Co', 'oidc:partner=Partner']);
    const refused: readonly (readonly [string, object])[] = [
      ['/sign-in/email', { email: person.email, password }],
      ['/sign-up/email', { email: 'new@example.com', password, name: 'New' }],
      ['/sign-in/magic-link', { email: person.email }],
      ['/request-password-reset', { email: person.email }],
      ['/reset-password', { token: 'x', newPassword: password }],
      ['/send-verification-email', { email: person.email }],
      ['/passkeys/sign-in-options', {}],
      ['/passkeys/sign-in', { response: { id: 'x' } }],
    ];
    const answers = [];
    for (const [path, body] of refused) {
      const answer = await only.newBrowser().post(`/api/auth${path}`, body);
      answers.push([path, answer.status, answer.json().code]);
    }
    expect(answers).toEqual(refused.map(([path]) => [path, 403, 'OIDC_ONLY']));
    expect(await sql('select from auth."user" where "email" = $1', ['new@example.com'], only)).toEqual([]);
    // A link from the server's terminal is the way back in, for an administrator alone, once.
    const { userId } = await viewerOf(browser, only);
    const linkFor = async (username: string) => createSignInLink(only.db.superuser, { username, publicUrl: only.url });
    const [user] = await sql<{ username: string }>('select username from app_public.users where id = $1', [userId], only);
    const username = user?.username ?? '';
    expect([await linkFor(username), await linkFor('nobody-at-all')]).toEqual([
      { refusal: 'NOT_AN_ADMINISTRATOR' },
      { refusal: 'NO_SUCH_USER' },
    ]);
    await sql('update app_public.users set is_admin = true where id = $1', [userId], only);
    const link = await linkFor(username.toUpperCase());
    const url = 'url' in link ? link.url : '';
    const [administrator, late] = [only.newBrowser(), only.newBrowser()];
    expect((await administrator.press(url)).status).toBe(302);
    expect(await viewerOf(administrator, only)).toMatchObject({ userId, role: 'admin' });
    await late.press(url);
    expect((await viewerOf(late, only)).userId).toBeNull();
    // Beside it, the same requests are open where there are other ways.
    expect(site.api.signInMethods).toEqual(['link', 'oidc:company=Acme%20%26%20Co', 'oidc:partner=Partner', 'oidc:closed=Not%20allowed']);
    expect((await site.newBrowser().post('/api/auth/passkeys/sign-in-options', {})).status).toBe(200);
  });
});
