import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TagHeader } from '@newline/api/features/cdn/cdn-settings';
import { LRUCache } from 'lru-cache';
import { type Filling, sendFilledPage } from './filled-pages/filled-page.ts';
import { chooseRepresentation, fillable, storePage, type RenderedPage, type StoredPage } from './stored-page.ts';
import { cachedPagePolicy, closedPolicy, inlineScriptHashes, type PolicySources } from './content-policy.ts';
import type { PublicPages } from './public-pages.ts';

/** A cached and fresh page, and when it was rendered. */
export type CachedPage = { key: string; page: StoredPage; storedAtMs: number };

type Entry = {
  page: StoredPage;
  storedAtMs: number;
  /** When something it depends on changed; null while it's fresh. */
  staleSinceMs: number | null;
  /** True for a page that lists the whole site. */
  isExport: boolean;
};

type Options = {
  publicPages: Pick<PublicPages, 'find'>;
  /** Renders a public page as for a visitor, from its key alone: nothing of the request reaches it. */
  render: (key: string) => Promise<RenderedPage>;
  sources: PolicySources;
  /** The headers of every response. */
  securityHeaders: Readonly<Record<string, string>>;
  /** The header by which the CDN learns the tags of a page, if the site has one. */
  tagHeader?: TagHeader | null;
  onError: (error: unknown, key: string) => void;
  /** Returns what is filled into a page for the reader of a request; null for a visitor, and where nobody can tell. */
  fillingFor?: (request: IncomingMessage, key: string) => Promise<Filling | null>;
  /** The keys of pages that are always kept ready. */
  warm?: readonly string[];
  maxBytes?: number;
  /** How long a request waits for a page that lists the whole site and hasn't been rendered yet. */
  exportPatienceMs?: number;
  now?: () => number;
};

/** A page is rendered again after this time even without an announced change, in case an announcement was missed. */
const maxAgeMs = 60 * 60 * 1000;
/** A stale copy older than this is no longer served unless rendering fails. */
const maxStaleMs = 10_000;
/** A page that lists the whole site isn't rendered more often than this; the old copy is served meanwhile. */
const exportRestMs = 5 * 60 * 1000;
/** After a failed rendering (the database is unavailable), the old copy is served this long before the next attempt. */
const retryAfterMs = 2000;

/** The number of uncached keys whose requests or failures are remembered. */
const maxRemembered = 5000;

/** Whether a URL, or a key, is that of an operation of the API. */
export function isDocument(url: string): boolean {
  return url.startsWith('/graphql?documentId=');
}

/** The cache of public pages. */
export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Creates the cache of public pages. A page is rendered once, however many requests arrive at the same time, stored compressed in both
 * encodings from the second request on, and served without the framework. A signed-in reader gets the same page, with their name and
 * whatever else belongs to them filled in. It's invalidated by the tags passed to `purge`, by the time at
 * which a date on it passes, and by age. A stale copy is served while a new one is rendered, and for as long as rendering fails. Only 200
 * responses without cookies are cached. A page that ends at a paywall is cached for visitors; possibly signed-in users get their own
 * rendering. A page that lists the whole site is cached from the first request on, and no request waits for a newer one; before there is
 * one, requests wait some seconds and then get a 503 with Retry-After while it's being rendered. The response of an operation is cached
 * like a page, but after a change the stale copy isn't served if a new one can be rendered.
 */
