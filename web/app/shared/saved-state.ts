import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

type SavedState = { readonly owner: string | null | undefined; readonly value: unknown };

/** Entries of the history whose state is kept: as far back as people go for a list. */
const maxSavedStates = 20;

/** States as they were last, by entry of the history. In memory only: a reload begins with what the server gives. */
const savedStates = new Map<string, SavedState>();

/**
 * A state that Back and forward bring back, for lists that load more: with all items there at once, the router restores the position, too.
 *
 * @param name tells the states of a page apart
 * @param start the state of a page that is opened anew
 * @param owner whose state it is: another user does not get it
 */
export function useSavedState<TState>(
  name: string,
  start: TState,
  owner: string | null | undefined,
): [TState, Dispatch<SetStateAction<TState>>] {
  const place = `${useLocation().key} ${name}`;
  const [state, setState] = useState<TState>(() => {
    const kept = savedStates.get(place);
    return kept !== undefined && kept.owner === owner ? (kept.value as TState) : start;
  });
  useEffect(() => {
    savedStates.delete(place);
    savedStates.set(place, { owner, value: state });
    const [oldest] = savedStates.keys();
    if (savedStates.size > maxSavedStates && oldest !== undefined) savedStates.delete(oldest);
  }, [place, owner, state]);
  return [state, setState];
}
