import { storageOwner, subscribeStorageOwner } from '../browser-storage.ts';
import { holdLock, openChannel } from '../browser-tabs.ts';
import type { LiveEvent } from './remote-discussions.ts';
import { openEventStream, type EventStream, type ItemEvent, type StreamItem } from './event-stream.ts';

type Handlers = {
  onEvent: (event: LiveEvent) => void;
  /** Called when something may have been missed that is not told of one by one: everything has to be fetched again. */
  onCatchUp: () => void;
};

/** What the tabs of a browser say to each other about their one stream. `after` is the last event that the tab has heard of. */
type Message =
  | { readonly kind: 'join'; readonly member: string; readonly item: StreamItem; readonly after: number | null }
  | { readonly kind: 'leave'; readonly member: string }
  | { readonly kind: 'who' }
  | { readonly kind: 'ready'; readonly itemIds: readonly string[]; readonly last: number }
  | { readonly kind: 'event'; readonly event: ItemEvent }
  | { readonly kind: 'lost' };

/** How many ids of events are remembered, to tell an event once that comes twice. */
const rememberedEvents = 1000;

/**
 * A tab that joins hears again what happened in so many milliseconds before: it may have loaded its comments before that, and joined after it.
 */
const repeatedMs = 60_000;

/**
 * Listens to what happens to the comments of an item. All tabs of a browser in which the same user is signed in share one stream: the tab that
 * holds a lock opens it for everybody. A hidden tab has no part in it; when it becomes visible again, it hears what it missed. Where the
 * browser has no locks or channels, or refuses them, each visible tab has a stream of its own. Returns what ends it.
 */
export function listenToComments(item: StreamItem, { onEvent, onCatchUp }: Handlers): () => void {
  const seen = new Set<number>();
  let after: number | null = null;
  // A tab that was opened in the background has been hidden since its page was loaded.
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
      if (seen.has(id)) return;
      if (seen.size >= rememberedEvents) seen.clear();
      seen.add(id);
      onEvent({ action, discussionId, commentId });
    }
  };
  const adjust = () => {
    const owner = storageOwner();
    const isWanted = document.visibilityState === 'visible' && owner !== undefined;
    if (isWanted && leave === null) leave = joinStream(owner, item, () => after, hear);
    else if (!isWanted && leave !== null) end();
  };
  const end = () => {
    leave?.();
    leave = null;
    hasMissed = true;
  };
  // Another user has another stream.
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

/** Takes part in the browser's stream, and opens it when this tab's turn comes. Returns what ends it. */
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
    recent = recent.filter(({ at }) => Date.now() - at < repeatedMs).slice(-rememberedEvents);
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
