import { normalizeIP } from '@better-auth/core/utils/ip';

/** Header that passes a request's subnet to the sign-in code; always overwritten, so clients can't set it. */
export const subnetHeader = 'x-newline-network';

/**
 * Returns the part of an IP address that rate limits count by: the whole IPv4 address, or the /64 of an IPv6 address, since a user with one
 * address of a /64 has all of them.
 * @example subnetOf('2001:db8:1:2::7') // '2001:0db8:0001:0002:0000:0000:0000:0000'
 * @example subnetOf('::ffff:192.0.2.1') // '192.0.2.1'
 * @example subnetOf('192.0.2.1:4711') // '192.0.2.1'
 */
export function subnetOf(address: string | undefined): string {
  // A client that has disconnected has no IP address anymore.
  return address === undefined ? '' : normalizeIP(withoutPort(address), { ipv6Subnet: 64 });
}

/**
 * Returns the /48 of an IPv6 subnet, which a site or a rented server often has completely; null for an IPv4 address.
 * @param subnet the result of `subnetOf`
 * @example widerSubnetOf('2001:0db8:0001:0002:0000:0000:0000:0000') // '2001:0db8:0001'
 */
export function widerSubnetOf(subnet: string): string | null {
  return subnet.includes(':') ? subnet.split(':').slice(0, 3).join(':') : null;
}

/** Removes the port that some proxies append in X-Forwarded-For, and an IPv6 zone. */
function withoutPort(address: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? [];
  const [, v4] = /^(\d+(?:\.\d+){3}):\d+$/.exec(address) ?? [];
  return (inBrackets ?? v4 ?? address).replace(/%.*$/, '');
}
