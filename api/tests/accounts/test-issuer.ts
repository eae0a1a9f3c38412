import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** The claims of the user who is signed in at the provider. */
export type IssuerPerson = {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string | undefined;
  readonly name?: string;
  readonly groups?: unknown;
};

/** A provider of OpenID Connect on loopback (`oidc-provider`), at which `person` is signed in. */
export type TestIssuer = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  person: IssuerPerson;
  /** Changes the response of the token endpoint (`/token`) or the userinfo endpoint (`/me`); null for honest responses. */
  tamper: ((path: string, body: Record<string, unknown>) => Promise<Record<string, unknown>>) | null;
  /** Signs an ID token with the provider's key, or with another one. */
  sign(claims: JWTPayload, key?: CryptoKey): Promise<string>;
  /** Follows the provider's pages from its authorization endpoint, until they lead back to the site. */
  walk(authorizationUrl: string): Promise<URL>;
  stop(): Promise<void>;
};

export async function startTestIssuer(): Promise<TestIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['the site', 'a secret & a colon: %'];
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
  const issuer: Pick<TestIssuer, 'person' | 'tamper'> = { person: { sub: 'nobody' }, tamper: null };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['https://site.invalid/'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: () => '/interaction' },
    findAccount: async (_ctx: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ ...issuer.person }) }),
    async loadExistingGrant(ctx: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const grant = new provider.Grant({ accountId: ctx.oidc.session.accountId, clientId: ctx.oidc.client.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  // The port of the site is not known yet.
  Object.assign(provider.Client.prototype, { redirectUriAllowed: () => true, postLogoutRedirectUriAllowed: () => true });
  provider.use(async (ctx, next) => {
    await next();
    if (issuer.tamper !== null && (ctx.path === '/token' || ctx.path === '/me'))
      ctx.body = await issuer.tamper(ctx.path, ctx.body as Record<string, unknown>);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction') !== true) return answer(request, response);
    // Every visitor is signed in already, as another user each time.
    return void provider.interactionFinished(request, response, { login: { accountId: issuer.person.sub, remember: false } });
  });
  return Object.assign(issuer, {
    url,
    clientId,
    clientSecret,
    sign: (claims: JWTPayload, other?: CryptoKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign(other ?? privateKey),
    async walk(authorizationUrl: string) {
      const jar = new Map<string, string>();
      let next = new URL(authorizationUrl);
      for (let steps = 0; steps < 10; steps++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const page = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const line of page.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const location = page.headers.get('location');
        if (location === null) throw new Error(`${next.pathname}: expected a redirect, got ${page.status} ${await page.text()}`);
        next = new URL(location, next);
        if (next.origin !== url) return next;
      }
      throw new Error('The provider never led back to the site.');
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
