import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, ScrollRestoration, useLocation, useNavigationType } from 'react-router';

type Positions = typeof import('./keep-position.ts');

/** What notes and restores positions, once it's here: it comes after the page, which nobody has scrolled before. */
let positions: Positions | null = null;
let loading: Promise<Positions> | null = null;
const loadPositions = () => (loading ??= import('./keep-position.ts').then((loaded) => (positions = loaded)));

/**
 * Where a page is scrolled to: a new one to its top or to the place that its URL names, one that Back, forward or a reload bring to where it was left.
 * The router does so by pixels, before the next paint; what is above may have another height then, and later.
 */
export function ScrollPosition({ nonce }: { nonce: string | undefined }): ReactNode {
  const { key } = useLocation();
  const type = useNavigationType();
  const shown = useRef(key);
  useEffect(() => whenLoaded(({ watchLeaving }) => watchLeaving(() => shown.current)), []);
  return (
    <>
      <ScrollRestoration nonce={nonce} getKey={scrollKey} />
      <AfterRouter
        onShown={() => {
          shown.current = key;
          return type === NavigationType.Pop && key !== 'default' ? whenLoaded(({ restorePosition }) => restorePosition(key)) : undefined;
        }}
        entry={key}
      />
    </>
  );
}

/** Does it now, or as soon as the code is here; gives what ends it. */
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

/** Its effects come after those of the router's component, which is before it. */
function AfterRouter({ onShown, entry }: { onShown: () => (() => void) | undefined; entry: string }) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each entry of the history
  useLayoutEffect(onShown, [entry]);
  return null;
}

let unnamedEntries = 0;

/**
 * Under which it is kept how far an entry of the history was scrolled. A plain link to a place in the page makes an entry that the router did not
 * name: the place counts there, and never how far one was before the press. Kept under a name of its own, it is not found again.
 */
function scrollKey({ hash, key }: Location): string {
  return hash !== '' && key === 'default' ? `${hash} ${(unnamedEntries += 1)}` : key;
}
