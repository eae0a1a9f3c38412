import type { ContentState, TagsListening } from '@newline/api/tags-listener';
import type { CachedPages } from './cached-pages.ts';
import type { PageCache } from './page-cache.ts';

/** After a change the pages are made again first, and written this much later: many changes are one writing. */
const pauseMs = 10_000;
/** A database that does not answer is not waited for. */
const patienceMs = 2_000;

type Options = { cache: PageCache; kept: CachedPages; tags: TagsListening };

/** Keeps the pages of the cache on the disk. */
export type PageStore = {
  /** Fills the cache with what is still right. */
  restore(): Promise<void>;
  /**
   * Begins to write, now and after changes. What the clock alone made appear since `restore` was perhaps told to nobody: then all
   * pages are made again.
   */
  begin(): Promise<void>;
  /** Writes once more, and no more after that. */
  close(): Promise<void>;
};

/** Creates it. */
export function createPageStore({ cache, kept, tags }: Options): PageStore {
  let restoredAt: ContentState | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isBegun = false;
  /** Counts what was heard: a page that is read from the disk while something changes is not taken in. */
  let heard = 0;

  async function read(): Promise<ContentState | null> {
    const late = Promise.withResolvers<null>();
    const clock = setTimeout(() => late.resolve(null), patienceMs);
    try {
      return await Promise.race([tags.ready.then(() => tags.contentState()).catch(() => null), late.promise]);
    } finally {
      clearTimeout(clock);
    }
  }

  async function write(): Promise<void> {
    if (cache.fresh().length === 0) return;
    const state = await read();
    // All that was announced up to this state has been heard: what is fresh now shows it.
    if (state) await kept.write(state, cache.fresh());
  }

  tags.onTagsChanged(() => {
    heard += 1;
    if (!isBegun) return;
    timer ??= setTimeout(() => {
      timer = null;
      void write();
    }, pauseMs).unref();
  });

  return {
    async restore() {
      const heardBefore = heard;
      restoredAt = await read();
      const pages = restoredAt ? await kept.read(restoredAt) : [];
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
