import { normalizeIP } from '@better-auth/core/utils/ip';

/** The header in which a request's network travels to the sign-in code; set by us, overwritten when a client sends it. */
export const subnetHeader = 'x-newline-network';

/**
 * The part of an address that limits are counted by: an IPv4 address whole, an IPv6 address by its /64, since whoever
 * has one address of a /64 has all of them.
 *
 * @example networkOf('2001:db8:1:2::7') // '2001:0db8:0001:0002:0000:0000:0000:0000'
 * @example networkOf('::ffff:192.0.2.1') // '192.0.2.1'
 * @example networkOf('192.0.2.1:4711') // '192.0.2.1'
 */
export function subnetOf(address: string | undefined): string {
  // Whoever left before the answer has no address any more.
  return address === undefined ? '' : normalizeIP(withoutPort(address), { ipv6Subnet: 64 });
}

/**
 * The /48 of an IPv6 network, which is what a site or a rented server often has in full; null for an IPv4 address.
 *
 * @param network as `subnetOf` returns it
 * @example widerNetworkOf('2001:0db8:0001:0002:0000:0000:0000:0000') // '2001:0db8:0001'
 */
export function widerSubnetOf(subnet: string): string | null {
  return subnet.includes(':') ? subnet.split(':').slice(0, 3).join(':') : null;
}

/** An IP address without the port that some proxies append in X-Forwarded-For, and without an IPv6 zone. */
function withoutPort(address: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? [];
  const [, v4] = /^(\d+(?:\.\d+){3}):\d+$/.exec(address) ?? [];
  return (inBrackets ?? v4 ?? address).replace(/%.*$/, '');
}
