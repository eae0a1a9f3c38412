import { createBlockId } from '@newline/document/block-ids';
import type { DocumentNode } from '@newline/document/document-node';
import { Fragment, type Node } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { closeHistory } from '@tiptap/pm/history';
import { findBlockPosition } from '../menus/insert-block.ts';
import type { UploadedImage } from '../services.ts';
import type { UploadState } from './upload-queue.ts';

const placeholderName = 'imageUploadPlaceholder';

/** A placeholder in the document, with the ID that it shares with its upload. */
export interface PlacedUpload {
  readonly id: string;
  readonly pos: number;
  readonly node: Node;
}

/** Finds all placeholders of a document. */
export function findPlaceholders(doc: Node): readonly PlacedUpload[] {
  const placeholders: PlacedUpload[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === placeholderName) placeholders.push({ id: String(node.attrs['uniqueId'] ?? ''), pos, node });
    return !node.isTextblock;
  });
  return placeholders;
}

/**
 * Inserts a placeholder for each upload at a position of the text, one after the other. It isn't a step of the history, because undoing
 * can't restore an upload. Returns null if no image is valid at the position.
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
  const position = type === undefined ? null : findBlockPosition(state.doc, at, type);
  if (type === undefined || position === null) return null;
  const nodes = ids.map((id, index) => type.create({ uniqueId: id, loading: true, totalSize: sizes[index] ?? 0 }));
  const tr = state.tr.replaceWith(position.from, position.to, nodes);
  if (position.to > position.from) putCaretAfter(tr, position.from + nodes.reduce((size, node) => size + node.nodeSize, 0));
  return tr.setMeta('addToHistory', false);
}

const progressKey = 'uploadProgress';

/**
 * Stores in a placeholder how much of its image has been sent. It isn't part of the history, and doesn't count as a change of the text: see
 * `isUploadProgress`. Returns null if the placeholder is gone or is already up to date.
 */
export function noteProgress(state: EditorState, id: string, { status, sentBytes, totalBytes }: UploadState): Transaction | null {
  const placeholders = findPlaceholders(state.doc).find((placeholder) => placeholder.id === id);
  const progressPercent = totalBytes > 0 ? Math.min(100, Math.floor((sentBytes / totalBytes) * 100)) : 0;
  const next = { progressPercent, totalSize: totalBytes, uploadedSize: sentBytes, loading: status !== 'failed' };
  const { attrs } = placeholders?.node ?? {};
  // Only whole percents, because a change of the document costs more than one of the bar.
  if (
    placeholders === undefined ||
    (attrs?.['progressPercent'] === progressPercent && attrs['totalSize'] === totalBytes && attrs['loading'] === next.loading)
  ) {
    return null;
  }
  const tr = state.tr;
  for (const [name, value] of Object.entries(next)) tr.setNodeAttribute(placeholders.pos, name, value);
  return tr.setMeta('addToHistory', false).setMeta(progressKey, true);
}

/** Returns true if a change of the editor's state only updates the progress of an upload. */
export function isUploadProgress(tr: Transaction): boolean {
  return tr.getMeta(progressKey) === true;
}

/** The line with the caret became the image, so the caret moves to the line below, which is created if needed. */
function putCaretAfter(tr: Transaction, after: number): void {
  const paragraph = tr.doc.type.schema.nodes['paragraph'];
  const next = tr.doc.resolve(after).nodeAfter;
  if (next === null && paragraph !== undefined) tr.insert(after, paragraph.create());
  if (tr.doc.resolve(after).nodeAfter?.isTextblock === true) tr.setSelection(TextSelection.create(tr.doc, after + 1));
}

/** Returns new IDs for uploads that differ from all others in the document. */
export function newUploadIds(doc: Node, count: number): readonly string[] {
  const taken = takenIds(doc);
  return Array.from({ length: count }, () => createBlockId(taken));
}

/** Returns all IDs of a document. */
export function takenIds(doc: Node): Set<string> {
  const taken = new Set<string>();
  doc.descendants((node) => {
    for (const name of ['uniqueId', 'id']) {
      const id: unknown = node.attrs[name];
      if (typeof id === 'string') taken.add(id);
    }
  });
  return taken;
}

/**
 * Replaces a placeholder with its image, as two changes: inserting the image is a step of the history, so that it can be undone and redone;
 * removing the placeholder isn't. Returns null if the placeholder is gone.
 *
 * @param pasted the image node as it was pasted, whose other attributes and caption stay
 */
export function replacePlaceholder(
  state: EditorState,
  id: string,
  image: UploadedImage,
  pasted: DocumentNode | null = null,
): { readonly insert: Transaction; readonly remove: (after: EditorState) => Transaction | null } | null {
  const placeholders = findPlaceholders(state.doc).find((placeholder) => placeholder.id === id);
  const type = state.schema.nodes['image'];
  if (placeholders === undefined || type === undefined) return null;
  const node = type.create(
    {
      ...pasted?.attrs,
      src: image.imageUrl,
      attachmentId: image.attachmentId,
      width: image.width,
      height: image.height,
      uniqueId: newUploadIds(state.doc, 1)[0] ?? null,
    },
    Fragment.fromJSON(state.schema, pasted?.content ?? []),
  );
  return {
    insert: closeHistory(state.tr.insert(placeholders.pos + placeholders.node.nodeSize, node)),
    remove: (after) => removePlaceholders(after, (placeholder) => placeholder.id === id),
  };
}

/** Removes placeholders without a step of the history; returns null if there are none. */
export function removePlaceholders(state: EditorState, isGone: (placeholder: PlacedUpload) => boolean): Transaction | null {
  const removed = findPlaceholders(state.doc).filter(isGone);
  if (removed.length === 0) return null;
  const tr = state.tr;
  for (const { pos, node } of removed.toReversed()) tr.delete(pos, pos + node.nodeSize);
  return tr.setMeta('addToHistory', false);
}
