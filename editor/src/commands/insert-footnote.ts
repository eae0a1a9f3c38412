import type { Node } from '@tiptap/pm/model';
import { type Command, NodeSelection } from '@tiptap/pm/state';

/** The event that opens the box of a footnote. It's dispatched to the element that shows its number. */
export const openNoteEvent = 'nl-open-note';

/** Inserts an empty footnote after the selection, and opens it. */
export const insertFootnote: Command = (state, dispatch, view) => {
  const type = state.schema.nodes['footnote'];
  const { $to } = state.selection;
  const isPlace = $to.parent.inlineContent && type !== undefined && $to.parent.canReplaceWith($to.index(), $to.index(), type);
  if (!isPlace) return false;
  if (dispatch === undefined) return true;
  const tr = state.tr.insert($to.pos, type.create());
  dispatch(tr.setSelection(NodeSelection.create(tr.doc, $to.pos)).scrollIntoView());
  view?.nodeDOM($to.pos)?.dispatchEvent(new CustomEvent(openNoteEvent));
  return true;
};

/** Selects the footnote beside the caret: the next press of the key deletes it. */
export const selectNote =
  (side: 'before' | 'after'): Command =>
  ({ selection: { empty, $from }, tr }, dispatch) => {
    const note = side === 'before' ? $from.nodeBefore : $from.nodeAfter;
    if (!empty || note?.type.name !== 'footnote') return false;
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, side === 'before' ? $from.pos - note.nodeSize : $from.pos)));
    return true;
  };

/** Returns a footnote with the text of a range, or null if it has none. A footnote in it isn't one any more. */
export function noteOfTyped(doc: Node, from: number, to: number): Node | null {
  const type = doc.type.schema.nodes['footnote'];
  const content: Node[] = [];
  doc.nodesBetween(from, to, (node, pos) => {
    const [start, end] = [Math.max(0, from - pos), Math.min(node.nodeSize, to - pos)];
    if (node.isText && start < end) content.push(node.cut(start, end));
    return true;
  });
  const hasText = content.some(({ text = '' }) => text.trim() !== '');
  return type === undefined || !hasText ? null : type.create(null, content);
}
