import { randomInt } from 'node:crypto';

/** Returns the header that gives a test's user a subnet of their own. */
export function ownSubnet(): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
}
