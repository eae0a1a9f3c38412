import type { ResolvedPos } from '@tiptap/pm/model';
import { Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

/** Returns true if the caret or a text selection is in a table. */
export function isInTableText({ selection }: EditorState): boolean {
  return selection instanceof TextSelection && cellDepthOf(selection.$head) !== null;
}

/**
 * Selects the text of the next or previous cell in reading order; null outside tables and at either end. Tab uses this from the start,
 * while the other table features are loaded after the text.
 */
export function selectNeighbourCell(state: EditorState, direction: -1 | 1): Transaction | null {
  const { selection, doc, tr } = state;
  const depth = selection instanceof TextSelection ? cellDepthOf(selection.$head) : null;
  if (depth === null) return null;
  const { $head } = selection;
  const table = $head.node(depth - 2);
  let row = $head.index(depth - 2);
  let cell = $head.index(depth - 1) + direction;
  while (table.child(row).maybeChild(cell) === null) {
    row += direction;
    if (row < 0 || row >= table.childCount) return null;
    cell = direction === 1 ? 0 : table.child(row).childCount - 1;
  }
  const start = doc.resolve($head.start(depth - 2)).posAtIndex(row) + 1;
  const from = doc.resolve(start).posAtIndex(cell) + 1;
  const end = from + table.child(row).child(cell).content.size;
  const first = Selection.near(doc.resolve(from), 1);
  return tr.setSelection(TextSelection.between(first.$from, Selection.near(doc.resolve(end), -1).$to)).scrollIntoView();
}

function cellDepthOf($pos: ResolvedPos): number | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const { name } = $pos.node(depth).type;
    if (name === 'tableCell' || name === 'tableHeader') return depth;
  }
  return null;
}
