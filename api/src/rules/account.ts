import { regexes } from 'zod/v4/core';
import { accountLimits } from './limits/account.ts';

const { name: maxNameLength, email: maxEmailLength, passwordLeast: minPasswordLength, password: maxPasswordLength } = accountLimits;

export const emailFault = 'Enter an email address such as ada@example.com.';
export const passwordHint = `${minPasswordLength} characters or more.`;
export const passwordTooShort = `Use ${passwordHint}`;
export const passwordTooLong = `Use ${maxPasswordLength} characters or fewer.`;

/** Returns what is wrong with a name, as a sentence; null if it's valid. */
export function faultOfName(name: string): string | null {
  if (name === '') return 'Enter a name; it need not be your real one.';
  return name.length > maxNameLength ? `Use ${maxNameLength} characters or fewer.` : null;
}

/** Returns what is wrong with an email address, as a sentence; null if it's valid. */
export function faultOfEmail(email: string): string | null {
  return email.length <= maxEmailLength && regexes.email.test(email) ? null : emailFault;
}

/** Returns what is wrong with a new password, as a sentence; null if it's valid. */
export function faultOfPassword(password: string): string | null {
  if (password.length < minPasswordLength) return passwordTooShort;
  return password.length > maxPasswordLength ? passwordTooLong : null;
}

/** Converts a rule into a zod refinement. */
export function keeps(faultOf: (text: string) => string | null): (text: string, context: { addIssue: (fault: string) => void }) => void {
  return (text, context) => {
    const fault = faultOf(text);
    if (fault !== null) context.addIssue(fault);
  };
}

/** Returns the faults that aren't null, by field. */
export function faultsIn(results: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(results).filter((entry): entry is [string, string] => entry[1] !== null));
}
