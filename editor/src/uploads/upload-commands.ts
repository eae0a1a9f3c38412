import { createBlockId } from '@newline/document/block-ids';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { closeHistory } from '@tiptap/pm/history';
import { findBlockPlace } from '../menus/insert-block.ts';
import type { UploadedImage } from '../services.ts';
import type { UploadState } from './upload-queue.ts';

const placeholderName = 'imageUploadPlaceholder';

/** A placeholder in the document, by the id it shares with its upload. */
export interface PlacedUpload {
  readonly id: string;
  readonly pos: number;
  readonly node: Node;
}

/** Every placeholder of a document. */
export function findPlaceholders(doc: Node): readonly PlacedUpload[] {
  const found: PlacedUpload[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === placeholderName) found.push({ id: String(node.attrs['uniqueId'] ?? ''), pos, node });
    return !node.isTextblock;
  });
  return found;
}

/**
 * Puts a placeholder for each upload at a place of the text, one after the other. No step of the history: undoing cannot bring an
 * upload back. Null when the place takes no image.
 *
 * @param sizes the bytes of each file
 */
export function placePlaceholders(
  state: EditorState,
  ids: readonly string[],
  at: number,
  sizes: readonly number[] = [],
): Transaction | null {
  const type = state.schema.nodes[placeholderName];
  const place = type === undefined ? null : findBlockPlace(state.doc, at, type);
  if (type === undefined || place === null) return null;
  const nodes = ids.map((id, index) => type.create({ uniqueId: id, loading: true, totalSize: sizes[index] ?? 0 }));
  const tr = state.tr.replaceWith(place.from, place.to, nodes);
  if (place.to > place.from) putCaretAfter(tr, place.from + nodes.reduce((size, node) => size + node.nodeSize, 0));
  return tr.setMeta('addToHistory', false);
}

const progressKey = 'uploadProgress';

/**
 * Notes in a placeholder how much of its image has been sent. Beside the history, and no change of what the text says: `isUploadProgress`
 * tells. Null when the placeholder is gone or already says so.
 */
export function noteProgress(state: EditorState, id: string, { status, sentBytes, totalBytes }: UploadState): Transaction | null {
  const found = findPlaceholders(state.doc).find((placeholder) => placeholder.id === id);
  const progressPercent = totalBytes > 0 ? Math.min(100, Math.floor((sentBytes / totalBytes) * 100)) : 0;
  const next = { progressPercent, totalSize: totalBytes, uploadedSize: sentBytes, loading: status !== 'failed' };
  const { attrs } = found?.node ?? {};
  // A whole percent at a time: a change of the document costs more than one of the bar.
  if (
    found === undefined ||
    (attrs?.['progressPercent'] === progressPercent && attrs['totalSize'] === totalBytes && attrs['loading'] === next.loading)
  ) {
    return null;
  }
  const tr = state.tr;
  for (const [name, value] of Object.entries(next)) tr.setNodeAttribute(found.pos, name, value);
  return tr.setMeta('addToHistory', false).setMeta(progressKey, true);
}

/** Whether a change of the editor's state only notes the progress of an upload. */
export function isUploadProgress(tr: Transaction): boolean {
  return tr.getMeta(progressKey) === true;
}

/** The line with the caret became the image: one writes on in the line below, which is made when there is none. */
function putCaretAfter(tr: Transaction, after: number): void {
  const paragraph = tr.doc.type.schema.nodes['paragraph'];
  const next = tr.doc.resolve(after).nodeAfter;
  if (next === null && paragraph !== undefined) tr.insert(after, paragraph.create());
  if (tr.doc.resolve(after).nodeAfter?.isTextblock === true) tr.setSelection(TextSelection.create(tr.doc, after + 1));
}

/** New ids for uploads, unlike all others in the document. */
export function newUploadIds(doc: Node, count: number): readonly string[] {
  const taken = new Set<string>();
  doc.descendants((node) => {
    for (const name of ['uniqueId', 'id']) {
      const id: unknown = node.attrs[name];
      if (typeof id === 'string') taken.add(id);
    }
  });
  return Array.from({ length: count }, () => createBlockId(taken));
}

/**
 * The image in the place of its placeholder, as two changes: the image is a step of the history, so that it can be undone and done
 * again; the placeholder's end is none. Null when the placeholder is gone.
 */
export function replacePlaceholder(
  state: EditorState,
  id: string,
  image: UploadedImage,
): { readonly insert: Transaction; readonly remove: (after: EditorState) => Transaction | null } | null {
  const found = findPlaceholders(state.doc).find((placeholder) => placeholder.id === id);
  const type = state.schema.nodes['image'];
  if (found === undefined || type === undefined) return null;
  const node = type.create({
    src: image.imageUrl,
    attachmentId: image.attachmentId,
    width: image.width,
    height: image.height,
    uniqueId: newUploadIds(state.doc, 1)[0] ?? null,
  });
  return {
    insert: closeHistory(state.tr.insert(found.pos + found.node.nodeSize, node)),
    remove: (after) => removePlaceholders(after, (placeholder) => placeholder.id === id),
  };
}

/** Takes placeholders out, beside the history; null when there is none of them. */
export function removePlaceholders(state: EditorState, isGone: (placeholder: PlacedUpload) => boolean): Transaction | null {
  const gone = findPlaceholders(state.doc).filter(isGone);
  if (gone.length === 0) return null;
  const tr = state.tr;
  for (const { pos, node } of gone.toReversed()) tr.delete(pos, pos + node.nodeSize);
  return tr.setMeta('addToHistory', false);
}
