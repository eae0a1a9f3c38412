import { randomBytes } from 'node:crypto';

/** Creates the nonce of a page: 128 random bits, as much as the content policy asks for at least, in base64. */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}
