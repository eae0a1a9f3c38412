import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { changeNote, noteOf } from './history/entry-notes.ts';

/** The state of a list's next page: not requested, loading, failed, or loading again after a retry. */
export type MoreState = 'idle' | 'loading' | 'failed' | 'again';

/** The next page of a list. */
export type More = {
  /** What is loaded, as the start of a sentence: 'More clips'. */
  subject: string;
  state: MoreState;
  /** Requests the next page, unless it's loading or has failed: a list that loads automatically at its end stops there. */
  ask: () => void;
  /** Retries after a failure. */
  retry: () => void;
};

/** How far a list is loaded, so that Back, Forward and reload can restore it. */
export type Loaded = {
  /** Distinguishes the lists of a page. */
  list: string;
  /** The number of loaded items, or pages of them. */
  count: number;
  hasMore: boolean;
};

/** True when the next page has failed, including during a retry: `MoreFailed` is shown in its place. */
export function hasFailed({ state }: Pick<More, 'state'>): boolean {
  return state === 'failed' || state === 'again';
}

/**
 * Loads the pages of a list, one at a time. A page that fails is only requested again when the user retries (`MoreFailed` shows the error
 * and a button).
 *
 * @param load loads the next page and adds it to the list; rejects on failure. Must be the same function in every render: another one means
 * another list, which hasn't failed yet.
 * @param loaded null for a list that is complete after one request
 */
export function useMore(subject: string, load: () => Promise<void>, loaded: Loaded | null): More {
  const [, redraw] = useState<object>();
  const latest = useRef<{ load: () => Promise<void>; state: MoreState }>({ load, state: 'idle' });
  if (latest.current.load !== load) latest.current = { load, state: 'idle' };
  const start = useCallback(
    (from: 'idle' | 'failed') => {
      const list = latest.current;
      if (list.state !== from) return;
      const setListState = (state: MoreState) => {
        list.state = state;
        redraw({});
      };
      setListState(from === 'idle' ? 'loading' : 'again');
      list.load().then(
        () => setListState('idle'),
        (error: unknown) => {
          setListState('failed');
          console.error(`${subject} couldn’t be loaded.`, error);
        },
      );
    },
    [subject],
  );
  const ask = useCallback(() => start('idle'), [start]);
  const retry = useCallback(() => start('failed'), [start]);
  const { state } = latest.current;
  useLoadedAgain(loaded, state, ask);
  return { subject, state, ask, retry };
}

/** Loads as many items as there were when this history entry was left, and records how many there are now. */
function useLoadedAgain(loaded: Loaded | null, state: MoreState, ask: () => void): void {
  const { key } = useLocation();
  const { list = '', count = 0, hasMore = false } = loaded ?? {};
  /** The number of items to restore; 0 once they're loaded, or if they can't be. */
  const targetCount = useRef<number>(undefined);
  const lastCount = useRef(-1);
  useEffect(() => {
    if (list === '') return;
    targetCount.current ??= noteOf(key)?.lists?.[list] ?? 0;
    if (state === 'loading' || state === 'again') return;
    if (count < targetCount.current && hasMore && state === 'idle' && count !== lastCount.current) {
      lastCount.current = count;
      ask();
      return;
    }
    if (state === 'failed') return;
    targetCount.current = 0;
    changeNote(key, { lists: { [list]: count } });
  }, [key, list, count, hasMore, state, ask]);
}
