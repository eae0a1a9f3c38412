import { faultOfEmail, faultOfName, faultOfPassword, faultsIn } from '@newline/api/rules/account';

/** What is wrong with the fields of a new account, by their names. */
export function faultsOfAccount({ name, email, password }: { name: string; email: string; password: string }): Record<string, string> {
  return faultsIn({ name: faultOfName(name), email: faultOfEmail(email), password: faultOfPassword(password) });
}
