import type { LiveEvent } from './remote-discussions.ts';

/** An item whose comment events are streamed. */
export type StreamItem = { readonly kind: string; readonly id: string };

/** A comment event of an item; event IDs increase. */
export type ItemEvent = LiveEvent & { readonly id: number; readonly itemId: string };

type Handlers = {
  /** Called when the stream is open for these items, with the ID of the newest event before it. */
  onReady: (itemIds: readonly string[], last: number) => void;
  onEvent: (event: ItemEvent) => void;
  /** Called when too many events were missed to replay them. */
  onLost: () => void;
};

/** A stream of events shared by several tabs. */
export type EventStream = {
  /** Adds a tab's item. `after` is the last event that the tab has received; later ones are sent again. */
  add: (member: string, item: StreamItem, after: number | null) => void;
  remove: (member: string) => void;
  close: () => void;
};

const initialDelayMs = 1000;
const maxDelayMs = 60_000;
/** How long to wait for more tabs, so that the stream is opened once for all. */
const batchMs = 100;
/** The maximum number of items in one stream. */
const maxItems = 20;

/**
 * Opens one event stream for the items of several tabs, and reopens it when an item is added. The browser reconnects automatically when the
 * connection breaks; when the server refuses one, delays grow and are randomized so that browsers don't all return at the same moment.
 */
export function openEventStream({ onReady, onEvent, onLost }: Handlers): EventStream {
  const items = new Map<string, StreamItem>();
  let source: EventSource | null = null;
  let openItems: readonly StreamItem[] = [];
  /** The last event received; reopening the stream requests the events after it. */
  let last: number | null = null;
  /** The last event received by a tab that joined with older data; null when no tab is behind. */
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
    // The newest items are last; when there are too many, the oldest get no stream.
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
      // A source that is still connecting retries automatically.
      if (opened.readyState !== EventSource.CLOSED || opened !== source) return;
      openAfter(Math.min(maxDelayMs, initialDelayMs * 2 ** tries) * (0.5 + Math.random()));
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
      if (isMissing || isBehind) openAfter(batchMs);
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
