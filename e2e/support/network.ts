import { randomInt } from 'node:crypto';

/** The header by which somebody in a test comes from a network of their own. */
export function ownSubnet(): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
}
