import { diffLines } from 'diff';

export type DiffLine = { readonly kind: 'SAME' | 'ADDED' | 'REMOVED'; readonly text: string };

/**
 * Maximum number of changed lines that are compared. With more, all lines count as replaced, because the comparison takes quadratic time.
 */
const maxChanges = 1_000;

/** Compares two versions of code line by line. */
export function compareLines(before: string, after: string): readonly DiffLine[] {
  // Both get a final line break, so that the last line doesn't differ only because it is the last.
  const changes = diffLines(`${before}\n`, `${after}\n`, { maxEditLength: maxChanges }) ?? [
    { value: `${before}\n`, removed: true, added: false },
    { value: `${after}\n`, removed: false, added: true },
  ];
  return changes.flatMap(({ value, added, removed }) =>
    value
      .slice(0, -1)
      .split('\n')
      .map((text) => ({ kind: added ? ('ADDED' as const) : removed ? ('REMOVED' as const) : ('SAME' as const), text })),
  );
}
