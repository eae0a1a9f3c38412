import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, ScrollRestoration, useLocation, useNavigationType } from 'react-router';
import type { Entry } from './entry-notes.ts';

type Positions = typeof import('./keep-position.ts');

/** Records and restores positions. Loaded after the page, before which nobody has scrolled. */
let positions: Positions | null = null;
let loading: Promise<Positions> | null = null;
const loadPositions = () => (loading ??= import('./keep-position.ts').then((loaded) => (positions = loaded)));

/**
 * Controls where a page is scrolled to: a new page to its top or to the fragment in its URL, and a page reached by Back, Forward or reload
 * to where it was left. The router alone would restore pixels before the next paint, when content above may have a different height.
 */
export function ScrollPosition({ nonce }: { nonce: string | undefined }): ReactNode {
  const location = useLocation();
  const { key, hash } = location;
  const type = useNavigationType();
  const latest = useRef<Entry>(null);
  useEffect(() => whenLoaded(({ watchLeaving }) => watchLeaving(() => latest.current)), []);
  return (
    <>
      <ScrollRestoration nonce={nonce} getKey={scrollKey} />
      <AfterRouter
        onShown={() => {
          const entry: Entry = { location, state: history.state };
          latest.current = entry;
          return type === NavigationType.Pop ? whenLoaded(({ restorePosition }) => restorePosition(entry)) : undefined;
        }}
        entry={`${key} ${hash}`}
      />
    </>
  );
}

/** Runs the callback now, or as soon as the code has loaded; returns a function that cancels it. */
function whenLoaded(begin: (loaded: Positions) => () => void): () => void {
  if (positions !== null) return begin(positions);
  let hasEnded = false;
  let end: (() => void) | null = null;
  loadPositions()
    .then((loaded) => {
      if (!hasEnded) end = begin(loaded);
    })
    .catch((error: unknown) => console.warn('Positions in pages aren’t restored.', error));
  return () => {
    hasEnded = true;
    end?.();
  };
}

/** Rendered after the router's component, so that its effects run later. */
function AfterRouter({ onShown, entry }: { onShown: () => (() => void) | undefined; entry: string }) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per history entry
  useLayoutEffect(onShown, [entry]);
  return null;
}

let unnamedEntries = 0;

/**
 * Returns the key under which the router stores an entry's scroll position. A plain link to a fragment creates an entry that the router
 * didn't name: the fragment counts there, never the position before the press, which is stored under a separate key that isn't read again.
 */
function scrollKey({ hash, key }: Location): string {
  return hash !== '' && key === 'default' ? `${hash} ${(unnamedEntries += 1)}` : key;
}
