import type { Editor } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';

/** Puts the caret at the start of a top-level block, and scrolls to it. Does nothing without such a block. */
export function showBlock({ view }: Editor, id: string): void {
  const { doc, tr } = view.state;
  let at: number | null = null;
  doc.forEach((node, position) => {
    if (node.attrs['uniqueId'] === id || node.attrs['id'] === id) at ??= position;
  });
  if (at === null) return;
  view.focus();
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(at + 1))).scrollIntoView());
}
