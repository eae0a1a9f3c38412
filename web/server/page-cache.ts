import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { chooseRepresentation, storePage, type RenderedPage, type StoredPage } from './stored-page.ts';
import { cachedPagePolicy, closedPolicy, inlineScriptHashes, type PolicySources } from './content-policy.ts';
import type { PublicPages } from './public-pages.ts';

/** A page that is kept and still fresh, and when it was made. */
export type CachedPage = { key: string; page: StoredPage; storedAtMs: number };

type Entry = {
  page: StoredPage;
  storedAtMs: number;
  /** When something it was made of changed; null while it is fresh. */
  staleSinceMs: number | null;
  /** It lists everything the site has. */
  isExport: boolean;
};

type Options = {
  publicPages: Pick<PublicPages, 'find'>;
  /** Renders a public page, as a visitor, from its key alone: nothing of the request that asked for it gets here. */
  render: (key: string) => Promise<RenderedPage>;
  sources: PolicySources;
  /** Headers every answer carries. */
  securityHeaders: Readonly<Record<string, string>>;
  onError: (error: unknown, key: string) => void;
  /** Keys kept ready at any time. */
  warm?: readonly string[];
  maxBytes?: number;
  /** How long a request waits for a page that lists everything and was never made. */
  exportPatienceMs?: number;
  now?: () => number;
};

/** A page is rendered again after this long even if nothing was announced: a missed announcement heals itself. */
const maxAgeMs = 60 * 60 * 1000;
/** A stale copy this old is not handed out any more unless rendering fails: somebody waited long enough to be told the truth. */
const maxStaleMs = 10_000;
/** A page that lists everything is made again no sooner than this; until then, and while it is made, the old copy is sent. */
const exportRestMs = 5 * 60 * 1000;
/** After a failed rendering (the database is away) the old copy is served this long before the next try. */
const retryAfterMs = 2000;

/** Of so many keys that are not kept it is remembered that they were asked for, or failed. */
const maxRemembered = 5000;

/** Whether an address, or a key, is that of a document of the API. */
export function isDocument(url: string): boolean {
  return url.startsWith('/graphql?documentId=');
}

/** The cache of public pages. */
export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Creates the cache of public pages.
 *
 * A page is made once however many ask for it at the same time, kept compressed in both encodings from the second request on, and sent without
 * touching the framework. It leaves the cache by the tags announced with `purge`, by the instant at which a date on it falls due, and by age. A stale copy is still
 * served while a new one is made, and for as long as none can be made. Only answers of 200 without a cookie are kept.
 * A page that ends at a paywall is kept for visitors; whoever may be signed in is rendered a page of their own.
 * A page that lists everything the site has is kept from the first request on, and nobody waits for a newer one; who asks before there is one
 * waits some seconds, and is then asked to come again, while it is still being made.
 * The answer of a document is kept like a page, but once something of it changed nobody gets the stale copy who can have a new one.
 */
