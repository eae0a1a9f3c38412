import type { Fragment, Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { AddMarkStep, RemoveMarkStep, ReplaceStep, type Step } from '@tiptap/pm/transform';

/**
 * Returns true if transactions may have changed which blocks there are, or their attributes. Typing in a line doesn't, so plugins that keep
 * blocks in order check this first, and a key costs the same in documents of any length.
 */
export function changesStructure(transactions: readonly Transaction[]): boolean {
  return transactions.some((tr) => tr.steps.some((step, index) => !isWithinLine(step, tr.docs[index])));
}

function isWithinLine(step: Step, doc: Node | undefined): boolean {
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) return true;
  if (!(step instanceof ReplaceStep) || doc === undefined) return false;
  if (step.slice.openStart > 0 || step.slice.openEnd > 0 || !isInline(step.slice.content)) return false;
  const $from = doc.resolve(step.from);
  return $from.parent.inlineContent && $from.sameParent(doc.resolve(step.to));
}

function isInline(content: Fragment): boolean {
  return content.firstChild === null || content.firstChild.isInline;
}
