import { useEffect, useState } from 'react';

/**
 * How many parts of a list are drawn: what it has at first at once, then each that comes later in a frame of its own, so that whoever
 * scrolls waits for none of them.
 *
 * @param isWhole true where one of them is looked for: all are drawn, so that it is there
 */
export function useDrawnCount(total: number, isWhole: boolean): number {
  const [drawn, setDrawn] = useState(total);
  useEffect(() => {
    if (drawn >= total) return undefined;
    const frame = requestAnimationFrame(() => setDrawn(drawn + 1));
    return () => cancelAnimationFrame(frame);
  }, [drawn, total]);
  return isWhole ? total : Math.min(drawn, total);
}
