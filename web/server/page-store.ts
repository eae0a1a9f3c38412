import type { ContentState, TagsListening } from '@newline/api/tags-listener';
import type { CachedPages } from './cached-pages.ts';
import type { PageCache } from './page-cache.ts';

/** How long after a change the pages are written: they're rendered first, and several changes are written once. */
const writeDelayMs = 10_000;
/** How long to wait for the database. */
const timeoutMs = 2_000;

type Options = { cache: PageCache; cachedPages: CachedPages; tags: TagsListening };

/** Saves the cached pages to disk. */
export type PageStore = {
  /** Fills the cache with the pages that are still up to date. */
  restore(): Promise<void>;
  /**
   * Starts writing pages, now and after changes. Items published by the clock since `restore` may not have been announced; then all pages
   * are rendered again.
   */
  begin(): Promise<void>;
  /** Writes once more, and then stops. */
  close(): Promise<void>;
};

/** Creates the page store. */
export function createPageStore({ cache, cachedPages, tags }: Options): PageStore {
  let restoredAt: ContentState | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isBegun = false;
  /** Counts announcements: a page that is read from disk while something changes isn't restored. */
  let heard = 0;

  async function read(): Promise<ContentState | null> {
    const timeout = Promise.withResolvers<null>();
    const clock = setTimeout(() => timeout.resolve(null), timeoutMs);
    try {
      return await Promise.race([tags.ready.then(() => tags.contentState()).catch(() => null), timeout.promise]);
    } finally {
      clearTimeout(clock);
    }
  }

  async function write(): Promise<void> {
    if (cache.fresh().length === 0) return;
    const state = await read();
    // All announcements up to this state have been received, so fresh pages are current.
    if (state) await cachedPages.write(state, cache.fresh());
  }

  tags.onTagsChanged(() => {
    heard += 1;
    if (!isBegun) return;
    timer ??= setTimeout(() => {
      timer = null;
      void write();
    }, writeDelayMs).unref();
  });

  return {
    async restore() {
      const heardBefore = heard;
      restoredAt = await read();
      const pages = restoredAt ? await cachedPages.read(restoredAt) : [];
      if (heard === heardBefore) for (const page of pages) cache.restore(page);
    },
    async begin() {
      const state = await read();
      if (state && restoredAt && state.lastPublicationMs !== restoredAt.lastPublicationMs) cache.purge(['*']);
      isBegun = true;
      await write();
    },
    async close() {
      isBegun = false;
      if (timer) clearTimeout(timer);
      await write();
    },
  };
}
