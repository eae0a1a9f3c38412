import type { EmbedProvider } from './embed-provider.ts';
import { isHostOrBelow, parseEmbedAddress } from './embed-address.ts';

/** Tells whether an address parses and its host is on the list. Whether there is something to embed only the look-up knows. */
export function isEmbeddable(url: string, providers: readonly EmbedProvider[]): boolean {
  const address = parseEmbedAddress(url);
  return address !== null && providers.some(({ hosts }) => isHostOrBelow(address.hostname, hosts));
}
