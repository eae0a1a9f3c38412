import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { TagsListener } from '../../tags-listener.ts';

const maxAgeMs = 30_000;

/** Tells which videos anyone may play. */
export type PublicVideos = (playbackId: string) => Promise<boolean>;

/**
 * Creates the check. Clips and trailers that a visitor can see are public; videos of lessons aren't. Results are cached for half a minute,
 * and while the database is unavailable; publishing or unpublishing clears them.
 */
export function createPublicVideos(pool: Pool, log: Log, onTagsChanged: (listener: TagsListener) => () => void): PublicVideos {
  const cache = new LRUCache<string, boolean>({ max: 10_000, ttl: maxAgeMs, allowStale: true, noDeleteOnStaleGet: true });
  let changes = 0;
  onTagsChanged((tags) => {
    if (tags !== null && !tags.some((tag) => /^(?:clips|courses|books)$/.test(tag))) return;
    changes += 1;
    cache.clear();
  });
  const isPublicVideo = async (playbackId: string): Promise<boolean> => {
    const client = await pool.connect();
    try {
      await client.query('begin; set local role newline_visitor');
      const { rows } = await client.query<{ is_public: boolean }>({
        name: 'is-public-video',
        text: 'select app_private.is_public_video($1) as is_public',
        values: [`local:${playbackId}`],
      });
      await client.query('commit');
      client.release();
      return rows[0]?.is_public === true;
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  };
  return async (playbackId) => {
    if (cache.getRemainingTTL(playbackId) > 0) return cache.get(playbackId) === true;
    const changesBefore = changes;
    try {
      const isPublic = await isPublicVideo(playbackId);
      // A result from before a change may be outdated after it.
      if (changesBefore === changes) cache.set(playbackId, isPublic);
      return isPublic;
    } catch (error) {
      log.warn({ err: error }, 'videos: could not check whether one is public');
      return cache.get(playbackId) === true;
    }
  };
}
