import type { EmbedProvider } from '@newline/document/embeds/embed-provider';
import { findPlayer, type EmbedPlayer } from '@newline/document/embeds/find-player';
import { isEmbeddable, notPlainUrl } from '@newline/document/embeds/is-embeddable';
import { readScriptEmbed } from '@newline/document/embeds/script-embeds';
import { isShortLink } from '@newline/document/embeds/short-links';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { RateLimit } from '../../rate-limits.ts';
import { oembedEndpoint } from './oembed-endpoint.ts';
import { frameOfHtml, type OembedFacts, readOembed } from './read-oembed.ts';

/** Result of a lookup: what a URL embeds, or why it can't be embedded. */
export type Embed = OembedFacts & {
  /** The URL that is embedded: normalized, and the target of a short link. The input if there is nothing to embed. */
  readonly url: string;
  readonly provider: string | null;
  readonly iframeSrc: string | null;
  readonly scriptSrc: string | null;
  readonly errors: readonly string[];
};

export type Embeds = {
  /** Always resolves; failures are in `errors`. */
  embedForUrl(url: string, userId: string | null): Promise<Embed>;
};

/** Below the 5 s that an operation may take. */
const lookUpTimeoutMs = 3_000;
const shortestCacheSeconds = 5 * 60;
const longestCacheSeconds = 24 * 60 * 60;

/**
 * Creates the lookup of embeds. The player's URL comes from a rule where there is one; oEmbed adds title, author and sizes, and the player
 * if only the provider knows it. Only URLs on listed sites are requested.
 */
export function createEmbeds({
  providers,
  outbound,
  rateLimit,
  log,
}: {
  readonly providers: readonly EmbedProvider[];
  readonly outbound: Outbound;
  /** Limits lookups that aren't cached, by user. */
  readonly rateLimit: RateLimit;
  readonly log: Log;
}): Embeds {
  const cache = new LRUCache<string, Embed>({ max: 1_000 });

  return {
    async embedForUrl(input, userId) {
      const failed = (reason: string, provider: string | null = null) => ({ ...failure(input, reason), provider });
      if (userId === null) return failed('Please sign in to embed content.');
      const named = findPlayer(input, providers);
      if (named === null) return failed(refusalOf(input, providers));
      if (!isShortLink(named.url) && hasNothing(named)) return failed(nothingAt(named));
      const cached = cache.get(named.url);
      if (cached) return { ...cached, url: cached.errors.length > 0 ? input : cached.url };
      const waitSeconds = await rateLimit.consume(userId);
      if (waitSeconds !== null) return failed(`Too many lookups. Wait ${Math.ceil(waitSeconds / 60)} min and try again.`);

      const followed = isShortLink(named.url) ? await followLink(named, { providers, outbound, log }) : { target: named, reason: null };
      if (followed.target === null) return failed(followed.reason, named.provider.name);
      const { provider, src, url } = followed.target;
      const scriptEmbed = provider.kind === 'script' ? readScriptEmbed(url, provider.name) : null;
      const response = await askProvider(url, provider, { outbound, log });
      const facts = response.facts ?? noFacts;
      const iframeSrc = src ?? (facts.html === null ? null : frameOfHtml(facts.html, provider));
      const scriptSrc = scriptEmbed?.scriptSrc ?? null;
      const isEmbeddableNow = !response.isMissing && (iframeSrc !== null || scriptSrc !== null);
      if (!isEmbeddableNow) {
        const reason = response.isMissing || response.reason === null ? nothingAt({ provider }) : response.reason;
        const missing = failed(reason, provider.name);
        // A missing embed is cached briefly, so that the next keystroke doesn't look it up again.
        if (response.isMissing) cache.set(named.url, missing, { ttl: 60_000 });
        return missing;
      }
      const embed = { ...facts, url, provider: provider.name, iframeSrc, scriptSrc, errors: [] };
      const seconds = response.reason === null ? (facts.cacheAge ?? longestCacheSeconds) : shortestCacheSeconds;
      cache.set(named.url, embed, { ttl: 1000 * Math.min(longestCacheSeconds, Math.max(shortestCacheSeconds, seconds)) });
      return embed;
    },
  };
}

type ProviderResponse = { readonly facts: OembedFacts | null; readonly isMissing: boolean; readonly reason: string | null };

