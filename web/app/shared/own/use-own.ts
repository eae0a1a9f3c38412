import { useSyncExternalStore } from 'react';
import { type OwnFacts, usePageFacts } from '../page-facts.tsx';

/**
 * Returns what the server sent for the reader besides the copy of a page. Null on the server and during hydration, when the page is the same
 * for all readers with this access, and on other pages.
 */
export function useOwn(): OwnFacts | null {
  const { own } = usePageFacts();
  return useSyncExternalStore(
    subscribeToNothing,
    () => own ?? null,
    () => null,
  );
}

const subscribeToNothing = () => () => undefined;
