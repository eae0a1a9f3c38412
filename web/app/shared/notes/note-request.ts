import type { NewSelection } from '../discussions/discussion.ts';
import type { OutboxPage } from '../outbox/outbox-entry.ts';

/** The lesson or article that notes are added to. */
export type NoteTarget = OutboxPage & { kind: 'lesson' | 'article' };

/** What the panel is opened for: a note that exists, or a new one on a passage or a second. */
export type NoteRequest = { noteId: string } | { selection: NewSelection } | { second: number };

/**
 * What was typed and not saved; the version that it was typed over, so that a change elsewhere is noticed; and the key of the request that
 * saves it, so that another try adds no other note.
 */
export type NoteDraft = { text: string; version: number; key: string };

/** Returns the name under which the draft of a note is kept while the page is open. */
export function draftName(request: NoteRequest): string {
  return JSON.stringify(request);
}
