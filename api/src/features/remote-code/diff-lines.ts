import { diffLines } from 'diff';

/** A line of a comparison. */
export type DiffLine = { readonly kind: 'SAME' | 'ADDED' | 'REMOVED'; readonly text: string };

/** Compares two pieces of code line by line. */
export function compareLines(before: string, after: string): readonly DiffLine[] {
  // Both end their last line, so that a line does not differ only because it is the last.
  const parts = diffLines(`${before}\n`, `${after}\n`, { maxEditLength: 4_000 }) ?? [
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
