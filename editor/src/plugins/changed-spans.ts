import type { Transaction } from '@tiptap/pm/state';
import { AddMarkStep, RemoveMarkStep } from '@tiptap/pm/transform';

/** A range of positions. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns what a transaction changed, in the document after it; a changed attribute counts as its whole node. */
export function changedSpans(tr: Transaction): readonly Span[] {
  const spans: Span[] = [];
  tr.steps.forEach((step, index) => {
    const rest = tr.mapping.slice(index + 1);
    const add = (from: number, to: number) => spans.push({ from: rest.map(from, -1), to: rest.map(to, 1) });
    const map = tr.mapping.maps[index];
    map?.forEach((_oldFrom, _oldTo, from, to) => add(from, to));
    if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) add(step.from, step.to);
    const { pos } = step as { readonly pos?: unknown };
    if (typeof pos === 'number') add(pos, pos + 1);
  });
  return spans;
}
