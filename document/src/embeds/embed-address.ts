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

/** True when the host is one of these, or below one. */
export function isHostOrBelow(host: string, hosts: readonly string[]): boolean {
  return hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}
