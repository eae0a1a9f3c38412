import { regexes } from 'zod/v4/core';
import { accountLimits } from './limits/account.ts';

const { name: maxNameLength, email: maxEmailLength, passwordLeast: minPasswordLength, password: maxPasswordLength } = accountLimits;

export const emailFault = 'Write an address such as ada@example.com.';
export const passwordHint = `${minPasswordLength} characters or more.`;
export const passwordTooShort = `Use ${passwordHint}`;
export const passwordTooLong = `Use ${maxPasswordLength} characters or fewer.`;

/** What is wrong with a name, as a sentence; null when nothing is. */
export function faultOfName(name: string): string | null {
  if (name === '') return 'Enter a name; it need not be your real one.';
  return name.length > maxNameLength ? `Use ${maxNameLength} characters or fewer.` : null;
}

/** What is wrong with an e-mail address, as a sentence; null when nothing is. */
export function faultOfEmail(email: string): string | null {
  return email.length <= maxEmailLength && regexes.email.test(email) ? null : emailFault;
}

/** What is wrong with a new password, as a sentence; null when nothing is. */
export function faultOfPassword(password: string): string | null {
  if (password.length < minPasswordLength) return passwordTooShort;
  return password.length > maxPasswordLength ? passwordTooLong : null;
}

/** A rule as a refinement of zod's. */
export function keeps(faultOf: (text: string) => string | null): (text: string, context: { addIssue: (fault: string) => void }) => void {
  return (text, context) => {
    const fault = faultOf(text);
    if (fault !== null) context.addIssue(fault);
  };
}

/** The faults among these, by their fields. */
export function faultsIn(found: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null));
}
