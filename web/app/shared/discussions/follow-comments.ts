import type { LiveListener, LiveRoom } from './live-room.ts';
import type { LiveEvent } from './remote-discussions.ts';

const initialDelayMs = 1000;
const maxDelayMs = 60_000;

/**
 * Passes live events to `takeIn`. When one can't be fetched because the connection is lost, everything is requested again (null) with
 * growing delays. Returns a function that stops it.
 */
export function followComments(room: LiveRoom, takeIn: (event: LiveEvent | null) => Promise<void>): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = initialDelayMs;
  let isBehind = false;
  const take: LiveListener = (event) => {
    takeIn(event)
      .then(() => {
        if (event !== null) return;
        isBehind = false;
        wait = initialDelayMs;
      })
      .catch((error: unknown) => {
        console.warn('We couldn’t load a new comment.', error);
        isBehind = true;
        clearTimeout(retry);
        retry = setTimeout(() => take(null), wait);
        wait = Math.min(maxDelayMs, wait * 2);
      });
  };
  const handleOnline = () => {
    if (isBehind) take(null);
  };
  window.addEventListener('online', handleOnline);
  const leave = room.join(take);
  return () => {
    leave();
    clearTimeout(retry);
    window.removeEventListener('online', handleOnline);
  };
}
