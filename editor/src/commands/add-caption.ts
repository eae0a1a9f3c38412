import { captionKinds } from '@newline/document/captions';
import { idAttributeOf, findNode } from '@newline/document/schema/nodes';
import type { Node } from '@tiptap/pm/model';
import { type Command, type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';

/** Moves the caret into the caption of the block around it, which gets one if it has none. */
export const addCaption: Command = (state, dispatch) => {
  const { captioned, caption } = state.schema.nodes;
  const target = blockFor(state);
  if (target === null || captioned === undefined || caption === undefined) return false;
  const { node, pos } = target;
  const tr = state.tr;
  if (node.type === captioned || node.type.name === 'image') {
    const end = node.type === captioned ? pos + node.nodeSize - 2 : pos + node.nodeSize - 1;
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView());
    return true;
  }
  const $pos = state.doc.resolve(pos);
  if (!$pos.parent.canReplaceWith($pos.index(), $pos.index() + 1, captioned)) return false;
  // The whole keeps the ID, so that progress and annotations stay in place.
  const definition = findNode(node.type.name);
  const name = definition === undefined ? null : idAttributeOf(definition);
  const inner = name === null ? node : node.type.create({ ...node.attrs, [name]: null }, node.content, node.marks);
  const uniqueId: unknown = name === null ? null : node.attrs[name];
  tr.replaceWith(pos, pos + node.nodeSize, captioned.create({ uniqueId }, [inner, caption.create()]));
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, pos + 1 + inner.nodeSize + 1)).scrollIntoView());
  return true;
};

/** Removes the caption around the caret and keeps the block. */
export const removeCaption: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if ($from.parent.type.name !== 'caption' || !empty || $from.parent.content.size > 0) return false;
  const pos = $from.before(-1);
  const block = $from.node(-1).firstChild;
  if (block === null) return false;
  const definition = findNode(block.type.name);
  const name = definition === undefined ? null : idAttributeOf(definition);
  const uniqueId: unknown = $from.node(-1).attrs['uniqueId'];
  const bare = name === null ? block : block.type.create({ ...block.attrs, [name]: uniqueId }, block.content, block.marks);
  const tr = state.tr.replaceWith(pos, pos + $from.node(-1).nodeSize, bare);
  const end = tr.doc.resolve(pos + bare.nodeSize);
  dispatch?.(tr.setSelection(bare.isTextblock ? TextSelection.create(tr.doc, end.pos - 1) : TextSelection.near(end, -1)).scrollIntoView());
  return true;
};

/** Returns the block that can have a caption: around the selection, or right before an empty line with the caret. */
function blockFor({ selection, doc }: EditorState): { readonly node: Node; readonly pos: number } | null {
  if (selection instanceof NodeSelection && isCaptionable(selection.node)) {
    const { $from } = selection;
    const isWithin = $from.parent.type.name === 'captioned';
    return isWithin ? { node: $from.parent, pos: $from.before() } : { node: selection.node, pos: selection.from };
  }
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (!isCaptionable(node)) continue;
    const isWithin = depth > 1 && $from.node(depth - 1).type.name === 'captioned';
    return { node: isWithin ? $from.node(depth - 1) : node, pos: $from.before(isWithin ? depth - 1 : depth) };
  }
  if ($from.depth === 0 || $from.parent.content.size > 0) return null;
  const before = doc.resolve($from.before()).nodeBefore;
  return before === null || !isCaptionable(before) ? null : { node: before, pos: $from.before() - before.nodeSize };
}

function isCaptionable({ type: { name } }: Node): boolean {
  return name === 'captioned' || name === 'image' || Object.hasOwn(captionKinds, name);
}
