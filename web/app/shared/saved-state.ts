import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

type SavedState = { readonly owner: string | null | undefined; readonly value: unknown };

/** The number of history entries whose state is saved. */
const maxSavedStates = 20;

/** The last state of each history entry. Only in memory: after a reload, the state comes from the server. */
const savedStates = new Map<string, SavedState>();

/**
 * A state that Back and Forward restore, for lists that load more: when all items are rendered immediately, the router restores the scroll
 * position too.
 *
 * @param name distinguishes the states of a page
 * @param start the state of a newly opened page
 * @param owner the user whose state it is; another user doesn't get it
 */
export function useSavedState<TState>(
  name: string,
  start: TState,
  owner: string | null | undefined,
): [TState, Dispatch<SetStateAction<TState>>] {
  const key = `${useLocation().key} ${name}`;
  const [state, setState] = useState<TState>(() => {
    const saved = savedStates.get(key);
    return saved !== undefined && saved.owner === owner ? (saved.value as TState) : start;
  });
  useEffect(() => {
    savedStates.delete(key);
    savedStates.set(key, { owner, value: state });
    const [oldest] = savedStates.keys();
    if (savedStates.size > maxSavedStates && oldest !== undefined) savedStates.delete(oldest);
  }, [key, owner, state]);
  return [state, setState];
}
