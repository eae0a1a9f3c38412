import { emailFault, faultOfEmail, passwordTooLong, passwordTooShort } from '@newline/api/rules/account';
import type { Faults } from '../form/faults.ts';
import { AuthError, postAuth, postToLeave } from './post-auth.ts';

/** Sends a request to the sign-in service: from the browser, or on the server for a form that was sent without a script. */
export type PostAuth = (path: string, body: object) => Promise<unknown>;

/** Signs in by password, and returns where to go then: to `returnTo`, or to the second step. The session is a cookie that no script can read. */
export async function signIn(account: { email: string; password: string; returnTo: string }, post: PostAuth = postAuth): Promise<string> {
  const { email, password, returnTo } = account;
  try {
    await post('/sign-in/email', { email, password });
    return returnTo;
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== 'SECOND_STEP_REQUIRED') throw error;
    return returnTo === '/' ? '/sign-in/second-step' : `/sign-in/second-step?returnTo=${encodeURIComponent(returnTo)}`;
  }
}

/** Takes the second step of signing in, with a code of an authenticator app or a recovery code. */
export const verifySecondStep = (code: string, post: PostAuth = postAuth): Promise<unknown> => post('/second-step/verify', { code });

/** Asks for a link by mail that signs in and leads to `returnTo`. */
export const sendMagicLink = (email: string, returnTo: string, post: PostAuth = postAuth): Promise<unknown> =>
  post('/sign-in/magic-link', { email, callbackURL: returnTo, errorCallbackURL: '/sign-in' });

/** What is wrong with the email address that a link is to go to; null when nothing is. */
export function faultsOfLinkEmail(email: string, sentence = emailFault): Faults | null {
  return faultOfEmail(email) === null ? null : { email: sentence };
}

/** Where the link of a verification mail leads: on to `returnTo`, or to words about what went wrong with it. */
function verifyPath(returnTo: string): string {
  return `/verify?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Makes an account. The answer is the same for an address that has one: what is true stands in the mail. */
export const signUp = (
  account: { name: string; email: string; password: string; returnTo: string },
  post: PostAuth = postAuth,
): Promise<unknown> =>
  post('/sign-up/email', {
    name: account.name,
    email: account.email,
    password: account.password,
    callbackURL: verifyPath(account.returnTo),
  });

/** Ends every session of the person, this one included. */
export const signOutEverywhere = (): Promise<void> => postToLeave('/revoke-sessions', {});

/** Sends the verification mail again. */
export const sendVerification = (email: string, returnTo: string): Promise<unknown> =>
  postAuth('/send-verification-email', { email, callbackURL: verifyPath(returnTo) });

/** Asks for a mail that leads to /reset-password. */
export const requestPasswordReset = (email: string, post: PostAuth = postAuth): Promise<unknown> =>
  post('/request-password-reset', { email, redirectTo: '/reset-password' });

/** Sets a new password by the token of that mail. */
export const resetPassword = (token: string, newPassword: string, post: PostAuth = postAuth): Promise<unknown> =>
  post('/reset-password', { token, newPassword });

/** Changes the password and ends every other session. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<unknown> =>
  postAuth('/change-password', { currentPassword, newPassword, revokeOtherSessions: true });

/** Deletes the account and what belongs to it. */
export const deleteAccount = (password: string): Promise<void> => postToLeave('/delete-user', { password });

/** Begins signing in with GitHub; gives the URL to go to. */
export async function startGitHubSignIn(returnTo: string, post: PostAuth = postAuth): Promise<string> {
  const answer = await post('/sign-in/social', { provider: 'github', callbackURL: returnTo, errorCallbackURL: '/sign-in' });
  const { url } = (answer ?? {}) as { url?: unknown };
  if (typeof url !== 'string') throw new Error(`/sign-in/social: expected the URL of GitHub, got ${typeof url}`);
  return url;
}

/** What to say about a refused request, by the field it belongs to. */
export function explainAuthError(error: unknown): Faults {
  if (!(error instanceof AuthError)) return { form: 'We can’t reach the site. Check your connection and try again.' };
  if (error.code === 'TOO_MANY' || error.code === 'TOO_MANY_REQUESTS') {
    const minutes = error.retryAfterSeconds ? Math.ceil(error.retryAfterSeconds / 60) : 1;
    return { form: `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.` };
  }
  return explanations[error.code] ?? { form: 'That didn’t work. Try again.' };
}

const explanations: Readonly<Record<string, Faults | undefined>> = {
  WRONG_CODE: { code: 'Wrong code. Enter the one that your app shows now. Each code works once.' },
  PASSKEY_INVALID: { form: 'We couldn’t sign you in with this passkey. Try again, or use your password.' },
  CHALLENGE_EXPIRED: { form: 'That took too long. Try again.' },
  SIGN_IN_EXPIRED: { form: 'Your sign-in has expired. Sign in again.' },
  INVALID_EMAIL_OR_PASSWORD: { password: 'Wrong email or password.' },
  INVALID_PASSWORD: { currentPassword: 'Wrong password.' },
  CREDENTIAL_ACCOUNT_NOT_FOUND: { currentPassword: 'This account has no password. Request one by email.' },
  INVALID_EMAIL: { email: emailFault },
  EMAIL_NOT_VERIFIED: { email: 'This email address isn’t confirmed yet. We’ve sent the link again.' },
  PASSWORD_TOO_SHORT: { password: passwordTooShort },
  PASSWORD_TOO_LONG: { password: passwordTooLong },
  INVALID_TOKEN: { password: 'This link has been used or has expired. Request a new one.' },
};
