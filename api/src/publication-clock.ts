import type { Pool } from 'pg';
import type { Log } from './log.ts';
import type { TagsListening } from './tags-listener.ts';

/** Tags of pages that may show a scheduled item once it's published. */
const publicationTags = ['courses', 'books', 'articles', 'clips'] as const;
const longestWaitMs = 60 * 60 * 1000;

/**
 * Notifies the listeners of tags when a scheduled item is published. Nothing changes in the database at that moment, so nothing else would
 * notify them, and cached pages can't know of the item before.
 *
 * Uses the database's clock. Checks again whenever an item changes, and every hour.
 */
export function startPublicationClock(pool: Pool, tags: TagsListening, log: Log): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isLooking = false;
  let isOutdated = false;

  const look = async (): Promise<void> => {
    let wait = longestWaitMs;
    let isDue = false;
    try {
      const milliseconds = await millisecondsToNext(pool);
      isDue = milliseconds !== null && milliseconds <= longestWaitMs;
      if (milliseconds !== null && isDue) wait = milliseconds;
    } catch (error) {
      // Once the database is back, the tags are announced again, which triggers another check.
      log.warn({ err: error }, 'publications: the next one could not be looked up');
    }
    if (isClosed || isOutdated) return;
    clearTimeout(timer);
    timer = setTimeout(() => (isDue ? tags.tell(publicationTags) : void schedule()), wait);
    timer.unref();
  };
  // An import announces each of its lessons: while one look-up runs, any number of changes cause one more.
  const schedule = async (): Promise<void> => {
    isOutdated = true;
    if (isLooking) return;
    isLooking = true;
    while (isOutdated && !isClosed) {
      isOutdated = false;
      await look();
    }
    isLooking = false;
  };
  tags.onTagsChanged((changed) => {
    if (changed === null || changed.some((tag) => tag === 'courses' || tag === 'books' || tag === 'articles')) void schedule();
  });
  void schedule();

  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Returns the rounded-up time to the next publication, so that the item is published when the timer fires; null if nothing is scheduled.
 */
async function millisecondsToNext(pool: Pool): Promise<number | null> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local role newline_visitor');
    const { rows } = await client.query<{ wait: number | null }>(
      'select ceil(extract(epoch from app_private.next_publication() - clock_timestamp()) * 1000)::float8 as wait',
    );
    await client.query('commit');
    client.release();
    const wait = rows[0]?.wait ?? null;
    return wait === null ? null : Math.max(1, wait + 1);
  } catch (error) {
    client.release(true);
    throw error;
  }
}
