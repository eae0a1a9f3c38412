import { loadPart } from '@newline/ui/lazy-component';
import { useEffect, useState } from 'react';
import type { LiveEvent } from './remote-discussions.ts';

/** What is told when something happened; null when a connection was lost and stands again. */
export type LiveListener = (event: LiveEvent | null) => void;

/** Everybody on a page who wants to hear of its comments. */
export type LiveRoom = {
  /** Gives what ends it. */
  join: (listener: LiveListener) => () => void;
};

/** A page that has just loaded has other things to do. */
const restMs = 2000;
/** Events that come together are told to the page once. */
const gatherMs = 150;

/**
 * The live connection of a page about an item: one for all parts of it, made when the page has settled. `onChanged` is told of
 * everything, a few events at a time.
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
    let isGone = false;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const tell = (event: LiveEvent | null) => {
      for (const listener of listeners) listener(event);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        onChanged();
      }, gatherMs);
    };
    const start = setTimeout(() => {
      void loadPart(() => import('./live-events.ts')).then(({ listenToComments }) => {
        if (!isGone) stop = listenToComments({ kind, id }, { onEvent: tell, onCatchUp: () => tell(null) });
      });
    }, restMs);
    return () => {
      isGone = true;
      clearTimeout(start);
      clearTimeout(gathering);
      stop?.();
    };
  }, [kind, id, listeners, onChanged]);
  return room;
}
