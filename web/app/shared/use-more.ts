import { useCallback, useRef, useState } from 'react';

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
 */
export function useMore(what: string, load: () => Promise<void>): More {
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
          console.error(`${what} could not be loaded.`, error);
        },
      );
    },
    [what],
  );
  const ask = useCallback(() => start('idle'), [start]);
  const askAgain = useCallback(() => start('failed'), [start]);
  return { what, state: held.current.state, ask, askAgain };
}