export function createPageCache({
  publicPages,
  render,
  sources,
  securityHeaders,
  tagHeader = null,
  onError,
  fillingFor = () => Promise.resolve(null),
  warm = [],
  maxBytes = 64 * 1024 * 1024,
  exportPatienceMs = 10_000,
  now = Date.now,
}: Options) {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: (entry) => entry.page.sizeBytes });
  const inFlight = new Map<string, Promise<RenderedPage | StoredPage>>();
  const renderings = new Set<Promise<unknown>>();
  let isClosed = false;
  const failedAtMs = new LRUCache<string, number>({ max: maxRemembered });
  /** The number of requests for keys that aren't cached: pages requested only once would just fill the cache. */
  const requestCounts = new LRUCache<string, number>({ max: maxRemembered });
  /** Counts purges, so that a page rendered from data read before a purge isn't cached as fresh. */
  let purges = 0;
  /** Counts purges of withdrawn content: pages rendered from data read before one aren't cached at all. */
  let drops = 0;
  /** The number of answers from the cache, and of those that were rendered first. */
  const counts = { hit: 0, miss: 0 };

  /** Returns the key of a URL; null when it can't be cached. The renderer redirects other spellings to the canonical one. */
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
      const page = await storePage(rendered, sources, securityHeaders, tagHeader);
      failedAtMs.delete(key);
      const isExport = publicPages.find(key)?.isExport ?? false;
      const isCached = isExport || warm.includes(key) || entries.has(key) || (requestCounts.get(key) ?? 0) > 1;
      if (drops !== dropsBefore || !isCached || (isDocument(key) && purges !== purgesBefore)) return page;
      const at = now();
      entries.set(key, { page, storedAtMs: at, staleSinceMs: purges === purgesBefore ? null : at, isExport });
      return page;
    })().finally(() => {
      renderings.delete(filling);
      if (inFlight.get(key) === filling) inFlight.delete(key);
    });
    renderings.add(filling);
    inFlight.set(key, filling);
    return filling;
  }

  async function refresh(key: string): Promise<RenderedPage | StoredPage | null> {
    if (isClosed) return null;
    return fill(key).then(
      (page) => {
        if (!isStored(page) && page.status >= 500) failedAtMs.set(key, now());
        // It changed while it was being rendered.
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

  /** Returns a page that can be sent immediately; null when the request has to wait for `wait`. */
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
    const staleCopy = entries.peek(key)?.page;
    if (!staleCopy) {
      requestCounts.set(key, (requestCounts.get(key) ?? 0) + 1);
      return fill(key);
    }
    const rendered = await refresh(key);
    if (rendered && (isStored(rendered) || rendered.status < 500)) return rendered;
    return staleCopy;
  }

  type Answering = { key: string; request: IncomingMessage; response: ServerResponse };

  /** Sends a page: to a signed-in reader with what belongs to them, and otherwise as it is for everyone. */
  function sendTo({ key, request, response }: Answering, page: StoredPage, state: 'hit' | 'miss'): void {
    if (page.slots.length === 0 || request.headers.cookie === undefined) return send(request, response, page, state);
    fillingFor(request, key)
      .catch((error: unknown) => {
        // Without it, the browser asks who is signed in.
        onError(error, key);
        return null;
      })
      .then((filling) => {
        if (filling === null) return send(request, response, page, state);
        counts[state] += 1;
        const { parts, head } = fillable(page);
        sendFilledPage(request, response, { parts, filling, head: [...head, 'x-page-cache', state] });
      })
      .catch((error: unknown) => {
        onError(error, key);
        response.destroy();
      });
  }

  function send(request: IncomingMessage, response: ServerResponse, page: StoredPage, state: 'hit' | 'miss'): void {
    counts[state] += 1;
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
    counts.miss += 1;
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

  /** Resolves to the page if it's rendered in time; null when it takes longer, and rendering continues. */
  function withTimeout<Made>(making: Promise<Made>): Promise<Made | null> {
    const timeout = Promise.withResolvers<null>();
    const timer = setTimeout(() => timeout.resolve(null), exportPatienceMs);
    return Promise.race([making, timeout.promise]).finally(() => clearTimeout(timer));
  }

  return {
    /**
     * Handles the request if its page may be cached. A page that doesn't exist for visitors may exist for a user (a draft, for its author),
     * and a text that ends at a paywall may continue: possibly signed-in users are passed to `passOn` instead.
     *
     * @returns false when the page isn't public, and nothing was sent
     */
    answer(request: IncomingMessage, response: ServerResponse, passOn?: () => void): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '/';
      // A URL without parameters is its own key.
      const key = entries.has(url) ? url : keyOf(url);
      if (key === null) return false;
      // Only the database can determine whether they're signed in: nothing here reads a cookie.
      const isPerhapsMember = passOn !== undefined && request.headers.cookie !== undefined;
      const page = ready(key);
      if (page?.isForVisitors && isPerhapsMember) return false;
      if (page) {
        sendTo({ key, request, response }, page, 'hit');
        return true;
      }
      const isExport = publicPages.find(key)?.isExport ?? false;
      (isExport ? withTimeout(wait(key)) : wait(key)).then(
        (page) => {
          if (page === null) {
            sendUnavailable(response, 'This list is being created. Please try again in 30 seconds.', 30);
            return;
          }
          const isOthers = isStored(page) ? page.isForVisitors : page.status === 404;
          if (isOthers && isPerhapsMember) passOn();
          else if (isStored(page)) sendTo({ key, request, response }, page, 'miss');
          else sendRendered(request, response, page);
        },
        (error: unknown) => {
          onError(error, key);
          sendUnavailable(response, 'The page cannot be rendered right now. Please try again in a few seconds.', 5);
        },
      );
      return true;
    },

    /**
     * Handles the request only from the cache, while nothing can be rendered yet. Pages for visitors only are left to the code that knows
     * the session.
     */
    answerCached(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const page = ready(request.url ?? '/');
      if (page === null || page.isForVisitors) return false;
      send(request, response, page, 'hit');
      return true;
    },

    /**
     * Returns the result of a public operation by its key, for a POST request; null if it failed, and for the first two requests, because
     * storing costs more than computing.
     */
    async readDocument(key: string): Promise<Buffer | null> {
      const times = requestCounts.get(key) ?? 0;
      if (times < 2 && !entries.has(key)) {
        requestCounts.set(key, times + 1);
        return null;
      }
      const cached = ready(key);
      const page = cached ?? (await wait(key));
      counts[cached ? 'hit' : 'miss'] += 1;
      if (isStored(page)) return page.identity.body;
      return page.status === 200 ? Buffer.from(page.body) : null;
    },

    /** Adds a page that was rendered before this process started, unless it has expired or a newer one exists. */
    restore({ key, page, storedAtMs }: CachedPage): void {
      const entry = { page, storedAtMs, staleSinceMs: null, isExport: publicPages.find(key)?.isExport ?? false };
      if (!entries.has(key) && storedAtMs <= now() && staleSince(entry) === null) entries.set(key, entry);
    },

    /** Returns all fresh pages, most recently requested first. */
    fresh(): CachedPage[] {
      return [...entries.entries()]
        .filter(([, entry]) => staleSince(entry) === null)
        .map(([key, { page, storedAtMs }]) => ({ key, page, storedAtMs }));
    },

    /**
     * Marks every page with one of these tags as stale; `*` marks all. Warm pages are rendered again immediately. A tag prefixed with `!`
     * means that content was withdrawn: such pages are removed immediately, and no stale copy is served.
     */
    purge(tags: readonly string[]): void {
      purges += 1;
      const withdrawn = new Set(tags.filter((tag) => tag.startsWith('!')).map((tag) => tag.slice(1)));
      const announced = new Set([...tags, ...withdrawn]);
      if (withdrawn.size > 0) drops += 1;
      const at = now();
      // Requests from here on don't wait for data that was read earlier.
      for (const key of inFlight.keys()) if (isDocument(key) || withdrawn.size > 0) inFlight.delete(key);
      for (const [key, entry] of entries.entries()) {
        const isWithdrawn = withdrawn.has('*') || entry.page.tags.some((tag) => withdrawn.has(tag));
        const isStale = announced.has('*') || entry.page.tags.some((tag) => announced.has(tag));
        if (!isWithdrawn && (entry.staleSinceMs !== null || !isStale)) continue;
        if (isWithdrawn) entries.delete(key);
        // A list is requested after the user changed it, or while scrolling: a stale copy isn't served unless rendering fails.
        else entry.staleSinceMs = isDocument(key) ? at - maxStaleMs - 1 : at;
        if (warm.includes(key)) void refresh(key);
      }
    },

    /** Renders the given warm pages (all by default) that aren't fresh, one after the other. Resolves when all were tried. */
    async warm(keys: readonly string[] = warm): Promise<void> {
      for (const key of keys) {
        const entry = entries.peek(key);
        if (!entry || staleSince(entry) !== null) await refresh(key);
      }
    },

    /** Renders nothing anymore that no request waits for, and resolves once nothing is being rendered. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(renderings);
    },

    /** Returns how many requests were answered from the cache, and how many waited for a rendering. */
    counts: (): { readonly hit: number; readonly miss: number } => counts,

    /** Returns everything that is stored, fresh or stale, for tests. */
    stored: (): readonly { readonly key: string; readonly page: StoredPage }[] =>
      [...entries.entries()].map(([key, { page }]) => ({ key, page })),

    /** Returns the number of cached pages, and their size in bytes. */
    size(): { pages: number; bytes: number } {
      return { pages: entries.size, bytes: entries.calculatedSize };
    },
  };
}

function matchesTag(header: string, etag: string): boolean {
  return header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
