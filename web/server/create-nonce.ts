import { randomBytes } from 'node:crypto';

/** Creates the nonce of a page: 128 random bits, the minimum that CSP recommends, in base64. */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}
