import { NodeSelection, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Selects the block with an ID, or puts the caret into it if it contains blocks; scrolls to it and focuses the text. Does nothing if there
 * is no such block.
 */
export function selectBlock(view: EditorView, blockId: string): void {
  const { doc, tr } = view.state;
  let position = -1;
  doc.descendants(({ attrs, isTextblock }, at) => {
    if (position === -1 && (attrs['uniqueId'] === blockId || attrs['id'] === blockId)) position = at;
    return position === -1 && !isTextblock;
  });
  if (position === -1) return;
  const node = doc.nodeAt(position);
  const isSelectable = node !== null && NodeSelection.isSelectable(node) && node.firstChild?.isBlock !== true;
  const selection = isSelectable ? NodeSelection.create(doc, position) : Selection.near(doc.resolve(position + 1));
  view.dispatch(tr.setSelection(selection).scrollIntoView());
  view.focus();
}
