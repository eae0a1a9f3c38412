import { createHmac, hkdfSync, randomInt } from 'node:crypto';

/** Number of codes that a user gets at a time. */
const recoveryCodeCount = 10;

// Without letters and digits that are taken for each other on paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const half = 5;

/** Creates recovery codes, such as `k7mqp-2xw9r`, with 49 random bits each. */
export function createRecoveryCodes(): string[] {
  const randomPart = () => Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: recoveryCodeCount }, () => `${randomPart()}-${randomPart()}`);
}

/** Returns a recovery code in the stored form, however its letters and hyphen were typed; null for anything else. */
export function readRecoveryCode(typed: string): string | null {
  const characters = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  const isCode = characters.length === 2 * half && [...characters].every((character) => alphabet.includes(character));
  return isCode ? `${characters.slice(0, half)}-${characters.slice(half)}` : null;
}

/** Creates the function that hashes recovery codes with a secret key, so that a leaked database isn't enough to guess codes. */
export function createRecoveryHash(secretKey: string): (userId: string, code: string) => Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'newline recovery codes', 32));
  return (userId, code) => createHmac('sha256', key).update(`${userId}:${code}`).digest();
}
