import { keydownHandler } from '@tiptap/pm/keymap';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { type Command, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state';

/**
 * Blocks with text of their own that are selected by a press outside of that text: an image, the line that names a block, or the number of a
 * caption.
 */
const pressed: ReadonlyMap<string, string> = new Map([
  ['image', '[contenteditable=false]'],
  ['mdx', '[contenteditable=false]'],
  ['remoteCodeHeader', '[contenteditable=false]'],
  ['captioned', '.caption__number'],
]);

/**
 * Creates the plugin that selects a block by a press on its image, name or number, and makes a caption one line that Enter leaves.
 */
export function createSelectBlockPlugin(): Plugin {
  return new Plugin({
    props: {
      handleClickOn(view, _pos, node, nodePos, event) {
        const target = event.target;
        const outside = pressed.get(node.type.name);
        if (outside === undefined || !(target instanceof Element) || target.closest('button, [role=slider], a') !== null) return false;
        const block = view.nodeDOM(nodePos);
        const fixed = target.closest(outside);
        if (!(block instanceof HTMLElement) || fixed === null || !block.contains(fixed)) return false;
        // The header of remote code can't be selected alone; its block is.
        const at = node.type.name === 'remoteCodeHeader' ? view.state.doc.resolve(nodePos).before() : nodePos;
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
        view.focus();
        return true;
      },
      handleKeyDown: keydownHandler({ Enter: leaveCaption, Backspace: selectFromCaption }),
    },
  });
}

/** Enter in a caption: moves to the empty line after its block, which is created if needed. */
const leaveCaption: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const paragraph = state.schema.nodes['paragraph'];
  if (!isCaption($from.parent) || !$from.sameParent($to) || paragraph === undefined) return false;
  const after = $from.after(blockDepth($from));
  const { nodeAfter } = state.doc.resolve(after);
  const isThere = nodeAfter?.type === paragraph && nodeAfter.content.size === 0;
  const tr = isThere ? state.tr : state.tr.insert(after, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

/** Backspace at the start of a caption selects its block, and a second one removes it. */
const selectFromCaption: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!isCaption($from.parent) || !empty || $from.parentOffset > 0) return false;
  dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, $from.before(blockDepth($from)))));
  return true;
};

function isCaption({ type: { name } }: Node): boolean {
  return name === 'image' || name === 'caption';
}

/** Returns the depth of the block to which a caption belongs. */
function blockDepth({ parent, depth }: ResolvedPos): number {
  return parent.type.name === 'caption' ? depth - 1 : depth;
}
