import { useEffect, useState } from 'react';

/**
 * How many parts of a list are drawn: what it has at first at once, then each that comes later in a frame of its own, so that whoever
 * scrolls waits for none of them.
 *
 * @param isWhole true where one of them is looked for: all are drawn, so that it is there
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
