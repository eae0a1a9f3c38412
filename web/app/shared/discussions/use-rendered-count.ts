import { useEffect, useState } from 'react';

/**
 * Returns how many parts of a list to render: the initial ones immediately, then one more per frame, so that scrolling stays smooth.
 *
 * @param isWhole true to render all, when one of them has to be located
 */
export function useRenderedCount(total: number, isWhole: boolean): number {
  const [rendered, setRendered] = useState(total);
  useEffect(() => {
    if (rendered >= total) return undefined;
    const frame = requestAnimationFrame(() => setRendered(rendered + 1));
    return () => cancelAnimationFrame(frame);
  }, [rendered, total]);
  return isWhole ? total : Math.min(rendered, total);
}
