import type { DocumentNode } from '@newline/document/document-node';
import { withoutUploads } from '@newline/document/uploads';
import { validateDocument } from '@newline/document/validate';
import { readUserData, writeUserData } from '../browser-storage.ts';
import type { NewSelection } from './discussion.ts';

/** A text that somebody has begun, with what it is about. */
export type StoredDraft = { document: DocumentNode; timecodeStart?: number | null; selection?: NewSelection | null };

/** The id of a draft among those of its writer: the item, and the comment that it answers. */
export function draftKey(target: { kind: string; id: string }, parentId: string | null): string {
  return `${target.kind}:${target.id}:${parentId ?? 'new'}`;
}

/** The drafts whose sending has not been answered yet. */
const onTheirWay = new Set<string>();

/** The id of the draft of a changed comment. */
export function editDraftKey(commentId: string): string {
  return `edit:${commentId}`;
}

/** Reads the current user's draft from this browser; null when there is none that can be read, or when it is being sent. */
export function readDraft(key: string | null): StoredDraft | null {
  if (key === null || onTheirWay.has(key)) return null;
  try {
    const stored = JSON.parse(readUserData('comment', key) ?? 'null') as Partial<StoredDraft> | null;
    if (stored === null) return null;
    const validation = validateDocument(stored.document, 'comment');
    // An image that was uploading when an earlier release stored the draft went with its page.
    return validation.ok
      ? { timecodeStart: stored.timecodeStart ?? null, selection: stored.selection ?? null, document: withoutUploads(validation.document) }
      : null;
  } catch {
    return null;
  }
}

/** Keeps a draft until it is sent. Where storage is closed or full, it lives as long as its form. */
export function writeDraft(key: string | null, draft: StoredDraft | null): void {
  if (key === null) return;
  const isStored = writeUserData('comment', key, draft === null ? null : JSON.stringify(draft));
  if (!isStored && draft !== null) console.warn('We couldn’t save the draft of a comment.');
}

/**
 * Sends what a draft holds and forgets the draft once it was sent, also when its form was left meanwhile: what others see of it may come
 * before the answer does.
 *
 * @param send true when it was sent
 */
export async function sendDraft(key: string | null, send: () => Promise<boolean>): Promise<boolean> {
  if (key === null) return send();
  const before = readUserData('comment', key);
  onTheirWay.add(key);
  try {
    const isSent = await send();
    // What was begun since then is another one.
    if (isSent && readUserData('comment', key) === before) writeDraft(key, null);
    return isSent;
  } finally {
    onTheirWay.delete(key);
  }
}
