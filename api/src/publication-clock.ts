import type { Pool } from 'pg';
import type { Log } from './log.ts';
import type { TagsListening } from './tags-listener.ts';

/** What may show an item that was scheduled and now appears. */
const tagsOfPublication = ['courses', 'books', 'articles', 'clips'] as const;
const longestWaitMs = 60 * 60 * 1000;

/**
 * Tells the listeners of tags when a scheduled item is published. Nothing in the database changes at that instant, so
 * nothing else would, and no cached page could know of the item before.
 *
 * The clock is the database's. It looks again whenever an item changes, and every hour.
 */
export function startPublicationClock(pool: Pool, tags: TagsListening, log: Log): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let latest = 0;

  const wind = async (): Promise<void> => {
    const mine = ++latest;
    let wait = longestWaitMs;
    let isDue = false;
    try {
      const milliseconds = await millisecondsToNext(pool);
      isDue = milliseconds !== null && milliseconds <= longestWaitMs;
      if (milliseconds !== null && isDue) wait = milliseconds;
    } catch (error) {
      // The tags are told again when the database is back, and then this looks again, too.
      log.warn({ err: error }, 'publications: the next one could not be looked up');
    }
    if (isClosed || mine !== latest) return;
    clearTimeout(timer);
    timer = setTimeout(() => (isDue ? tags.tell(tagsOfPublication) : void wind()), wait);
    timer.unref();
  };
  tags.onTagsChanged((changed) => {
    if (changed === null || changed.some((tag) => tag === 'courses' || tag === 'books' || tag === 'articles')) void wind();
  });
  void wind();

  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Rounded up, so that the item is there when the timer fires; null when nothing is scheduled. */
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
