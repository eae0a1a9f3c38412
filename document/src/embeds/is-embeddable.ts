import type { EmbedProvider } from './embed-provider.ts';
import { isHostOrBelow, normalizeEmbedUrl, parseEmbedAddress } from './embed-address.ts';

/** The message for a URL whose host is in the list, but that has a username, another port or another spelling of the host. */
export const notPlainUrl = 'Enter a URL that starts with https:// and has no username or port.';

/** Returns true if a URL can be parsed and its host is in the list. Only the lookup can tell whether there is something to embed. */
export function isEmbeddable(url: string, providers: readonly EmbedProvider[]): boolean {
  const address = parseEmbedAddress(normalizeEmbedUrl(url));
  return address !== null && providers.some(({ hosts }) => isHostOrBelow(address.hostname, hosts));
}
