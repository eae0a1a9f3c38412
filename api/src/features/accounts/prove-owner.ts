import type { GenericEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';

const freshMs = 30 * 60_000;

/**
 * Checks that the request comes from the account's owner, and not from a stolen session: by the password, or by a sign-in within the last
 * 30 minutes if there is none. Required for changes that could lock out the owner.
 *
 * @throws APIError INVALID_PASSWORD or SESSION_NOT_FRESH
 */
export async function proveOwner(
  ctx: GenericEndpointContext,
  session: { readonly userId: string; readonly createdAt: Date },
  password: string | undefined,
): Promise<void> {
  const account = await ctx.context.internalAdapter.findCredentialAccount(session.userId);
  if (account?.password) {
    const isRight = await ctx.context.password.verify({ hash: account.password, password: password ?? '' });
    if (!isRight) throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD' });
  } else if (Date.now() - new Date(session.createdAt).getTime() > freshMs) {
    throw new APIError('FORBIDDEN', { code: 'SESSION_NOT_FRESH' });
  }
}
