import { useEffect } from 'react';
import { codeLinesOf, type PlacedMark } from './place-marks.ts';

/**
 * Highlights passages with the CSS Custom Highlight API, without changing the elements of the text. Browsers without it still show the
 * controls in the margin. Code is highlighted by line. `at` is the passage whose discussion is open or hovered.
 */
export function useHighlights(placed: readonly PlacedMark[], at: Range | null): void {
  useEffect(() => {
    const ranges = placed.flatMap(({ range }) => range ?? []);
    const lines = new Set(ranges.flatMap((range) => codeLinesOf(range)));
    const passages = ranges.filter((range) => codeLinesOf(range).length === 0);
    for (const line of lines) line.dataset.annotated = '';
    show('annotation', passages);
    return () => {
      for (const line of lines) delete line.dataset.annotated;
      show('annotation', []);
    };
  }, [placed]);
  useEffect(() => {
    if (at === null) return undefined;
    const lines = codeLinesOf(at);
    for (const line of lines) line.dataset.annotated = 'at';
    show('annotation-at', lines.length === 0 ? [at] : []);
    return () => {
      for (const line of lines) line.dataset.annotated = '';
      show('annotation-at', []);
    };
  }, [at, placed]);
}

function show(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === 'undefined') return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}
