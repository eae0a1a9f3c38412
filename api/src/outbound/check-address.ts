import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { OutboundError } from './outbound-error.ts';

/**
 * The hosts that a request and its redirects may go to: names, each of which stands for itself and the names below it; or
 * `any`, for what people may bring from anywhere. An address inside a network is refused either way.
 */
export type HostRule = readonly string[] | 'any';

/** Longest address that is asked for. */
const maxAddressLength = 2048;

/**
 * Parses an address and refuses what must not be asked for: anything but https, a port, a user name, a host off the rule, an IP
 * address that is not public. The rule is applied to what the parser made of the host, which is what is connected to.
 *
 * @throws OutboundError
 */
export function checkAddress(address: string, hosts: HostRule, base?: URL): URL {
  const refuse = (reason: string): never => {
    throw new OutboundError('refused', reason);
  };
  if (address.length > maxAddressLength) return refuse('This address is too long.');
  // The parser drops tabs and line ends and reads a backslash as a slash: people and checks before this one may not.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(address) || !URL.canParse(address, base)) return refuse('This is not an address.');
  const url = new URL(address, base);
  if (url.protocol !== 'https:') return refuse('Only https addresses are fetched.');
  if (url.username !== '' || url.password !== '') return refuse('An address with a user name is not fetched.');
  if (url.port !== '') return refuse('An address with a port is not fetched.');
  const host = url.hostname;
  if (!isOnRule(host, hosts)) return refuse(`${host} is not on the list of allowed hosts.`);
  const literal = host.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) return refuse(`${host} is not a public host.`);
  return url;
}

function isOnRule(host: string, hosts: HostRule): boolean {
  if (host.endsWith('.') || host === '') return false;
  if (hosts === 'any') return isIP(host.replace(/^\[|\]$/g, '')) !== 0 || host.includes('.');
  return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}
