import { safeUrl } from '../safe-url.ts';

/**
 * Parses a URL that can be embedded in a frame, or returns null. It must be https without a username or port, and its host must be spelled
 * as the parser reads it: the parser forgives backslashes, missing slashes, tabs, other dots and upper case, and a list of hosts must not.
 */
export function parseEmbedAddress(address: unknown): URL | null {
  if (typeof address !== 'string' || address.length > 2048 || safeUrl(address, 'media') !== address) return null;
  const host = /^https:\/\/([a-z0-9.-]+)(?:[/?#]|$)/u.exec(address)?.[1];
  if (host === undefined || address.includes('\\') || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.hostname === host && !host.endsWith('.') ? url : null;
}

/**
 * Normalizes the spelling of a URL. Programs copy some URLs as `http://`, with upper-case letters in the scheme or the host, or with the
 * default port of https: those become https in lower case without a port. Other URLs stay unchanged; `parseEmbedAddress` validates them.
 */
export function normalizeEmbedUrl(text: string): string {
  const match = /^([Hh][Tt][Tt][Pp][Ss]?):\/\/([A-Za-z0-9.-]+)(:443|:80)?(?=[/?#]|$)/u.exec(text);
  if (match === null) return text;
  const [start, scheme = '', host = '', port = ''] = match;
  const usualPort = scheme.toLowerCase() === 'https' ? ':443' : ':80';
  return port === '' || port === usualPort ? `https://${host.toLowerCase()}${text.slice(start.length)}` : text;
}

/** Returns true if the host is one of these hosts or a subdomain of one. */
export function isHostOrBelow(host: string, hosts: readonly string[]): boolean {
  return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}
