import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import type { Outbound, OutboundRequest } from '../../outbound.ts';
import type { OidcProvider } from './oidc-settings.ts';

/** Error of a provider's response that can't be used to sign in. The message is for the log. */
class OidcRefusal extends Error {
  override name = 'OidcRefusal';
}

/** The claims of a user: those of the ID token, and what the provider's userinfo adds. */
export type OidcClaims = JWTPayload & { readonly sub: string };

/** A provider, accessed through the site's module for outgoing requests. Sends no requests before the first sign-in. */
export type OidcIssuer = {
  /** The provider's page on which the user signs in. */
  authorizationUrl(request: { state: string; nonce: string; codeVerifier: string; redirectUri: string }): Promise<URL>;
  /** Exchanges the code of the callback for tokens, which are only held in memory. */
  redeem(code: { code: string; codeVerifier: string; redirectUri: string }): Promise<Record<string, unknown>>;
  /** Checks the ID token of a response, and returns what it says about the user. */
  claimsOf(tokens: Record<string, unknown>, nonce: string): Promise<OidcClaims>;
  /** Requests the provider's discovery document and its keys, and throws an error that says what is wrong with them. */
  check(): Promise<void>;
  /** The provider's sign-out page; null if there is none. */
  endSessionUrl(returnTo: string): Promise<URL | null>;
};

const cacheMs = 60 * 60_000;
const keysAgainMs = 60_000;

