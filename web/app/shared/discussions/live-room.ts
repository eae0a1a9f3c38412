import { loadPart } from '@newline/ui/lazy-component';
import { useEffect, useState } from 'react';
import type { LiveEvent } from './remote-discussions.ts';

/** Called with an event; null after a lost connection was restored. */
export type LiveListener = (event: LiveEvent | null) => void;

/** The listeners on a page for comment events. */
export type LiveRoom = {
  /** Adds a listener; returns a function that removes it. */
  join: (listener: LiveListener) => () => void;
};

/** How long to wait before connecting, while the page is still loading. */
const connectDelayMs = 2000;
/** How long events are collected before the page is notified once. */
const batchMs = 150;

/**
 * The live connection of an item's page, shared by all its parts and opened once the page has settled. `onChanged` is called for batches of
 * events.
 */
export function useLiveRoom({ kind, id }: { kind: string; id: string }, onChanged: () => void): LiveRoom {
  const [listeners] = useState(() => new Set<LiveListener>());
  const [room] = useState<LiveRoom>(() => ({
    join: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  }));
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isStopped = false;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const tell = (event: LiveEvent | null) => {
      for (const listener of listeners) listener(event);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        onChanged();
      }, batchMs);
    };
    const start = setTimeout(() => {
      void loadPart(() => import('./live-events.ts')).then(({ listenToComments }) => {
        if (!isStopped) stop = listenToComments({ kind, id }, { onEvent: tell, onCatchUp: () => tell(null) });
      });
    }, connectDelayMs);
    return () => {
      isStopped = true;
      clearTimeout(start);
      clearTimeout(gathering);
      stop?.();
    };
  }, [kind, id, listeners, onChanged]);
  return room;
}
