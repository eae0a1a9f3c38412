import type { EmbedProvider } from './embed-provider.ts';
import { isHostOrBelow, normalizeEmbedUrl, parseEmbedAddress } from './embed-address.ts';

/** What people are told of a URL whose host is on the list, but that has a user name, another port, or another spelling of the host. */
export const notPlainUrl = 'Give the URL as https:// and the name of the site, without a user name or a port.';

/** Tells whether an address parses and its host is on the list. Whether there is something to embed only the look-up knows. */
export function isEmbeddable(url: string, providers: readonly EmbedProvider[]): boolean {
  const address = parseEmbedAddress(normalizeEmbedUrl(url));
  return address !== null && providers.some(({ hosts }) => isHostOrBelow(address.hostname, hosts));
}