/** The accepted signature algorithms, which all use a public key. Never `none`, and never one that uses the client's secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

const address = z.string().max(2000).refine(URL.canParse);
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.optional(),
  end_session_endpoint: address.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
type Metadata = z.infer<typeof metadataSchema>;
const keysSchema = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string() }))
    .min(1)
    .max(100),
});
const tokensSchema = z.looseObject({ id_token: z.string().max(64_000), access_token: z.string().max(64_000).optional() });
const userInfoSchema = z.looseObject({ sub: z.string() });

/** Creates it. */
export function createOidcIssuer(
  provider: OidcProvider,
  { outbound, log }: { readonly outbound: Outbound; readonly log: Log },
): OidcIssuer {
  const discoveryUrl = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = cached(cacheMs, async (): Promise<Metadata> => {
    const parsed = metadataSchema.safeParse(await request(discoveryUrl));
    if (!parsed.success) throw new OidcRefusal('the discovery document is not complete');
    if (parsed.data.issuer !== provider.issuer) throw new OidcRefusal(`the discovery document names another issuer: ${parsed.data.issuer}`);
    return parsed.data;
  });
  const keys = cached(cacheMs, async (): Promise<JSONWebKeySet> => {
    const parsed = keysSchema.safeParse(await request((await metadata.get()).jwks_uri));
    if (!parsed.success) throw new OidcRefusal('the keys of the provider are not a JSON Web Key Set');
    return parsed.data;
  });

  /** Requests JSON. Only the issuer's host can be private; other hosts in its discovery document must be public. */
  async function request(url: string, options: Partial<OutboundRequest> = {}): Promise<unknown> {
    const answer = await outbound.fetch(url, {
      accept: ['application/json', 'application/jwk-set+json'],
      hosts: [new URL(url).hostname],
      allowsPrivate: provider.isPrivate && new URL(url).hostname === new URL(provider.issuer).hostname,
      maxBytes: 512 * 1024,
      ...options,
    });
    if (answer.status < 200 || answer.status > 299)
      throw new OidcRefusal(`${new URL(url).hostname} responded with status ${answer.status}`);
    try {
      return JSON.parse(answer.body.toString('utf8')) as unknown;
    } catch {
      throw new OidcRefusal(`${new URL(url).hostname} did not respond with JSON`);
    }
  }

  async function verify(idToken: string): Promise<JWTPayload> {
    const check = async () => {
      const { payload } = await jwtVerify(idToken, createLocalJWKSet(await keys.get()), {
        issuer: provider.issuer,
        audience: provider.clientId,
        algorithms,
        clockTolerance: 30,
        maxTokenAge: '15 minutes',
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      });
      return payload;
    };
    try {
      return await check();
    } catch (error) {
      // The provider has new keys.
      if (!(error instanceof errors.JWKSNoMatchingKey) || !keys.forget(keysAgainMs)) throw error;
      return await check();
    }
  }

  return {
    async check() {
      await keys.get();
    },
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri }) {
      const url = new URL((await metadata.get()).authorization_endpoint);
      const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
      const parameters = {
        response_type: 'code',
        client_id: provider.clientId,
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        state,
        nonce,
        code_challenge: Buffer.from(challenge).toString('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },
    async redeem({ code, codeVerifier, redirectUri }) {
      const { token_endpoint: url, token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = await metadata.get();
      const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier });
      const isInHeader = provider.clientSecret !== null && methods.includes('client_secret_basic');
      if (!isInHeader) body.set('client_id', provider.clientId);
      if (!isInHeader && provider.clientSecret !== null) body.set('client_secret', provider.clientSecret);
      const tokens = tokensSchema.safeParse(
        await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: body.toString(),
          ...(isInHeader ? { authorization: basicOf(provider.clientId, provider.clientSecret ?? '') } : {}),
        }),
      );
      if (!tokens.success) throw new OidcRefusal('the token endpoint answered without an ID token');
      return tokens.data;
    },
    async claimsOf(tokens, nonce) {
      const { id_token: idToken, access_token: accessToken } = tokensSchema.parse(tokens);
      const claims = await verify(idToken).catch((error: unknown) => {
        if (error instanceof errors.JOSEError) throw new OidcRefusal(`the ID token is not valid: ${error.code} ${error.message}`);
        throw error;
      });
      if (nonce === '' || claims['nonce'] !== nonce) throw new OidcRefusal('the ID token is not for this sign-in: another nonce');
      const { sub, azp } = { azp: undefined, ...claims };
      if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw new OidcRefusal('the ID token has no subject');
      if (azp !== undefined ? azp !== provider.clientId : Array.isArray(claims.aud) && claims.aud.length > 1)
        throw new OidcRefusal('the ID token is for another client');
      return { ...(await userInfoOf(sub, accessToken)), ...claims, sub };
    },
    async endSessionUrl(returnTo) {
      const { end_session_endpoint: endpoint } = await metadata.get();
      if (endpoint === undefined) return null;
      const url = new URL(endpoint);
      url.searchParams.set('client_id', provider.clientId);
      url.searchParams.set('post_logout_redirect_uri', returnTo);
      return url;
    },
  };

  /** Returns the provider's claims that aren't in the ID token, such as the email address or the groups. */
  async function userInfoOf(sub: string, accessToken: string | undefined): Promise<Record<string, unknown>> {
    const { userinfo_endpoint: url } = await metadata.get();
    if (url === undefined || accessToken === undefined) return {};
    const info = userInfoSchema.safeParse(await request(url, { authorization: `Bearer ${accessToken}` }));
    if (info.success && info.data.sub === sub) return info.data;
    log.warn({ provider: provider.id }, 'oidc: the userinfo is about another subject, it is left out');
    throw new OidcRefusal('the userinfo is about another subject');
  }
}

/** Caches what `load` returns for some time. Failures are not cached. */
function cached<T>(forMs: number, load: () => Promise<T>) {
  let value: { readonly promise: Promise<T>; readonly at: number } | null = null;
  return {
    get(): Promise<T> {
      if (value === null || Date.now() - value.at > forMs) {
        const loading = { promise: load(), at: Date.now() };
        value = loading;
        loading.promise.catch(() => {
          if (value === loading) value = null;
        });
      }
      return value.promise;
    },
    /** Discards the value, unless it is newer than this. True if the next `get` loads it again. */
    forget(olderThanMs: number): boolean {
      if (value !== null && Date.now() - value.at < olderThanMs) return false;
      value = null;
      return true;
    },
  };
}

/** Returns the client's credentials, encoded as RFC 6749 requires. */
function basicOf(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}
