import { normalizeIP } from '@better-auth/core/utils/ip';

/** The header in which a request's network travels to the sign-in code; set by us, overwritten when a client sends it. */
export const networkHeader = 'x-newline-network';

/**
 * The part of an address that limits are counted by: an IPv4 address whole, an IPv6 address by its /64, since whoever
 * has one address of a /64 has all of them.
 *
 * @example networkOf('2001:db8:1:2::7') // '2001:0db8:0001:0002:0000:0000:0000:0000'
 * @example networkOf('::ffff:192.0.2.1') // '192.0.2.1'
 */
export function networkOf(address: string | undefined): string {
  // Whoever left before the answer has no address any more.
  return address === undefined ? '' : normalizeIP(address, { ipv6Subnet: 64 });
}
