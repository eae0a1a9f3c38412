import { storageOwner, subscribeStorageOwner } from '../browser-storage.ts';
import { holdLock, openChannel } from '../browser-tabs.ts';
import type { LiveEvent } from './remote-discussions.ts';
import { openEventStream, type EventStream, type ItemEvent, type StreamItem } from './event-stream.ts';

type Handlers = {
  onEvent: (event: LiveEvent) => void;
  /** Called when events may have been missed: everything has to be fetched again. */
  onCatchUp: () => void;
};

/** A message between the tabs of a browser about their shared stream. `after` is the last event that the tab has received. */
type Message =
  | { readonly kind: 'join'; readonly member: string; readonly item: StreamItem; readonly after: number | null }
  | { readonly kind: 'leave'; readonly member: string }
  | { readonly kind: 'who' }
  | { readonly kind: 'ready'; readonly itemIds: readonly string[]; readonly last: number }
  | { readonly kind: 'event'; readonly event: ItemEvent }
  | { readonly kind: 'lost' };

/** How many event IDs are remembered to drop duplicates. */
const rememberedEvents = 1000;

/** A tab that joins receives the events of this many milliseconds again: its comments may have been loaded before them. */
const replayMs = 60_000;

/**
 * Listens to the comment events of an item. All tabs in which the same user is signed in share one stream, which is opened by the tab that
 * holds a lock. A hidden tab leaves the stream and catches up when it's visible again. Where the browser has no locks or channels, or
 * refuses them, each visible tab opens its own stream. Returns a function that stops listening.
 */
export function listenToComments(item: StreamItem, { onEvent, onCatchUp }: Handlers): () => void {
  const seenIds = new Set<number>();
  let after: number | null = null;
  // A tab opened in the background has been hidden since its page was loaded.
  let hasMissed = document.visibilityState === 'hidden';
  let leave: (() => void) | null = null;

  const hear = (message: Message) => {
    if (message.kind === 'lost') onCatchUp();
    else if (message.kind === 'ready' && message.itemIds.includes(item.id)) {
      if (hasMissed && after === null) onCatchUp();
      hasMissed = false;
      after = Math.max(after ?? 0, message.last);
    } else if (message.kind === 'event' && message.event.itemId === item.id) {
      const { id, action, discussionId, commentId } = message.event;
      after = Math.max(after ?? 0, id);
      if (seenIds.has(id)) return;
      if (seenIds.size >= rememberedEvents) seenIds.clear();
      seenIds.add(id);
      onEvent({ action, discussionId, commentId });
    }
  };
  const adjust = () => {
    const owner = storageOwner();
    const isListening = document.visibilityState === 'visible' && owner !== undefined;
    if (isListening && leave === null) leave = joinStream(owner, item, () => after, hear);
    else if (!isListening && leave !== null) end();
  };
  const end = () => {
    leave?.();
    leave = null;
    hasMissed = true;
  };
  // Another user needs another stream.
  const rejoin = () => {
    if (leave !== null) end();
    adjust();
  };
  const stopWatching = subscribeStorageOwner(rejoin);
  document.addEventListener('visibilitychange', adjust);
  addEventListener('pagehide', end);
  addEventListener('pageshow', adjust);
  adjust();
  return () => {
    stopWatching();
    document.removeEventListener('visibilitychange', adjust);
    removeEventListener('pagehide', end);
    removeEventListener('pageshow', adjust);
    leave?.();
  };
}

/** Joins the browser's shared stream, and opens it when this tab gets the lock. Returns a function that leaves it. */
function joinStream(owner: string, item: StreamItem, afterOf: () => number | null, hear: (message: Message) => void): () => void {
  const name = `newline-events ${owner}`;
  const member = crypto.randomUUID();
  const leaving = new AbortController();
  const channel = openChannel(name);
  let stream: EventStream | null = null;
  let recent: { readonly event: ItemEvent; readonly at: number }[] = [];

  const send = (message: Message) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel?.postMessage(message);
  };
  const tell = (message: Message) => {
    send(message);
    hear(message);
  };
  const answer = (message: Message) => {
    if (message.kind === 'who') send({ kind: 'join', member, item, after: afterOf() });
    else if (message.kind === 'join') {
      stream?.add(message.member, message.item, message.after);
      for (const { event } of recentOf(message.item)) send({ kind: 'event', event });
    } else if (message.kind === 'leave') stream?.remove(message.member);
    else hear(message);
  };
  const recentOf = ({ id }: StreamItem) => {
    recent = recent.filter(({ at }) => Date.now() - at < replayMs).slice(-rememberedEvents);
    return recent.filter(({ event }) => event.itemId === id);
  };
  const lead = () => {
    stream = openEventStream({
      onReady: (itemIds, last) => tell({ kind: 'ready', itemIds, last }),
      onEvent: (event) => {
        recent.push({ event, at: Date.now() });
        tell({ kind: 'event', event });
      },
      onLost: () => tell({ kind: 'lost' }),
    });
    stream.add(member, item, afterOf());
    send({ kind: 'who' });
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => answer(data));
  if (channel === null) lead();
  else {
    send({ kind: 'join', member, item, after: afterOf() });
    holdLock(name, leaving.signal, lead);
  }
  return () => {
    stream?.close();
    stream = null;
    send({ kind: 'leave', member });
    channel?.close();
    leaving.abort();
  };
}
