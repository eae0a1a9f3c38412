import { isHostOrBelow, normalizeEmbedUrl, parseEmbedAddress } from './embed-address.ts';
import type { EmbedProvider } from './embed-provider.ts';
import { playerRules } from './player-rules.ts';

/** The provider of a URL, and the URL to show in a frame if a rule knows it. */
export interface EmbedPlayer {
  readonly provider: EmbedProvider;
  /** The URL as `normalizeEmbedUrl` spells it. */
  readonly url: string;
  /** The URL of the frame. Null for a provider of the kind `script`, and when it can only be found by oEmbed. */
  readonly src: string | null;
}

/** Finds the provider of a URL in the list, or returns null if no entry has its host. */
export function findPlayer(address: unknown, providers: readonly EmbedProvider[]): EmbedPlayer | null {
  const normalized = typeof address === 'string' ? normalizeEmbedUrl(address) : null;
  const url = parseEmbedAddress(normalized);
  if (url === null || normalized === null) return null;
  const candidates = providers.filter(({ hosts, frames }) => isHostOrBelow(url.hostname, hosts) || isFrameHost(url.hostname, frames));
  for (const provider of candidates) {
    const src = playerOf(url, provider);
    if (src !== null) return { provider, url: normalized, src };
  }
  const provider = candidates[0];
  return provider === undefined ? null : { provider, url: normalized, src: null };
}

/** Returns true if a frame of this provider may show the URL exactly as it's spelled. */
export function isPlayerOf(address: unknown, provider: EmbedProvider): address is string {
  const url = parseEmbedAddress(address);
  return url !== null && isFrameHost(url.hostname, provider.frames);
}

function playerOf(url: URL, provider: EmbedProvider): string | null {
  if (provider.kind === 'script') return null;
  const rule = Object.hasOwn(playerRules, provider.name) ? playerRules[provider.name] : undefined;
  const src = rule?.(url) ?? null;
  return isPlayerOf(src, provider) ? src : null;
}

function isFrameHost(host: string, frames: readonly string[]): boolean {
  return frames.some((frame) => (frame.startsWith('*.') ? host.endsWith(frame.slice(1)) : host === frame));
}
