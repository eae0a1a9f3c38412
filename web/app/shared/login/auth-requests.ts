import { emailFault, faultOfEmail, passwordTooLong, passwordTooShort } from '@newline/api/rules/account';
import type { Faults } from '../form/faults.ts';
import { AuthError, postAuth, postToLeave } from './post-auth.ts';

/** Sends a request to the sign-in service: from the browser, or on the server for a form that was sent without JavaScript. */
export type PostAuth = (path: string, body: object) => Promise<unknown>;

/** Signs in by password, and returns the next page: `returnTo`, or the second step. The session is a cookie that no script can read. */
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

/** Completes the second step of signing in, with a code from an authenticator app or a recovery code. */
export const verifySecondStep = (code: string, post: PostAuth = postAuth): Promise<unknown> => post('/second-step/verify', { code });

/** Requests an email with a link that signs in and leads to `returnTo`. */
export const sendMagicLink = (email: string, returnTo: string, post: PostAuth = postAuth): Promise<unknown> =>
  post('/sign-in/magic-link', { email, callbackURL: returnTo, errorCallbackURL: '/sign-in' });

/** Validates the email address for a sign-in link; null when it's valid. */
export function faultsOfLinkEmail(email: string, sentence = emailFault): Faults | null {
  return faultOfEmail(email) === null ? null : { email: sentence };
}

/** Returns the target of a verification link: `returnTo`, or a page that explains what went wrong. */
function verifyPath(returnTo: string): string {
  return `/verify?returnTo=${encodeURIComponent(returnTo)}`;
}

/** Creates an account. The response is the same if the email address is taken; only the email tells. */
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

/** Ends all of the user's sessions, including this one. */
export const signOutEverywhere = (): Promise<void> => postToLeave('/revoke-sessions', {});

/** Sends the verification email again. */
export const sendVerification = (email: string, returnTo: string): Promise<unknown> =>
  postAuth('/send-verification-email', { email, callbackURL: verifyPath(returnTo) });

/** Requests an email with a link to /reset-password. */
export const requestPasswordReset = (email: string, post: PostAuth = postAuth): Promise<unknown> =>
  post('/request-password-reset', { email, redirectTo: '/reset-password' });

/** Sets a new password with the token from that email. */
export const resetPassword = (token: string, newPassword: string, post: PostAuth = postAuth): Promise<unknown> =>
  post('/reset-password', { token, newPassword });

/** Changes the password and ends every other session. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<unknown> =>
  postAuth('/change-password', { currentPassword, newPassword, revokeOtherSessions: true });

/** Deletes the account and its data. */
export const deleteAccount = (password: string): Promise<void> => postToLeave('/delete-user', { password });

/** Starts signing in on another site, by its id; resolves to the URL to go to. */
export async function startSignInElsewhere(provider: string, returnTo: string, post: PostAuth = postAuth): Promise<string> {
  const errorCallbackURL = `/sign-in?provider=${encodeURIComponent(provider)}`;
  const answer = await post('/sign-in/social', { provider, callbackURL: returnTo, errorCallbackURL });
  const { url } = (answer ?? {}) as { url?: unknown };
  if (typeof url !== 'string') throw new Error(`/sign-in/social: expected a URL, got ${typeof url}`);
  return url;
}

/** Returns the messages for a refused request, by field. */
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
  PROVIDER_UNAVAILABLE: { form: 'This sign-in isn’t available right now. Try again in a minute.' },
  OIDC_ONLY: { form: 'This site doesn’t use passwords. Use the button on the sign-in page.' },
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
