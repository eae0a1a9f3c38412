import type { LiveEvent } from './remote-discussions.ts';

/** An item whose comments are listened to. */
export type StreamItem = { readonly kind: string; readonly id: string };

/** What happened to a comment of an item; ids of events grow. */
export type ItemEvent = LiveEvent & { readonly id: number; readonly itemId: string };

type Handlers = {
  /** Called when the stream is open for these items, with the newest event before it. */
  onReady: (itemIds: readonly string[], last: number) => void;
  onEvent: (event: ItemEvent) => void;
  /** Called when too much was missed to be told one by one. */
  onLost: () => void;
};

/** A stream for several tabs. */
export type EventStream = {
  /** Adds a tab's item. `after` is the last event that the tab has heard of: what came later is sent again. */
  add: (member: string, item: StreamItem, after: number | null) => void;
  remove: (member: string) => void;
  close: () => void;
};

const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** Tabs that join together are waited for, so that the stream is opened once. */
const gatherMs = 100;
/** Items that the server takes in one stream. */
const maxItems = 20;

/**
 * Opens one stream for the items of several tabs, and opens it again when an item comes that it isn't about. The browser tries again by itself
 * when the connection breaks; when the server refuses one, the waits grow, by chance so that not all browsers come back at the same moment.
 */
export function openEventStream({ onReady, onEvent, onLost }: Handlers): EventStream {
  const items = new Map<string, StreamItem>();
  let source: EventSource | null = null;
  let openItems: readonly StreamItem[] = [];
  /** The last event that was heard of; what came after it is asked for when the stream is opened again. */
  let last: number | null = null;
  /** The last event that a tab has heard of which joined late; null when no tab is behind. */
  let behind: number | null = null;
  let tries = 0;
  let isLost = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sayReady = (newest: number) =>
    onReady(
      openItems.map(({ id }) => id),
      newest,
    );
  const openAfter = (waitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(connect, waitMs);
  };
  const connect = () => {
    source?.close();
    // The newest items come last; of too many, the oldest have no stream.
    openItems = [...new Map([...items.values()].map((item) => [item.id, item])).values()].slice(-maxItems);
    if (openItems.length === 0) return;
    const query = new URLSearchParams(openItems.map(({ kind, id }) => [kind, id]));
    const from = behind ?? last;
    if (from !== null) query.append('after', String(from));
    const opened = new EventSource(`/events?${query}`);
    source = opened;
    opened.addEventListener('open', () => {
      tries = 0;
      isLost = false;
    });
    opened.addEventListener('ready', (message: MessageEvent<string>) => {
      last = Math.max(last ?? 0, Number(message.lastEventId));
      if (behind !== null && from !== null && from <= behind) behind = null;
      sayReady(last);
    });
    opened.addEventListener('comment', (message: MessageEvent<string>) => {
      const event = readEvent(message);
      if (event === null) return;
      last = Math.max(last ?? 0, event.id);
      onEvent(event);
    });
    opened.addEventListener('reset', () => onLost());
    opened.addEventListener('error', () => {
      isLost = true;
      // One that is still connecting tries again by itself.
      if (opened.readyState !== EventSource.CLOSED || opened !== source) return;
      openAfter(Math.min(longestWaitMs, firstWaitMs * 2 ** tries) * (0.5 + Math.random()));
      tries += 1;
    });
  };
  const handleOnline = () => {
    tries = 0;
    if (isLost) connect();
  };
  addEventListener('online', handleOnline);
  return {
    add(member, item, after) {
      items.set(member, item);
      const isMissing = !openItems.some(({ id }) => id === item.id);
      const isBehind = after !== null && after < (last ?? Number.POSITIVE_INFINITY);
      if (isBehind) behind = Math.min(behind ?? after, after);
      if (isMissing || isBehind) openAfter(gatherMs);
      else if (last !== null) sayReady(last);
    },
    remove: (member) => void items.delete(member),
    close() {
      clearTimeout(timer);
      removeEventListener('online', handleOnline);
      source?.close();
      source = null;
    },
  };
}

function readEvent({ data, lastEventId }: MessageEvent<string>): ItemEvent | null {
  try {
    const { action, itemId, discussionId, commentId } = JSON.parse(data) as Partial<ItemEvent>;
    return typeof itemId === 'string' && typeof discussionId === 'string' && typeof commentId === 'string' && action !== undefined
      ? { id: Number(lastEventId), action, itemId, discussionId, commentId }
      : null;
  } catch {
    return null;
  }
}
