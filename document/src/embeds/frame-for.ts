import { findPlayer, isPlayerOf } from './find-player.ts';
import { isHostOrBelow } from './embed-address.ts';
import type { EmbedProvider } from './embed-provider.ts';
import { readScriptEmbed } from './script-embeds.ts';

/** A frame as a page writes it. All its other properties are fixed. */
export interface EmbedFrame {
  readonly src: string;
  readonly sandbox: string;
  readonly provider: string;
  /** `player`: the provider's own page. `script`: a page of the embed origin, which reports its height. */
  readonly kind: 'player' | 'script';
}

/** The attributes of a document's node that determine its frame. */
export interface FramedNode {
  /** The URL to show, from a lookup or an import. */
  readonly src: unknown;
  /** The URL that was pasted. */
  readonly url: unknown;
}

/** Returns the frame for a node, or null if nothing in it may be framed and it becomes a link. */
export type FrameFor = (node: FramedNode) => EmbedFrame | null;

/** The sandbox of a provider's frame. The frame has another origin than the page, so `allow-same-origin` gives it access only to itself. */
const playerSandbox = 'allow-scripts allow-forms allow-same-origin';
/** The sandbox of a frame of the embed origin, without an origin of its own or cookies. */
const scriptSandbox = 'allow-scripts';

/** The path on the embed origin that renders one embed: `?provider=` names an entry of the list, `?url=` the content. */
export const scriptEmbedPath = '/embed/script';

/**
 * Creates the function that chooses the frames of a text, from the list of sites that can be embedded.
 *
 * A URL that matches a provider's rule is shown as the rule writes it (a YouTube page as its player). Any other URL is shown as it is if
 * its host is in the list of frame hosts. The site's own host and the embed origin are never framed, even if they're in the list.
 *
 * @param options.embedOrigin where script embeds are rendered; null turns them into links
 */
export function createFrameFor(options: {
  readonly providers: readonly EmbedProvider[];
  readonly siteOrigin: string;
  readonly embedOrigin: string | null;
}): FrameFor {
  const { providers, siteOrigin, embedOrigin } = options;
  const ownHosts = [siteOrigin, embedOrigin].flatMap((origin) =>
    origin !== null && URL.canParse(origin) ? [new URL(origin).hostname] : [],
  );
  const isOwn = (address: string) => isHostOrBelow(new URL(address).hostname, ownHosts);

  function playerFrame(address: unknown): EmbedFrame | null {
    const player = findPlayer(address, providers);
    if (player === null || player.provider.kind === 'script') return null;
    const src = player.src ?? player.url;
    if (!isPlayerOf(src, player.provider) || isOwn(src)) return null;
    return { src, sandbox: playerSandbox, provider: player.provider.name, kind: 'player' };
  }

  function scriptFrame(address: unknown): EmbedFrame | null {
    const provider = findPlayer(address, providers)?.provider;
    if (embedOrigin === null || provider?.kind !== 'script') return null;
    const piece = readScriptEmbed(address, provider.name);
    if (piece === null || isOwn(piece.url)) return null;
    const src = `${embedOrigin}${scriptEmbedPath}?provider=${encodeURIComponent(provider.name)}&url=${encodeURIComponent(piece.url)}`;
    return { src, sandbox: scriptSandbox, provider: provider.name, kind: 'script' };
  }

  return ({ src, url }) => playerFrame(src) ?? playerFrame(url) ?? scriptFrame(url) ?? scriptFrame(src);
}

/** Returns the sources for `frame-src` in the content security policy of pages with texts: each host that a frame may show. */
export function frameSources(providers: readonly EmbedProvider[], embedOrigin: string | null): string[] {
  return [
    ...new Set(providers.flatMap(({ frames }) => frames.map((host) => `https://${host}`))),
    ...(embedOrigin === null ? [] : [embedOrigin]),
  ];
}
