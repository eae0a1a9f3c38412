import { safeUrl } from '../safe-url.ts';

/**
 * Parses an address that may become a frame, or returns null: https, no user name, no port, and a host that is written as it is
 * read. The parser forgives what a list must not: backslashes, missing slashes, tabs, other dots, upper case.
 */
export function parseEmbedAddress(address: unknown): URL | null {
  if (typeof address !== 'string' || address.length > 2048 || safeUrl(address, 'media') !== address) return null;
  const host = /^https:\/\/([a-z0-9.-]+)(?:[/?#]|$)/u.exec(address)?.[1];
  if (host === undefined || address.includes('\\') || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.hostname === host && !host.endsWith('.') ? url : null;
}

/**
 * Spells a URL as it counts. Programs copy some as `http://`, with upper-case letters in the scheme or the host, or with the port that
 * every https site has: those become https in lower case without a port. Anything else stays as it is, for `parseEmbedAddress` to judge.
 */
export function normalizeEmbedUrl(given: string): string {
  const found = /^([Hh][Tt][Tt][Pp][Ss]?):\/\/([A-Za-z0-9.-]+)(:443|:80)?(?=[/?#]|$)/u.exec(given);
  if (found === null) return given;
  const [start, scheme = '', host = '', port = ''] = found;
  const usualPort = scheme.toLowerCase() === 'https' ? ':443' : ':80';
  return port === '' || port === usualPort ? `https://${host.toLowerCase()}${given.slice(start.length)}` : given;
}

/** True when the host is one of these, or below one. */
export function isHostOrBelow(host: string, hosts: readonly string[]): boolean {
  return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}
