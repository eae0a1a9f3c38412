import type { ResolvedPos } from '@tiptap/pm/model';
import { type Command, NodeSelection, type Transaction } from '@tiptap/pm/state';

/**
 * Deletes a selected block that has a caption together with the caption. Deleting only the block would leave the caption on an empty code
 * block. Returns false for any other selection.
 */
export const deleteCaptioned: Command = ({ selection, tr }, dispatch) => {
  if (!(selection instanceof NodeSelection) || !isIn(selection.$from)) return false;
  dispatch?.(deleteAround(tr, selection.$from).scrollIntoView());
  return true;
};

/** Deletes the selection; a block with a caption together with its caption. */
export const deleteSelected: Command = (state, dispatch) => {
  if (deleteCaptioned(state, dispatch)) return true;
  if (state.selection.empty) return false;
  dispatch?.(state.tr.deleteSelection().scrollIntoView());
  return true;
};

/** Wraps a command that deletes a block of a type around the caret: if the block has a caption, both are deleted. */
export function withCaption(type: string, command: Command): Command {
  return (state, dispatch, view) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth -= 1) {
      if ($from.node(depth).type.name !== type) continue;
      const $block = state.doc.resolve($from.before(depth));
      if (!isIn($block)) break;
      dispatch?.(deleteAround(state.tr, $block).scrollIntoView());
      return true;
    }
    return command(state, dispatch, view);
  };
}

function isIn({ parent }: ResolvedPos): boolean {
  return parent.type.name === 'captioned';
}

function deleteAround(tr: Transaction, $pos: ResolvedPos): Transaction {
  return tr.delete($pos.before(), $pos.after());
}