export function createPageCache({
  publicPages,
  render,
  sources,
  securityHeaders,
  onError,
  warm = [],
  maxBytes = 64 * 1024 * 1024,
  exportPatienceMs = 10_000,
  now = Date.now,
}: Options) {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: (entry) => entry.page.sizeBytes });
  const inFlight = new Map<string, Promise<RenderedPage | StoredPage>>();
  const failedAtMs = new LRUCache<string, number>({ max: maxRemembered });
  /** How often a key was asked for that is not kept: what is asked for once would only fill the cache. */
  const asked = new LRUCache<string, number>({ max: maxRemembered });
  /** Counts purges, so that a page rendered from what was read before a purge is not kept as fresh. */
  let purges = 0;
  /** Counts those that took something back: what was read before one is not kept at all. */
  let drops = 0;

  /** The key of an address; null when it may not be kept. One that is spelled another way is led to the right one by the renderer. */
  function keyOf(url: string): string | null {
    const page = publicPages.find(url);
    return page === null || page.redirectTo !== null ? null : page.key;
  }

  function isStored(page: RenderedPage | StoredPage): page is StoredPage {
    return 'brotli' in page;
  }

  function fill(key: string): Promise<RenderedPage | StoredPage> {
    const running = inFlight.get(key);
    if (running) return running;
    const filling = (async () => {
      const purgesBefore = purges;
      const dropsBefore = drops;
      const rendered = await render(key);
      if (rendered.status !== 200 || 'set-cookie' in rendered.headers) {
        if (rendered.status < 500) entries.delete(key);
        return rendered;
      }
      const page = await storePage(rendered, sources, securityHeaders);
      failedAtMs.delete(key);
      const isExport = publicPages.find(key)?.isExport ?? false;
      const isWanted = isExport || warm.includes(key) || entries.has(key) || (asked.get(key) ?? 0) > 1;
      if (drops !== dropsBefore || !isWanted || (isDocument(key) && purges !== purgesBefore)) return page;
      const at = now();
      entries.set(key, { page, storedAtMs: at, staleSinceMs: purges === purgesBefore ? null : at, isExport });
      return page;
    })().finally(() => inFlight.get(key) === filling && inFlight.delete(key));
    inFlight.set(key, filling);
    return filling;
  }

  function refresh(key: string): Promise<RenderedPage | StoredPage | null> {
    return fill(key).then(
      (page) => {
        if (!isStored(page) && page.status >= 500) failedAtMs.set(key, now());
        // It changed while it was being made.
        if (isStored(page) && warm.includes(key) && entries.peek(key)?.staleSinceMs) void refresh(key);
        return page;
      },
      (error: unknown) => {
        failedAtMs.set(key, now());
        onError(error, key);
        return null;
      },
    );
  }

  function staleSince(entry: Entry): number | null {
    if (entry.staleSinceMs !== null) return entry.staleSinceMs;
    const due = Math.min(entry.page.dueAtMs ?? Number.POSITIVE_INFINITY, entry.storedAtMs + maxAgeMs);
    return due <= now() ? due : null;
  }

  /** A page that can be sent at once; null when somebody has to wait for `wait`. */
  function ready(key: string): StoredPage | null {
    const entry = entries.get(key);
    if (!entry) return null;
    const since = staleSince(entry);
    if (since === null) return entry.page;
    if (entry.isExport && now() - entry.storedAtMs < exportRestMs) return entry.page;
    const isResting = now() - (failedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < retryAfterMs;
    if (!isResting) {
      if (!inFlight.has(key)) void refresh(key);
      if (now() - since > maxStaleMs && !entry.isExport) return null;
    }
    return entry.page;
  }

  async function wait(key: string): Promise<RenderedPage | StoredPage> {
    const old = entries.peek(key)?.page;
    if (!old) {
      asked.set(key, (asked.get(key) ?? 0) + 1);
      return fill(key);
    }
    const fresh = await refresh(key);
    if (fresh && (isStored(fresh) || fresh.status < 500)) return fresh;
    return old;
  }

  function send(request: IncomingMessage, response: ServerResponse, page: StoredPage, state: 'hit' | 'miss'): void {
    const representation = chooseRepresentation(page, request.headers['accept-encoding']);
    const knownTags = request.headers['if-none-match'];
    if (knownTags !== undefined && matchesTag(knownTags, representation.etag)) {
      response.writeHead(304, [...representation.notModifiedHead, 'x-page-cache', state]);
      response.end();
      return;
    }
    response.writeHead(200, [...representation.head, 'x-page-cache', state]);
    response.end(request.method === 'HEAD' ? undefined : representation.body);
  }

  function sendRendered(request: IncomingMessage, response: ServerResponse, page: RenderedPage): void {
    const body = Buffer.from(page.body);
    const isHtml = page.headers['content-type']?.startsWith('text/html') ?? false;
    response.writeHead(page.status, {
      ...securityHeaders,
      ...page.headers,
      'cache-control': 'private, no-store',
      ...(page.status === 503 && { 'retry-after': '5' }),
      'content-security-policy': isHtml ? cachedPagePolicy(inlineScriptHashes(page.body), sources) : closedPolicy,
      'content-length': body.length,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  function sendUnavailable(response: ServerResponse, sentence: string, retryAfterSeconds: number): void {
    response.writeHead(503, {
      ...securityHeaders,
      'content-security-policy': closedPolicy,
      'cache-control': 'no-store',
      'retry-after': String(retryAfterSeconds),
      'content-type': 'text/plain; charset=utf-8',
    });
    response.end(`${sentence}\n`);
  }

  /** What is made within the patience; null when it takes longer, and goes on. */
  function patiently<Made>(making: Promise<Made>): Promise<Made | null> {
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), exportPatienceMs);
    return Promise.race([making, late.promise]).finally(() => clearTimeout(timer));
  }

  return {
    /**
     * Answers the request if its page may be cached. A page that is not there for visitors may be there for who asks (a draft, for
     * its author), and a text that ends at a paywall may go on: somebody signed in is handed over to `passOn` instead.
     *
     * @returns false when the page is not a public one, and nothing was sent
     */
    answer(request: IncomingMessage, response: ServerResponse, passOn?: () => void): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '/';
      // An address without parameters is its own key.
      const key = entries.has(url) ? url : keyOf(url);
      if (key === null) return false;
      // Whether they are signed in only the renderer may find out: nothing here reads a cookie.
      const isPerhapsMember = passOn !== undefined && request.headers.cookie !== undefined;
      const page = ready(key);
      if (page?.isForVisitors && isPerhapsMember) return false;
      if (page) {
        send(request, response, page, 'hit');
        return true;
      }
      const isExport = publicPages.find(key)?.isExport ?? false;
      (isExport ? patiently(wait(key)) : wait(key)).then(
        (made) => {
          if (made === null) {
            sendUnavailable(response, 'This list is being made. Please try again in half a minute.', 30);
            return;
          }
          const isOthers = isStored(made) ? made.isForVisitors : made.status === 404;
          if (isOthers && isPerhapsMember) passOn();
          else if (isStored(made)) send(request, response, made, 'miss');
          else sendRendered(request, response, made);
        },
        (error: unknown) => {
          onError(error, key);
          sendUnavailable(response, 'The page cannot be made right now. Please try again in a few seconds.', 5);
        },
      );
      return true;
    },

    /** Answers from what is kept alone, while nothing can be made yet. A page for visitors only is left to those who can tell them apart. */
    answerCached(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const page = ready(request.url ?? '/');
      if (page === null || page.isForVisitors) return false;
      send(request, response, page, 'hit');
      return true;
    },

    /** Takes in a page that was made before this process began, unless its time is over or a newer one is here. */
    restore({ key, page, storedAtMs }: CachedPage): void {
      const entry = { page, storedAtMs, staleSinceMs: null, isExport: publicPages.find(key)?.isExport ?? false };
      if (!entries.has(key) && storedAtMs <= now() && staleSince(entry) === null) entries.set(key, entry);
    },

    /** Every fresh page, what was asked for last first. */
    fresh(): CachedPage[] {
      return [...entries.entries()]
        .filter(([, entry]) => staleSince(entry) === null)
        .map(([key, { page, storedAtMs }]) => ({ key, page, storedAtMs }));
    },

    /**
     * Marks every page made of one of these tags stale; `*` marks all. Warm pages are made again at once. A tag with `!` before it
     * says that something was taken back: such a page goes at once, and no stale copy of it is handed out.
     */
    purge(tags: readonly string[]): void {
      purges += 1;
      const taken = new Set(tags.filter((tag) => tag.startsWith('!')).map((tag) => tag.slice(1)));
      const announced = new Set([...tags, ...taken]);
      if (taken.size > 0) drops += 1;
      const at = now();
      // Who asks for one from here on does not wait for what was read before.
      for (const key of inFlight.keys()) if (isDocument(key)) inFlight.delete(key);
      for (const [key, entry] of entries.entries()) {
        const isTaken = entry.page.tags.some((tag) => taken.has(tag));
        const isStale = announced.has('*') || entry.page.tags.some((tag) => announced.has(tag));
        if (!isTaken && (entry.staleSinceMs !== null || !isStale)) continue;
        if (isTaken) entries.delete(key);
        // Whoever asks for a list has just changed something of it, or scrolls: what is old is not handed out, unless nothing new can be made.
        else entry.staleSinceMs = isDocument(key) ? at - maxStaleMs - 1 : at;
        if (warm.includes(key)) void refresh(key);
      }
    },

    /** Renders these of the warm pages that are not fresh, all unless said, one after the other. Resolves when all were tried. */
    async warm(keys: readonly string[] = warm): Promise<void> {
      for (const key of keys) {
        const entry = entries.peek(key);
        if (!entry || staleSince(entry) !== null) await refresh(key);
      }
    },

    /** How many pages are kept, and their bytes. */
    size(): { pages: number; bytes: number } {
      return { pages: entries.size, bytes: entries.calculatedSize };
    },
  };
}

function matchesTag(header: string, etag: string): boolean {
  return header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
