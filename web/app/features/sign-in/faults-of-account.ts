import { faultOfEmail, faultOfName, faultOfPassword, faultsIn } from '@newline/api/rules/account';

/** Returns the errors of a new account's fields, by name. */
export function faultsOfAccount({ name, email, password }: { name: string; email: string; password: string }): Record<string, string> {
  return faultsIn({ name: faultOfName(name), email: faultOfEmail(email), password: faultOfPassword(password) });
}
