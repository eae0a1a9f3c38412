import type { LiveEvent } from './remote-discussions.ts';

type Handlers = {
  onEvent: (event: LiveEvent) => void;
  /** Called when a connection stands again after one was lost: what was missed has to be asked for. */
  onCatchUp: () => void;
};

const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** A page nobody looks at gives its connection back: a browser has few of them for a site. */
const hiddenMs = 30_000;

/**
 * Listens to what happens to the comments of an item. The browser tries again by itself when the connection breaks; when the server
 * refuses one, the waits grow, by chance so that pages do not all come back at once. Returns what ends it.
 */
export function listenToComments({ kind, id }: { kind: string; id: string }, { onEvent, onCatchUp }: Handlers): () => void {
  let source: EventSource | null = null;
  let tries = 0;
  let isLost = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    clearTimeout(retry);
    source?.close();
    source = new EventSource(`/events?${kind}=${id}`);
    source.addEventListener('open', () => {
      tries = 0;
      if (isLost) onCatchUp();
      isLost = false;
    });
    source.addEventListener('comment', (message: MessageEvent<string>) => {
      const event = readEvent(message.data);
      if (event) onEvent(event);
    });
    // Too much was missed to be told one by one.
    source.addEventListener('reset', () => onCatchUp());
    source.addEventListener('error', () => {
      isLost = true;
      // One that is still connecting tries again by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(connect, Math.min(longestWaitMs, firstWaitMs * 2 ** tries) * (0.5 + Math.random()));
      tries += 1;
    });
  };
  const handleOnline = () => {
    tries = 0;
    if (isLost) connect();
  };
  const handleVisibility = () => {
    clearTimeout(rest);
    if (document.visibilityState === 'hidden') {
      rest = setTimeout(() => {
        clearTimeout(retry);
        source?.close();
        source = null;
        isLost = true;
      }, hiddenMs);
    } else if (source === null) connect();
  };
  window.addEventListener('online', handleOnline);
  document.addEventListener('visibilitychange', handleVisibility);
  connect();
  return () => {
    clearTimeout(retry);
    clearTimeout(rest);
    window.removeEventListener('online', handleOnline);
    document.removeEventListener('visibilitychange', handleVisibility);
    source?.close();
  };
}

function readEvent(data: string): LiveEvent | null {
  try {
    const event = JSON.parse(data) as Partial<LiveEvent>;
    return typeof event.discussionId === 'string' && typeof event.commentId === 'string' && event.action !== undefined
      ? { action: event.action, discussionId: event.discussionId, commentId: event.commentId }
      : null;
  } catch {
    return null;
  }
}
