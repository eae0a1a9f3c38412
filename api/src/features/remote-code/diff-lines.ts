import { diffLines } from 'diff';

/** A line of a comparison. */
export type DiffLine = { readonly kind: 'SAME' | 'ADDED' | 'REMOVED'; readonly text: string };

/** With more changed lines than this, all of them count as replaced: looking for what stayed takes as long as the square of this. */
const maxChanges = 1_000;

/** Compares two pieces of code line by line. */
export function compareLines(before: string, after: string): readonly DiffLine[] {
  // Both end their last line, so that a line does not differ only because it is the last.
  const parts = diffLines(`${before}\n`, `${after}\n`, { maxEditLength: maxChanges }) ?? [
    { value: `${before}\n`, removed: true, added: false },
    { value: `${after}\n`, removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) =>
    value
      .slice(0, -1)
      .split('\n')
      .map((text) => ({ kind: added ? ('ADDED' as const) : removed ? ('REMOVED' as const) : ('SAME' as const), text })),
  );
}
