import { BlockList, isIPv4, isIPv6 } from 'node:net';

// IANA's special-purpose registries: whatever is not for everybody's use.
const closed4 = new BlockList();
for (const [subnet, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed4.addSubnet(subnet, bits, 'ipv4');
}

// Of IPv6 only 2000::/3 is given out. In it: protocol assignments with Teredo, documentation, 6to4.
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [subnet, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed6.addSubnet(subnet, bits, 'ipv6');
}

/**
 * Tells whether an IP address is global unicast: one machine that everybody may reach.
 *
 * Loopback, private, link-local, shared (CGNAT), documentation, multicast and unspecified addresses are not, and neither
 * are those that carry another address inside (v4-mapped, 6to4, NAT64, Teredo).
 *
 * @param address without brackets; anything that is no address, or names a zone, is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}
