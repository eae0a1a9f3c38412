import type { Attrs, Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { placeBlock } from '../menus/insert-block.ts';
import { newUploadIds } from '../uploads/upload-commands.ts';
import { closeForm, openFormOf } from './forms-plugin.ts';

/** Inserts the block from a form at the form's position, and closes the form. */
export function insertFromForm(view: EditorView, node: Node): void {
  const form = openFormOf(view.state);
  if (form === null) return;
  view.dispatch(closeForm(placeBlock(view.state, node, view.state.tr, form.at)));
}

/** Changes attributes of the block that a form edits, and closes the form. Nothing inside the block moves. */
export function saveFromForm(view: EditorView, attributes: Attrs): void {
  const form = openFormOf(view.state);
  if (form === null) return;
  const tr = view.state.tr;
  for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(form.at, name, value);
  view.dispatch(closeForm(tr));
}

/** Creates a block with a new ID; throws for a type that the editor doesn't have. */
export function createBlock(view: EditorView, type: string, attributes: Attrs): Node {
  const nodeType = view.state.schema.nodes[type];
  const attrs =
    nodeType?.spec.attrs !== undefined && 'uniqueId' in nodeType.spec.attrs ? { uniqueId: newUploadIds(view.state.doc, 1)[0] } : {};
  const node = nodeType?.createAndFill({ ...attrs, ...attributes }) ?? null;
  if (node === null) throw new Error(`createBlock: expected a type of this editor, got ${type}`);
  return node;
}
