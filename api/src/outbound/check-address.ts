import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import type { ErrorParams } from '../rules/errors/error-messages.ts';
import { outboundError, type OutboundReason } from './outbound-error.ts';

/**
 * The hosts that a request and its redirects may go to: names, each including its subdomains; or `any`, for URLs from users. Addresses of
 * private networks are refused either way.
 */
export type HostRule = readonly string[] | 'any';

/** Maximum length of a URL. */
const maxAddressLength = 2048;

/**
 * Parses a URL and refuses one that must not be requested: anything but https, a port, a username, a host that isn't allowed, or an IP
 * address that isn't public. Checks the host as the parser returns it, which is the one that is connected to.
 * @param allowsPrivate for a host in the site's own settings that is allowed to be private: any port and IP address, and http on this
 * machine
 * @throws OutboundError
 */
export function checkAddress(address: string, hosts: HostRule, base?: URL, allowsPrivate = false): URL {
  const refuse = <TReason extends OutboundReason>(reason: TReason, params: ErrorParams<TReason>): never => {
    throw outboundError('refused', reason, params);
  };
  if (address.length > maxAddressLength) return refuse('OUTBOUND_URL_TOO_LONG', {});
  // The parser drops tabs and line breaks and reads a backslash as a slash; readers and earlier checks may not.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(address) || !URL.canParse(address, base)) return refuse('OUTBOUND_URL_INVALID', {});
  const url = new URL(address, base);
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:' && isThisMachine(url.hostname)))
    return refuse('OUTBOUND_URL_NOT_HTTPS', {});
  if (url.username !== '' || url.password !== '') return refuse('OUTBOUND_URL_WITH_USERNAME', {});
  if (url.port !== '' && !allowsPrivate) return refuse('OUTBOUND_URL_WITH_PORT', {});
  const host = url.hostname;
  if (!isOnRule(host, hosts)) return refuse('OUTBOUND_HOST_NOT_ALLOWED', { host });
  const literal = host.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal) && !allowsPrivate) return refuse('OUTBOUND_HOST_NOT_PUBLIC', { host });
  return url;
}

/** True for a host name that always refers to this machine. */
function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);
}

function isOnRule(host: string, hosts: HostRule): boolean {
  if (host.endsWith('.') || host === '') return false;
  if (hosts === 'any') return isIP(host.replace(/^\[|\]$/g, '')) !== 0 || host.includes('.');
  return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}
