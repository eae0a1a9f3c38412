import type { Faults } from '../../shared/form/faults.ts';
import { explainAuthError } from '../../shared/login/auth-requests.ts';
import { AuthError, postAuth } from '../../shared/login/post-auth.ts';

/** The secret for an authenticator app: as text, as a link, and as a QR code (one SVG path of `size` by `size` modules). */
export type NewAuthenticator = { secret: string; uri: string; qr: { size: number; path: string } };

/** Starts setting up an authenticator app; `password` is empty for an account without one. */
export const beginTwoStep = (password: string): Promise<NewAuthenticator> =>
  postAuth('/second-step/begin', password === '' ? {} : { password });

/** Turns on two-step sign-in with a code from the app; returns the recovery codes, which can't be shown again. */
export const confirmTwoStep = async (code: string): Promise<readonly string[]> =>
  (await postAuth<{ recoveryCodes: string[] }>('/second-step/confirm', { code })).recoveryCodes;

/** Replaces the remaining recovery codes. */
export const renewRecoveryCodes = async (code: string): Promise<readonly string[]> =>
  (await postAuth<{ recoveryCodes: string[] }>('/second-step/recovery-codes', { code })).recoveryCodes;

/** Turns off two-step sign-in. */
export const endTwoStep = (code: string): Promise<unknown> => postAuth('/second-step/end', { code });

/** Messages for rejected requests, by field. */
export function explainTwoStepError(error: unknown): Faults {
  const code = error instanceof AuthError ? error.code : null;
  if (code === 'INVALID_PASSWORD') return { password: 'Wrong password.' };
  if (code === 'SESSION_NOT_FRESH') return { form: 'For your security, sign out and in again first. Then you have 30 minutes.' };
  if (code === 'TWO_STEP_IS_ON') return { form: 'Two-step sign-in is already on. Reload the page.' };
  return explainAuthError(error);
}
