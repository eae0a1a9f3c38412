import type { Faults } from '../../shared/form/faults.ts';
import { AuthError, postAuth } from '../../shared/login/post-auth.ts';
import type { TokenScope } from './token-documents.ts';
import { explainTwoStepError } from './two-step-requests.ts';

/** The data of a new access token; `password` is empty for an account without one. */
export type NewToken = { name: string; scope: TokenScope; expiresAt: string | null; password: string };

/** Creates an access token and returns it. It can't be shown again. */
export const createToken = async ({ password, ...token }: NewToken): Promise<string> =>
  (await postAuth<{ token: string }>('/access-tokens/create', { ...token, ...(password !== '' && { password }) })).token;

/** Revokes one of the user's access tokens. */
export const revokeToken = (id: string): Promise<unknown> => postAuth('/access-tokens/revoke', { id });

/** Messages for a token that wasn't created or revoked, by field. */
export function explainTokenError(error: unknown): Faults {
  const code = error instanceof AuthError ? error.code : null;
  if (code === 'ACCESS_TOKEN_LIMIT_REACHED') return { form: 'You have 50 access tokens, which is the limit. Revoke one first.' };
  if (code === 'ADMIN_REQUIRED') return { scope: 'You’re no longer an administrator. Choose another scope.' };
  if (code === 'EXPIRY_NOT_IN_FUTURE') return { date: 'Choose a day after today.' };
  return explainTwoStepError(error);
}
