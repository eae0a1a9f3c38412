import type { ReactionKind } from './discussions/discussion.ts';
import type { ClipAction } from './learning-space/clip.ts';
import { storageOwner } from './browser-storage.ts';

/**
 * A message between the tabs of a browser that synchronizes their state: the value that the user just set, or (`changed`) what has to be
 * fetched again.
 */
export type TabMessage =
  | { readonly kind: 'clip'; readonly clipId: string; readonly action: ClipAction; readonly isOn: boolean }
  | { readonly kind: 'reaction'; readonly commentId: string; readonly reaction: ReactionKind; readonly isOn: boolean }
  | { readonly kind: 'lesson'; readonly lessonId: string; readonly isCompleted: boolean }
  | { readonly kind: 'changed'; readonly what: ChangedKind; readonly id: string };

/** What has to be fetched again: a discussion, the user's progress in a course or book, their review of one, or their notifications. */
export type ChangedKind = 'discussion' | 'item' | 'review' | 'notifications';

type Envelope = { readonly from: string; readonly message: TabMessage };

const channelName = 'newline-tabs';
const listeners = new Set<(message: TabMessage) => void>();
let channel: BroadcastChannel | null = null;

/**
 * Opens a named channel between the tabs of this browser. Null where the browser has none, or refuses it because the user blocked storage;
 * each tab then works alone.
 */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Sends a message to the other tabs in which the same user is signed in. Where that isn't possible, nothing happens. */
export function notifyTabs(message: TabMessage): void {
  const from = storageOwner();
  if (from === undefined) return;
  try {
    connect()?.postMessage({ from, message } satisfies Envelope);
  } catch (error) {
    console.warn('We couldn’t notify the other tabs.', error);
  }
}

/** Calls the listener with messages from other tabs of the same user. Returns a function that unsubscribes. */
export function subscribeTabs(listener: (message: TabMessage) => void): () => void {
  listeners.add(listener);
  connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) disconnect();
  };
}

/**
 * Opens the page's channel. It's closed when the page is hidden, because an open channel would keep the page out of the back/forward cache.
 */
function connect(): BroadcastChannel | null {
  if (channel !== null) return channel;
  channel = openChannel(channelName);
  if (channel === null) return null;
  channel.addEventListener('message', handleMessage);
  addEventListener('pagehide', disconnect);
  addEventListener('pageshow', reconnect);
  return channel;
}

function disconnect(): void {
  channel?.close();
  channel = null;
}

function reconnect(): void {
  if (listeners.size > 0) connect();
}

function handleMessage({ data }: MessageEvent<Envelope>): void {
  if (data.from !== storageOwner()) return;
  for (const listener of listeners) listener(data.message);
}

/**
 * Waits until no other tab of the browser holds a lock, calls `onHeld`, and holds the lock until the signal is aborted. Where the browser
 * has no locks, or refuses them, each tab holds its own.
 */
export function holdLock(name: string, signal: AbortSignal, onHeld: () => void): void {
  let isHeld = false;
  const hold = () => {
    if (isHeld || signal.aborted) return;
    isHeld = true;
    onHeld();
  };
  const holdUntilAborted = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
      else hold();
    });
  try {
    navigator.locks.request(name, { signal }, holdUntilAborted).catch(hold);
  } catch {
    hold();
  }
}
