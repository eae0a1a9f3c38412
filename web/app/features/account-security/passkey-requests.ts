import type { Faults } from '../../shared/form/faults.ts';
import { AuthError, postAuth } from '../../shared/login/post-auth.ts';
import { PasskeyCanceled } from '../../shared/login/use-passkey.ts';
import { explainTwoStepError } from './two-step-requests.ts';

/** Removes one of the user's passkeys. */
export const removePasskey = (id: string): Promise<unknown> => postAuth('/passkeys/remove', { id });

/** Messages for a passkey that wasn't added or removed, by field. */
export function explainPasskeyError(error: unknown): Faults {
  if (error instanceof PasskeyCanceled) return { form: 'No passkey was created. Try again when you’re ready.' };
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    return { form: 'This device already has a passkey for your account.' };
  const code = error instanceof AuthError ? error.code : null;
  if (code === 'PASSKEY_LIMIT_REACHED') return { form: 'You have 20 passkeys, which is the limit. Remove one first.' };
  if (code === 'PASSKEY_INVALID' || code === 'CHALLENGE_EXPIRED') return { form: 'We couldn’t verify this passkey. Try again.' };
  return explainTwoStepError(error);
}
