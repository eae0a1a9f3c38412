import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../people.ts';
import { newPerson, type OidcSite, startOidcSite } from './start-oidc-site.ts';

let oidc: OidcSite;
beforeAll(async () => {
  oidc = await startOidcSite();
});
afterAll(() => oidc.stop());
afterEach(() => {
  oidc.company.tamper = null;
});

describe('hostile OpenID Connect responses are refused @LOGIN-02', () => {
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
      new TextEncoder().encode(oidc.company.clientSecret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${Buffer.from(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))).toString('base64url')}`;
  };
  /** Each creates another ID token from an honest one; the first leaves it unchanged, and signs in. The log says why the others failed. */
  const tokens: readonly (readonly [string, reason: string | null, (claims: Claims) => Promise<string>])[] = [
    ['an honest token (control)', null, (claims) => oidc.company.sign(claims)],
    ['another nonce', 'another nonce', (claims) => oidc.company.sign({ ...claims, nonce: 'of another sign-in' })],
    ['no nonce', 'missing required "nonce"', ({ nonce: _nonce, ...claims }) => oidc.company.sign(claims)],
    ['another audience', 'unexpected "aud"', (claims) => oidc.company.sign({ ...claims, aud: 'another site' })],
    [
      'two audiences, none of which it is for',
      'for another client',
      (claims) => oidc.company.sign({ ...claims, aud: [oidc.company.clientId, 'another site'] }),
    ],
    ['another authorized party', 'for another client', (claims) => oidc.company.sign({ ...claims, azp: 'another site' })],
    ['another issuer', 'unexpected "iss"', (claims) => oidc.company.sign({ ...claims, iss: 'https://evil.example' })],
    ['a token that has expired', '"exp" claim', (claims) => oidc.company.sign({ ...claims, exp: now() - 60 })],
    ['a token without an end', 'missing required "exp"', ({ exp: _exp, ...claims }) => oidc.company.sign(claims)],
    ['a token of an hour ago', '"iat" claim', (claims) => oidc.company.sign({ ...claims, iat: now() - 3600 })],
    ['a token that is not valid yet', '"nbf" claim', (claims) => oidc.company.sign({ ...claims, nbf: now() + 600 })],
    ['no subject', 'missing required "sub"', ({ sub: _sub, ...claims }) => oidc.company.sign(claims)],
    ['another subject than the userinfo', 'about another subject', (claims) => oidc.company.sign({ ...claims, sub: 'somebody else' })],
    ['the key of a stranger', 'signature verification failed', async (claims) => oidc.company.sign(claims, await strangersKey())],
    ['no signature', 'ERR_JOSE_ALG_NOT_ALLOWED', async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    [
      'no signature, under the name of a key',
      'ERR_JOSE_ALG_NOT_ALLOWED',
      async (claims) => `${encode({ alg: 'none', kid: 'key-1' })}.${encode(claims)}.`,
    ],
    ['a signature with the client’s secret', 'ERR_JOSE_ALG_NOT_ALLOWED', (claims) => hmac({ alg: 'HS256' }, claims)],
    [
      'a signature with the client’s secret, under the name of a key',
      'ERR_JOSE_ALG_NOT_ALLOWED',
      (claims) => hmac({ alg: 'HS256', kid: 'key-1' }, claims),
    ],
    [
      'a changed token with the signature of the honest one',
      'signature verification failed',
      async (claims) => {
        const [header, , signature] = (await oidc.company.sign(claims)).split('.');
        return `${header}.${encode({ ...claims, sub: 'somebody else' })}.${signature}`;
      },
    ],
    ['no token', 'Invalid Compact JWS', async () => ''],
  ];

  test.each(tokens)('%s', async (_name, reason, forge) => {
    const person = newPerson();
    const browser = oidc.site.newBrowser();
    oidc.company.tamper = async (path, body) => (path === '/token' ? { ...body, id_token: await forge(claimsOf(body['id_token'])) } : body);
    const logged = oidc.site.logLines.length;
    expect(await oidc.enter(browser, person)).toBe(reason === null ? '/clips/7' : '/sign-in?error=provider_refused&provider=company');
    expect((await oidc.viewerOf(browser)).email).toBe(reason === null ? person.email : null);
    expect(await oidc.sql('select from auth."user" where "email" = $1', [person.email])).toHaveLength(reason === null ? 1 : 0);
    const why = oidc.site.logLines.slice(logged).map((line) => (JSON.parse(line) as { reason?: string }).reason ?? '');
    if (reason === null) expect(why.join('')).toBe('');
    else expect(why.join('\n')).toContain(reason);
  });

  test('the userinfo of another user', async () => {
    const victim = await signUp(oidc.site, `${randomUUID()}@example.com`);
    const browser = oidc.site.newBrowser();
    oidc.company.tamper = async (path, body) =>
      path === '/me' ? { ...body, sub: 'the victim', email: victim.email, email_verified: true } : body;
    expect(await oidc.enter(browser, newPerson())).toBe('/sign-in?error=provider_refused&provider=company');
    expect((await oidc.viewerOf(browser)).userId).toBeNull();
  });

  test('a callback from another browser, with another state, without one, or a second time', async () => {
    const person = newPerson();
    const browser = oidc.site.newBrowser();
    const back = await oidc.walk(browser, person);
    const stranger = oidc.site.newBrowser();
    expect(await oidc.comeBack(stranger, back)).toMatch(/^\/sign-in\?.*error=state_mismatch/);
    const changed = new URL(back);
    changed.searchParams.set('state', 'another');
    expect(await oidc.comeBack(browser, changed)).toMatch(/^\/sign-in\?.*error=/);
    changed.searchParams.delete('state');
    expect(await oidc.comeBack(browser, changed)).toMatch(/^\/sign-in\?.*error=state_not_found/);
    for (const { userId } of [await oidc.viewerOf(stranger), await oidc.viewerOf(browser)]) expect(userId).toBeNull();
    // The honest callback still works, once.
    const honest = oidc.site.newBrowser();
    const itsBack = await oidc.walk(honest, person);
    expect(await oidc.comeBack(honest, itsBack)).toBe('/clips/7');
    await honest.post('/api/auth/sign-out', {});
    expect(await oidc.comeBack(honest, itsBack)).toMatch(/^\/sign-in\?.*error=/);
    expect((await oidc.viewerOf(honest)).userId).toBeNull();
  });

  test('a callback with another provider’s response', async () => {
    const browser = oidc.site.newBrowser();
    const back = await oidc.walk(browser, newPerson());
    back.pathname = back.pathname.replace('company', 'partner');
    expect(await oidc.comeBack(browser, back)).toMatch(/^\/sign-in\?.*error=/);
    expect((await oidc.viewerOf(browser)).userId).toBeNull();
  });

  test('an ID token that a script sends', async () => {
    const { sub, email } = newPerson();
    const token = await oidc.company.sign({
      sub,
      email,
      email_verified: true,
      iss: oidc.company.url,
      aud: oidc.company.clientId,
      exp: now() + 600,
      nonce: 'n',
    });
    const browser = oidc.site.newBrowser();
    const answer = await browser.post('/api/auth/sign-in/social', { provider: 'company', idToken: { token, nonce: 'n' } });
    expect(answer.status).toBe(404);
    expect((await oidc.viewerOf(browser)).userId).toBeNull();
  });
});
