import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { changeNote, noteOf } from './history/entry-notes.ts';

/** What a list does about its next page: nothing, asking, failed, or asking once more because somebody said so. */
export type MoreState = 'idle' | 'loading' | 'failed' | 'again';

/** The next page of a list. */
export type More = {
  /** What is asked for, as the start of a sentence: 'More clips'. */
  what: string;
  state: MoreState;
  /** Asks for the next page, unless it is on its way or has failed: a list that asks by itself when its end comes into sight stops there. */
  ask: () => void;
  /** Asks again for what has failed. */
  askAgain: () => void;
};

/** How far a list is loaded, so that Back, forward and a reload bring as much of it again. */
export type Loaded = {
  /** Tells the lists of a page apart. */
  list: string;
  /** How many items, or pages of them, are there. */
  count: number;
  hasMore: boolean;
};

/** True while the next page has failed, also while it is asked for again: `MoreFailed` stands where it would be. */
export function hasFailed({ state }: Pick<More, 'state'>): boolean {
  return state === 'failed' || state === 'again';
}

/**
 * Asks for the pages of a list, one at a time. A page that fails is said to have failed and is asked for again only when somebody wants
 * it (`MoreFailed` says so and offers it).
 *
 * @param load loads the next page and puts it into the list; rejects when it could not. The same function from one drawing to the
 * next: another one is another list, of which nothing has failed yet.
 * @param loaded null for a list that is whole once it was asked for
 */
export function useMore(what: string, load: () => Promise<void>, loaded: Loaded | null): More {
  const [, redraw] = useState<object>();
  const held = useRef<{ load: () => Promise<void>; state: MoreState }>({ load, state: 'idle' });
  if (held.current.load !== load) held.current = { load, state: 'idle' };
  const start = useCallback(
    (from: 'idle' | 'failed') => {
      const list = held.current;
      if (list.state !== from) return;
      const turn = (state: MoreState) => {
        list.state = state;
        redraw({});
      };
      turn(from === 'idle' ? 'loading' : 'again');
      list.load().then(
        () => turn('idle'),
        (error: unknown) => {
          turn('failed');
          console.error(`${what} couldn’t be loaded.`, error);
        },
      );
    },
    [what],
  );
  const ask = useCallback(() => start('idle'), [start]);
  const askAgain = useCallback(() => start('failed'), [start]);
  const { state } = held.current;
  useLoadedAgain(loaded, state, ask);
  return { what, state, ask, askAgain };
}

/** Loads as much of a list as there was when this entry of the history was left, and notes how much there is now. */
function useLoadedAgain(loaded: Loaded | null, state: MoreState, ask: () => void): void {
  const { key } = useLocation();
  const { list = '', count = 0, hasMore = false } = loaded ?? {};
  /** How many there were; 0 once they are there again, or cannot be had. */
  const wanted = useRef<number>(undefined);
  const lastCount = useRef(-1);
  useEffect(() => {
    if (list === '') return;
    wanted.current ??= noteOf(key)?.lists?.[list] ?? 0;
    if (state === 'loading' || state === 'again') return;
    if (count < wanted.current && hasMore && state === 'idle' && count !== lastCount.current) {
      lastCount.current = count;
      ask();
      return;
    }
    if (state === 'failed') return;
    wanted.current = 0;
    changeNote(key, { lists: { [list]: count } });
  }, [key, list, count, hasMore, state, ask]);
}
