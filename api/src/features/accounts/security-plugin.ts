import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { APIError } from 'better-auth/api';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { RateLimits } from '../../rate-limits.ts';
import { faultOfEmail } from '../../rules/account.ts';
import type { EmailChanges } from './email-change.ts';

/** The dependencies of the security plugin. */
export type SecurityPluginOptions = {
  /** A pool of the login newline_auth that better-auth doesn't use. */
  readonly pool: Pool;
  readonly emailChanges: EmailChanges;
  readonly rateLimits: Pick<RateLimits, 'emailChange'>;
};

/** The sign-in service's requests about a change of email address and about sessions. Each acts on the account of the session that sends it. */
export function securityPlugin({ pool, emailChanges, rateLimits }: SecurityPluginOptions) {
  return {
    id: 'newline-security',
    endpoints: {
      requestEmailChange: createAuthEndpoint(
        '/email-change/request',
        { method: 'POST', body: z.object({ newEmail: z.string() }), use: [sessionMiddleware] },
        async (ctx) => {
          const { user } = ctx.context.session;
          const newEmail = ctx.body.newEmail.trim().toLowerCase();
          if (faultOfEmail(newEmail) !== null) throw new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' });
          if (newEmail === user.email) throw new APIError('BAD_REQUEST', { code: 'SAME_EMAIL' });
          const wait = await rateLimits.emailChange.consume(user.id);
          if (wait !== null) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY' }, { 'Retry-After': String(wait) });
          await emailChanges.request(user, newEmail);
          return ctx.json({ status: 'CHECK_YOUR_MAIL' });
        },
      ),
      cancelEmailChange: createAuthEndpoint('/email-change/cancel', { method: 'POST', use: [sessionMiddleware] }, async (ctx) => {
        await emailChanges.cancel(ctx.context.session.user.id);
        return ctx.json({ status: true });
      }),
      endSession: createAuthEndpoint(
        '/sessions/end',
        { method: 'POST', body: z.object({ id: z.uuid() }), use: [sessionMiddleware] },
        async (ctx) => {
          await pool.query('delete from auth."session" where "id" = $1 and "userId" = $2', [ctx.body.id, ctx.context.session.user.id]);
          return ctx.json({ status: true });
        },
      ),
      endOtherSessions: createAuthEndpoint('/sessions/end-others', { method: 'POST', use: [sessionMiddleware] }, async (ctx) => {
        const { session, user } = ctx.context.session;
        await pool.query('delete from auth."session" where "userId" = $1 and "id" <> $2', [user.id, session.id]);
        return ctx.json({ status: true });
      }),
    },
  };
}
