import { findPlayer, isPlayerOf } from './find-player.ts';
import { isHostOrBelow } from './embed-address.ts';
import type { EmbedProvider } from './embed-provider.ts';
import { readScriptEmbed } from './script-embeds.ts';

/** A frame as a page may write it; nothing else about it may differ. */
export interface EmbedFrame {
  readonly src: string;
  readonly sandbox: string;
  readonly provider: string;
  /** `player`: the provider's own page. `script`: a page of the embed origin, which tells its height. */
  readonly kind: 'player' | 'script';
}

/** What of a document's node says what is framed. */
export interface FramedNode {
  /** The address to frame, from a look-up or from somebody's import. */
  readonly src: unknown;
  /** The address that was pasted. */
  readonly url: unknown;
}

/** Finds the frame for a node; null when nothing of it may be framed, so that it becomes a link. */
export type FrameFor = (node: FramedNode) => EmbedFrame | null;

/** The sandbox of a provider's frame. It is on another origin than the page, so that allow-same-origin gives it only itself. */
const playerSandbox = 'allow-scripts allow-forms allow-same-origin';
/** The sandbox of a frame of the embed origin: without an origin of its own, without cookies. */
const scriptSandbox = 'allow-scripts';

/** The path on the embed origin that draws one piece: `?provider=` names a line of the list, `?url=` the piece. */
export const scriptEmbedPath = '/embed/script';

/**
 * Makes the function that decides about every frame of a text, from the list of what may be embedded.
 *
 * An address that a provider's rule knows is framed as the rule writes it (a YouTube page as its player); another one as it is,
 * when it is on a frame host of the list. The site's own host and the embed origin are never framed, whatever the list says.
 *
 * @param options.embedOrigin where script embeds are drawn; null makes links of them
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
    const found = findPlayer(address, providers);
    if (found === null || found.provider.kind === 'script') return null;
    const src = found.src ?? found.url;
    if (!isPlayerOf(src, found.provider) || isOwn(src)) return null;
    return { src, sandbox: playerSandbox, provider: found.provider.name, kind: 'player' };
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

/** The sources for the policy `frame-src` of pages with texts: each host that a frame may show. */
export function frameSources(providers: readonly EmbedProvider[], embedOrigin: string | null): string[] {
  return [
    ...new Set(providers.flatMap(({ frames }) => frames.map((host) => `https://${host}`))),
    ...(embedOrigin === null ? [] : [embedOrigin]),
  ];
}