/** Requests the provider's oEmbed data, if it has an endpoint. */
async function askProvider(
  url: string,
  provider: EmbedProvider,
  { outbound, log }: { outbound: Outbound; log: Log },
): Promise<ProviderResponse> {
  const endpoint = await oembedEndpoint(provider.name, url);
  if (endpoint === null) return { facts: null, isMissing: false, reason: null };
  try {
    const answer = await outbound.fetch(endpoint.href, {
      accept: ['application/json', 'text/json', 'application/json+oembed', 'text/javascript'],
      hosts: [endpoint.hostname, ...provider.hosts],
      timeoutMs: lookUpTimeoutMs,
      maxBytes: 256 * 1024,
    });
    if (answer.status === 404 || answer.status === 410) return { facts: null, isMissing: true, reason: null };
    if (answer.status !== 200) return { facts: null, isMissing: false, reason: `${provider.name} responded with ${answer.status}.` };
    const facts = readOembed(JSON.parse(answer.body.toString('utf8')));
    return { facts, isMissing: false, reason: facts === null ? `${provider.name} sent a response that cannot be read.` : null };
  } catch (error) {
    if (error instanceof OutboundError) return { facts: null, isMissing: false, reason: error.message };
    if (error instanceof SyntaxError)
      return { facts: null, isMissing: false, reason: `${provider.name} sent a response that cannot be read.` };
    log.error({ err: error, provider: provider.name }, 'embeds: the lookup failed');
    return { facts: null, isMissing: false, reason: 'The lookup failed. Try again.' };
  }
}

const noFacts: OembedFacts = {
  type: null,
  version: null,
  title: null,
  author: null,
  authorUrl: null,
  providerUrl: null,
  cacheAge: null,
  thumbnail: null,
  description: null,
  html: null,
  width: null,
  height: null,
};

/** Returns the reason why a URL has no provider, as a message for users. */
function refusalOf(url: string, providers: readonly EmbedProvider[]): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return 'This URL cannot be embedded.';
  if (isEmbeddable(`https://${new URL(url).hostname}/`, providers)) return notPlainUrl;
  return `${hostOf(url)} is not one of the sites that can be embedded.`;
}

function nothingAt({ provider }: Pick<EmbedPlayer, 'provider'>): string {
  return `${provider.name} has nothing to embed at this URL.`;
}

function hasNothing({ provider, url }: EmbedPlayer): boolean {
  return provider.kind === 'script' && readScriptEmbed(url, provider.name) === null;
}

type Followed = { readonly target: EmbedPlayer; readonly reason: null } | { readonly target: null; readonly reason: string };

/** Follows a short link to its target, if that may be embedded. Requests only headers, and only from hosts of its provider. */
async function followLink(
  { provider, url }: EmbedPlayer,
  { providers, outbound, log }: { providers: readonly EmbedProvider[]; outbound: Outbound; log: Log },
): Promise<Followed> {
  const advice = 'Open the short link in a browser and paste the URL that it leads to.';
  const deadline = Date.now() + lookUpTimeoutMs;
  try {
    for (let currentUrl = url, hops = 0; hops < 3; hops += 1) {
      const answer = await outbound.fetch(currentUrl, {
        method: 'HEAD',
        accept: ['text/html'],
        hosts: provider.hosts,
        timeoutMs: Math.max(1, deadline - Date.now()),
      });
      const { location } = answer.headers;
      if (location === undefined || !URL.canParse(location, currentUrl))
        return { target: null, reason: `${provider.name} responded with ${answer.status}. ${advice}` };
      currentUrl = new URL(location, currentUrl).href;
      const player = findPlayer(currentUrl, providers);
      if (player === null) return { target: null, reason: nothingAt({ provider }) };
      if (!isShortLink(player.url) && (player.src !== null || (player.provider.kind === 'script' && !hasNothing(player))))
        return { target: player, reason: null };
    }
    return { target: null, reason: nothingAt({ provider }) };
  } catch (error) {
    if (error instanceof OutboundError) return { target: null, reason: `${error.message} ${advice}` };
    log.error({ err: error, provider: provider.name }, 'embeds: a short link could not be followed');
    return { target: null, reason: advice };
  }
}

function failure(url: string, reason: string): Embed {
  return { ...noFacts, url, provider: null, iframeSrc: null, scriptSrc: null, errors: [reason] };
}

/** Returns the host of a URL for a message, shortened so that it can't be mistaken for the message. */
function hostOf(url: string): string {
  return new URL(url).hostname.slice(0, 100) || 'This site';
}
