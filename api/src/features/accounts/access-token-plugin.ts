import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { SendMail } from '../../mail.ts';
import { accountLimits } from '../../rules/limits/account.ts';
import { createAccessToken, hashAccessToken } from '../../access-token.ts';
import { proveOwner } from './prove-owner.ts';

/** The dependencies of access tokens. */
export type AccessTokenOptions = {
  /** A pool of the login newline_auth that better-auth doesn't use. */
  readonly pool: Pool;
  readonly sendMail: SendMail;
  readonly publicUrl: string;
};

const newToken = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(accountLimits.name)
    .regex(/^\P{Cc}*$/u),
  scope: z.enum(['READ', 'WRITE', 'ADMIN']),
  /** When it expires; null only if the user chose that it doesn't. */
  expiresAt: z.iso.datetime().nullable(),
  password: z.string().max(1000).optional(),
});

/** Error codes by what the database rejects. */
const refusals: ReadonlySet<string> = new Set(['ACCESS_TOKEN_LIMIT_REACHED', 'ADMIN_REQUIRED']);

/** Creates and revokes access tokens. Both require a session; requests with a token can't use these routes. */
export function accessTokenPlugin({ pool, sendMail, publicUrl }: AccessTokenOptions) {
  return {
    id: 'newline-access-tokens',
    endpoints: {
      createAccessToken: createAuthEndpoint(
        '/access-tokens/create',
        { method: 'POST', body: newToken, use: [sessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const { name, scope, expiresAt, password } = ctx.body;
          if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
            throw new APIError('BAD_REQUEST', { code: 'EXPIRY_NOT_IN_FUTURE' });
          await proveOwner(ctx, session, password);
          const token = createAccessToken();
          await pool
            .query('select auth.create_access_token($1, $2, $3, $4, $5, $6, $7)', [
              user.id,
              session.id,
              name,
              scope,
              expiresAt,
              token.slice(-4),
              hashAccessToken(token),
            ])
            .catch((error: unknown) => {
              if (error instanceof Error && refusals.has(error.message)) throw new APIError('CONFLICT', { code: error.message });
              throw error;
            });
          await sendMail({ kind: 'access-token-created', to: user.email, url: `${publicUrl}/account/tokens`, name });
          return ctx.json({ token });
        },
      ),
      revokeAccessToken: createAuthEndpoint(
        '/access-tokens/revoke',
        { method: 'POST', body: z.object({ id: z.uuid() }), use: [sessionMiddleware] },
        async (ctx) => {
          await pool.query('select auth.revoke_own_access_token($1, $2)', [ctx.context.session.user.id, ctx.body.id]);
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** Tells a user that their password has changed, and which access tokens still work: a program keeps running, so they aren't revoked. */
export async function tellOfNewPassword(
  { pool, sendMail, publicUrl }: AccessTokenOptions,
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const { rows } = await pool.query<{ names: string[] }>('select auth.working_access_tokens($1) as names', [user.id]);
  await sendMail({ kind: 'password-changed', to: user.email, url: `${publicUrl}/account/security`, tokens: rows[0]?.names ?? [] });
}
