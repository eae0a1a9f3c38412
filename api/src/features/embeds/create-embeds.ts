import type { EmbedProvider } from '@newline/document/embeds/embed-provider';
import { findPlayer } from '@newline/document/embeds/find-player';
import { readScriptEmbed } from '@newline/document/embeds/script-embeds';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { Budget } from '../../budgets.ts';
import { oembedEndpoint } from './oembed-endpoint.ts';
import { frameOfHtml, type OembedFacts, readOembed } from './read-oembed.ts';

/** The answer about one address: what can be shown, or why nothing can. */
export type Embed = OembedFacts & {
  readonly provider: string | null;
  readonly iframeSrc: string | null;
  readonly scriptSrc: string | null;
  readonly errors: readonly string[];
};

/** Looks up what can be embedded. */
export type Embeds = {
  /** Answers in any case; what went wrong stands in `errors`. */
  embedForUrl(url: string, userId: string | null): Promise<Embed>;
};

/** Within the 5 s that an operation may take. */
const lookUpTimeoutMs = 3_000;
const shortestCacheSeconds = 5 * 60;
const longestCacheSeconds = 24 * 60 * 60;

/**
 * Creates the look-up. The player's address comes from a rule wherever there is one; oEmbed adds title, author and sizes, and
 * the player where only the provider knows it. Only an address of the list is ever asked for.
 */
export function createEmbeds({
  providers,
  outbound,
  budget,
  log,
}: {
  readonly providers: readonly EmbedProvider[];
  readonly outbound: Outbound;
  /** Counted by person, for what is not in the cache. */
  readonly budget: Budget;
  readonly log: Log;
}): Embeds {
  const cache = new LRUCache<string, Embed>({ max: 1_000 });

  return {
    async embedForUrl(url, userId) {
      if (userId === null) return failure('Please sign in to embed something.');
      const found = findPlayer(url, providers);
      if (found === null) {
        const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
        return failure(
          isAddress ? `${hostOf(url)} is not on the list of sites that may be embedded.` : 'This is not an address that can be embedded.',
        );
      }
      const { provider, src } = found;
      const piece = provider.kind === 'script' ? readScriptEmbed(url, provider.name) : null;
      if (provider.kind === 'script' && piece === null)
        return failure(`At this address ${provider.name} has nothing that can be embedded.`);
      const cached = cache.get(url);
      if (cached) return cached;
      const waitSeconds = await budget.consume(userId);
      if (waitSeconds !== null) return failure(`Too many look-ups. Wait ${Math.ceil(waitSeconds / 60)} min and try again.`);

      const said = await askProvider(url, provider, { outbound, log });
      const facts = said.facts ?? noFacts;
      const iframeSrc = src ?? (facts.html === null ? null : frameOfHtml(facts.html, provider));
      const scriptSrc = piece?.scriptSrc ?? null;
      const isThere = !said.isMissing && (iframeSrc !== null || scriptSrc !== null);
      if (!isThere) {
        const reason =
          said.isMissing || said.reason === null ? `At this address ${provider.name} has nothing that can be embedded.` : said.reason;
        const failed = { ...failure(reason), provider: provider.name };
        // What is not there now is not asked for again by the next key that is pressed.
        if (said.isMissing) cache.set(url, failed, { ttl: 60_000 });
        return failed;
      }
      const embed = { ...facts, provider: provider.name, iframeSrc, scriptSrc, errors: [] };
      const seconds = said.reason === null ? (facts.cacheAge ?? longestCacheSeconds) : shortestCacheSeconds;
      cache.set(url, embed, { ttl: 1000 * Math.min(longestCacheSeconds, Math.max(shortestCacheSeconds, seconds)) });
      return embed;
    },
  };
}

type Said = { readonly facts: OembedFacts | null; readonly isMissing: boolean; readonly reason: string | null };

/** What the provider itself says, if it says anything. */
async function askProvider(url: string, provider: EmbedProvider, { outbound, log }: { outbound: Outbound; log: Log }): Promise<Said> {
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
    if (answer.status !== 200) return { facts: null, isMissing: false, reason: `${provider.name} answered with ${answer.status}.` };
    const facts = readOembed(JSON.parse(answer.body.toString('utf8')));
    return { facts, isMissing: false, reason: facts === null ? `${provider.name} answered with something unreadable.` : null };
  } catch (error) {
    if (error instanceof OutboundError) return { facts: null, isMissing: false, reason: error.reason };
    if (error instanceof SyntaxError)
      return { facts: null, isMissing: false, reason: `${provider.name} answered with something unreadable.` };
    log.error({ err: error, provider: provider.name }, 'embeds: the look-up failed');
    return { facts: null, isMissing: false, reason: 'The look-up failed. Try again.' };
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

function failure(reason: string): Embed {
  return { ...noFacts, provider: null, iframeSrc: null, scriptSrc: null, errors: [reason] };
}

/** The host of an address in words for a message: bounded, without what could be mistaken for the message. */
function hostOf(url: string): string {
  return new URL(url).hostname.slice(0, 100) || 'This address';
}
