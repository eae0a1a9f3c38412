import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { TagsListener } from '../../tags-listener.ts';

const maxAgeMs = 30_000;

/** Says which videos anybody may play. */
export type PublicVideos = (playbackId: string) => Promise<boolean>;

/**
 * Clips and trailers that a visitor sees are public, whoever asks; the videos of lessons are not. An answer is kept for half a minute, and as
 * long as the database is away; what is published or withdrawn is asked about again at once.
 */
export function createPublicVideos(pool: Pool, log: Log, onTagsChanged: (listener: TagsListener) => () => void): PublicVideos {
  const known = new LRUCache<string, boolean>({ max: 10_000, ttl: maxAgeMs, allowStale: true, noDeleteOnStaleGet: true });
  let changes = 0;
  onTagsChanged((tags) => {
    if (tags !== null && !tags.some((tag) => /^(?:clips|courses|books)$/.test(tag))) return;
    changes += 1;
    known.clear();
  });
  const ask = async (playbackId: string): Promise<boolean> => {
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
    if (known.getRemainingTTL(playbackId) > 0) return known.get(playbackId) === true;
    const asOf = changes;
    try {
      const isPublic = await ask(playbackId);
      // What was asked before a change says nothing about after it.
      if (asOf === changes) known.set(playbackId, isPublic);
      return isPublic;
    } catch (error) {
      log.warn({ err: error }, 'videos: whether one is public could not be asked');
      return known.get(playbackId) === true;
    }
  };
}
