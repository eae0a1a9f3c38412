import { useEffect } from 'react';
import { codeLinesOf, type PlacedMark } from './place-marks.ts';

/**
 * Highlights passages with the CSS Custom Highlight API, without changing the elements of the text. Browsers without it still show the
 * controls in the margin. Code is highlighted by line. `at` is the passage whose discussion or note is open or hovered.
 */
export function useHighlights(placed: readonly PlacedMark[], at: Range | null): void {
  useEffect(() => {
    const leaveNotes = highlight(
      'note',
      'noted',
      placed.filter(({ mark }) => 'noteId' in mark),
    );
    const leaveDiscussions = highlight(
      'annotation',
      'annotated',
      placed.filter(({ mark }) => !('noteId' in mark)),
    );
    return () => {
      leaveNotes();
      leaveDiscussions();
    };
  }, [placed]);
  useEffect(() => {
    if (at === null) return undefined;
    const lines = codeLinesOf(at);
    const before = lines.map((line) => line.dataset.annotated);
    for (const line of lines) line.dataset.annotated = 'at';
    show('annotation-at', lines.length === 0 ? [at] : []);
    return () => {
      for (const [index, line] of lines.entries()) restore(line, before[index]);
      show('annotation-at', []);
    };
  }, [at, placed]);
}

/** Highlights passages under a name, and lines of code with an attribute. Returns a function that ends it. */
function highlight(name: string, attribute: 'noted' | 'annotated', placed: readonly PlacedMark[]): () => void {
  const ranges = placed.flatMap(({ range }) => range ?? []);
  const lines = new Set(ranges.flatMap((range) => codeLinesOf(range)));
  for (const line of lines) line.dataset[attribute] = '';
  show(
    name,
    ranges.filter((range) => codeLinesOf(range).length === 0),
  );
  return () => {
    for (const line of lines) delete line.dataset[attribute];
    show(name, []);
  };
}

function restore(line: HTMLElement, annotated: string | undefined): void {
  if (annotated === undefined) delete line.dataset.annotated;
  else line.dataset.annotated = annotated;
}

function show(name: string, ranges: readonly Range[]): void {
  if (typeof Highlight === 'undefined') return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}
