import { emailFault, faultOfEmail } from '@newline/api/rules/account';
import type { Faults } from '../../shared/form/faults.ts';
import { explainAuthError, type PostAuth } from '../../shared/login/auth-requests.ts';
import { AuthError, postAuth } from '../../shared/login/post-auth.ts';

/** Requests a change of email address: sends a link to both email addresses. */
export const requestEmailChange = (newEmail: string, post: PostAuth = postAuth): Promise<unknown> =>
  post('/email-change/request', { newEmail });

/** Cancels the pending change of email address. */
export const cancelEmailChange = (post: PostAuth = postAuth): Promise<unknown> => post('/email-change/cancel', {});

/** Signs out one of the user's other browsers. */
export const endSession = (id: string, post: PostAuth = postAuth): Promise<unknown> => post('/sessions/end', { id });

/** Signs out all of the user's other browsers. */
export const endOtherSessions = (post: PostAuth = postAuth): Promise<unknown> => post('/sessions/end-others', {});

/** Disconnects an account on another site, by its provider's ID. */
export const removeConnection = (providerId: string): Promise<unknown> => postAuth('/connections/remove', { providerId });

/** Returns what is wrong with a new email address; null if it's valid. */
export function faultsOfNewEmail(newEmail: string): Faults | null {
  return faultOfEmail(newEmail) === null ? null : { newEmail: emailFault };
}

/** Messages for rejected requests, by field. */
export function explainSecurityError(error: unknown): Faults {
  const code = error instanceof AuthError ? error.code : null;
  if (code === 'LAST_SIGN_IN_METHOD') return { form: 'This is your only way to sign in, so it can’t be disconnected.' };
  if (code === 'SAME_EMAIL') return { newEmail: 'This is already your email address.' };
  if (code === 'INVALID_EMAIL') return { newEmail: emailFault };
  return explainAuthError(error);
}
