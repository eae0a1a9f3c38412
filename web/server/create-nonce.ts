import { randomFillSync } from 'node:crypto';

/** How many bytes the policy's draft asks for at least. */
const nonceBytes = 16;

/** Random bytes in stock: asked of the system for one page, they cost as much as finding out which page it is. */
const stock = Buffer.alloc(256 * nonceBytes);
let used = stock.length;

/** Creates the nonce of a page, in base64: its scripts run because they name what nobody could know. */
export function createNonce(): string {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += nonceBytes;
  return stock.toString('base64', used - nonceBytes, used);
}
