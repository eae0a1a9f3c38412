import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from 'better-auth/api';
import { defineRequestState } from '@better-auth/core/context';
import type { OAuthProvider } from '@better-auth/core/oauth2';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import type { Outbound } from '../../outbound.ts';
import { createOidcIssuer, type OidcClaims } from './oidc-issuer.ts';
import type { ClaimedRole, OidcProvider, OidcSettings } from './oidc-settings.ts';

/** The dependencies of sign-in with OpenID Connect. */
export type OidcOptions = {
  readonly oidc: OidcSettings;
  readonly outbound: Outbound;
  /** A pool of the login newline_auth that better-auth doesn't use. */
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly log: Log;
};

/**
 * Requests that sign in or up in another way. They're rejected if OpenID Connect is the only way to sign in. Links from the command line
 * still work.
 */
const otherWays: ReadonlySet<string> = new Set([
  '/sign-in/email',
  '/sign-up/email',
  '/sign-in/magic-link',
  '/request-password-reset',
  '/reset-password',
  '/reset-password/:token',
  '/send-verification-email',
  '/change-password',
  '/passkeys/options',
  '/passkeys/create',
  '/passkeys/sign-in-options',
  '/passkeys/sign-in',
]);

/** The roles that this sign-in's claims give, by provider. */
const { get: claimedRoles, set: setClaimedRoles } = defineRequestState<{ providerId: string; roles: readonly ClaimedRole[] } | null>(
  () => null,
);

/**
 * Sign-in with OpenID Connect. better-auth keeps state, the PKCE verifier and the nonce in the browser's cookie and the database, and links
 * accounts. This plugin checks what is sent to the provider and what it returns.
 */
export function oidcPlugin({ oidc, outbound, pool, publicUrl, log }: OidcOptions) {
  return {
    id: 'newline-oidc',
    init: (ctx) => ({
      context: {
        socialProviders: [
          ...oidc.providers.map((provider) => providerOf(provider, { outbound, pool, publicUrl, log })),
          ...(oidc.isOnly ? [] : ctx.socialProviders),
        ],
      },
      options: {
        databaseHooks: {
          session: {
            create: {
              async before(session) {
                const claimed = await claimedRoles();
                if (claimed) await pool.query('select auth.follow_claims($1, $2, $3)', [session.userId, claimed.providerId, claimed.roles]);
              },
            },
          },
        },
      },
    }),
    hooks: {
      before: [
        {
          matcher: ({ path }) => oidc.isOnly && otherWays.has(path ?? ''),
          handler: createAuthMiddleware(async () => {
            throw new APIError('FORBIDDEN', {
              code: 'OIDC_ONLY',
              message: 'This site doesn’t use passwords. Use the button on the sign-in page.',
            });
          }),
        },
      ],
    },
    endpoints: {
      removeConnection: createAuthEndpoint(
        '/connections/remove',
        { method: 'POST', body: z.object({ providerId: z.string().max(40) }), use: [sessionMiddleware] },
        async (ctx) => {
          const others = oidc.isOnly ? oidc.providers.map(({ id }) => id) : null;
          const { rows } = await pool.query<{ isRemoved: boolean }>('select auth.remove_connection($1, $2, $3) as "isRemoved"', [
            ctx.context.session.user.id,
            ctx.body.providerId,
            others,
          ]);
          if (rows[0]?.isRemoved !== true) throw new APIError('CONFLICT', { code: 'LAST_SIGN_IN_METHOD' });
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function providerOf(provider: OidcProvider, options: Omit<OidcOptions, 'oidc'>): OAuthProvider<OidcClaims> {
  const { pool, publicUrl, log } = options;
  const issuer = createOidcIssuer(provider, options);
  const failure = (reason: string, error?: unknown) => {
    if (error !== undefined) log.warn({ provider: provider.id, reason: reasonOf(error) }, 'oidc: a sign-in was refused');
    return new APIError('FOUND', undefined, {
      location: `${publicUrl}/sign-in?${new URLSearchParams({ error: reason, provider: provider.id }).toString()}`,
    });
  };
  return {
    id: provider.id,
    name: provider.name,
    issuer: provider.issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    async createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce = '' }) {
      return issuer.authorizationUrl({ state, nonce: idTokenNonce, codeVerifier, redirectUri: redirectURI }).catch((error: unknown) => {
        log.warn({ provider: provider.id, reason: reasonOf(error) }, 'oidc: the provider can’t be used');
        throw new APIError('SERVICE_UNAVAILABLE', { code: 'PROVIDER_UNAVAILABLE', message: 'This sign-in is not available right now.' });
      });
    },
    // None of the tokens is stored: they aren't needed once the user is known.
    async validateAuthorizationCode({ code, codeVerifier = '', redirectURI }) {
      return {
        raw: await issuer
          .redeem({ code, codeVerifier, redirectUri: redirectURI })
          .catch((error: unknown) => raise(failure('provider_refused', error))),
      };
    },
    async getUserInfo({ raw = {}, expectedIdTokenNonce = '' }) {
      const claims = await issuer.claimsOf(raw, expectedIdTokenNonce).catch((error: unknown) => raise(failure('provider_refused', error)));
      const email = typeof claims['email'] === 'string' && claims['email'] !== '' ? claims['email'] : null;
      const emailVerified = email !== null && isEmailVerified(provider, claims);
      // An unverified email address neither creates an account nor signs in to one; a user who is already connected is found by the
      // subject.
      if (!emailVerified && !(await isLinked(pool, provider.id, claims.sub))) throw failure('provider_email_not_verified');
      await setClaimedRoles({ providerId: provider.id, roles: rolesOf(provider, claims) });
      return { user: { email, emailVerified, name: nameOf(claims) }, data: claims };
    },
    createEndSessionURL: () => (provider.isSignOutShared ? issuer.endSessionUrl(`${publicUrl}/`).catch(() => null) : null),
  };
}

/** Whether the email address is verified: `email_verified`, also as text, or Entra's `xms_edov`. */
function isEmailVerified({ isEmailTrusted }: OidcProvider, claims: OidcClaims): boolean {
  if (isEmailTrusted) return true;
  return [claims['email_verified'], claims['xms_edov']].some((value) => value === true || value === 'true' || value === 1 || value === '1');
}

function nameOf(claims: OidcClaims): string {
  const named = [claims['name'], claims['preferred_username']].find((name) => typeof name === 'string' && name.trim() !== '');
  return typeof named === 'string' ? named.trim().slice(0, 200) : '';
}

/** Returns the roles that the claim gives. The claim is a list or a single value. */
export function rolesOf(
  { rolesClaim, roles }: Pick<OidcProvider, 'rolesClaim' | 'roles'>,
  claims: Record<string, unknown>,
): readonly ClaimedRole[] {
  if (rolesClaim === null) return [];
  const value = at(claims, [rolesClaim]) ?? at(claims, rolesClaim.split('.'));
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return (['administrator', 'author'] as const).filter((role) => roles[role].some((wanted) => values.includes(wanted)));
}

function at(value: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, first)
    ? at((value as Record<string, unknown>)[first], rest)
    : undefined;
}

async function isLinked(pool: Pool, providerId: string, subject: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from auth."account" where "providerId" = $1 and "accountId" = $2', [providerId, subject]);
  return rowCount === 1;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}

function raise(error: Error): never {
  throw error;
}
