import type { DocumentNode } from '@newline/document/document-node';
import { withoutUploads } from '@newline/document/uploads';
import { validateDocument } from '@newline/document/validate';
import { readUserData, writeUserData } from '../browser-storage.ts';
import type { NewSelection } from './discussion.ts';

/** A draft of a comment, with what it's about. */
export type StoredDraft = { document: DocumentNode; timecodeStart?: number | null; selection?: NewSelection | null };

/** Returns the ID of a draft: the item, and the comment it answers. */
export function draftKey(target: { kind: string; id: string }, parentId: string | null): string {
  return `${target.kind}:${target.id}:${parentId ?? 'new'}`;
}

/** The drafts that are being sent. */
const onTheirWay = new Set<string>();

/** Returns the ID of the draft of an edited comment. */
export function editDraftKey(commentId: string): string {
  return `edit:${commentId}`;
}

/** Reads the current user's draft from this browser; null when there is none, it's invalid, or it's being sent. */
export function readDraft(key: string | null): StoredDraft | null {
  if (key === null || onTheirWay.has(key)) return null;
  try {
    const stored = JSON.parse(readUserData('comment', key) ?? 'null') as Partial<StoredDraft> | null;
    if (stored === null) return null;
    const validation = validateDocument(stored.document, 'comment');
    // An image that was uploading when an earlier release stored the draft is gone with its page.
    return validation.ok
      ? { timecodeStart: stored.timecodeStart ?? null, selection: stored.selection ?? null, document: withoutUploads(validation.document) }
      : null;
  } catch {
    return null;
  }
}

/** Stores a draft until it's sent. Where storage is closed or full, it lasts as long as its form. */
export function writeDraft(key: string | null, draft: StoredDraft | null): void {
  if (key === null) return;
  const isStored = writeUserData('comment', key, draft === null ? null : JSON.stringify(draft));
  if (!isStored && draft !== null) console.warn('We couldn’t save the draft of a comment.');
}

/**
 * Sends a draft and removes it once it was sent, even if its form was closed meanwhile: live updates may arrive before the response does.
 *
 * @param send resolves to true when the comment was sent
 */
export async function sendDraft(key: string | null, send: () => Promise<boolean>): Promise<boolean> {
  if (key === null) return send();
  const storedDraft = readUserData('comment', key);
  onTheirWay.add(key);
  try {
    const isSent = await send();
    // Text written since then is another draft.
    if (isSent && readUserData('comment', key) === storedDraft) writeDraft(key, null);
    return isSent;
  } finally {
    onTheirWay.delete(key);
  }
}
