import type { DocumentNode } from '@newline/document/document-node';
import type { NewSelection } from '../discussions/discussion.ts';

/** The page to which an entry belongs, as the list of waiting entries shows it. */
export type OutboxPage = {
  readonly kind: 'lesson' | 'article' | 'clip';
  readonly id: string;
  readonly title: string;
  readonly path: string;
};

/** The words or the second that something was written about. */
export type OutboxAnchor = { readonly selection: NewSelection } | { readonly second: number };

/** What the reader did. Their own text is in `body` or `document`. */
export type OutboxAction =
  | { readonly kind: 'done'; readonly lessonId: string; readonly isCompleted: boolean }
  | { readonly kind: 'note'; readonly anchor: OutboxAnchor; readonly body: string }
  | { readonly kind: 'note-change'; readonly noteId: string; readonly version: number; readonly body: string }
  | { readonly kind: 'note-removal'; readonly noteId: string; readonly version: number }
  | { readonly kind: 'comment'; readonly anchor: OutboxAnchor | null; readonly document: DocumentNode }
  | { readonly kind: 'reply'; readonly discussionId: string; readonly parentId: string; readonly document: DocumentNode };

/** Something to send. */
export type NewEntry = {
  /**
   * For notes, comments and replies, a UUID that the server stores with the row, so that sending twice adds one. The other actions set
   * something to a value; their ID names it, so that a later value replaces one that waits.
   */
  readonly id: string;
  /** Null where the page isn't known, as in the list of notes. */
  readonly page: OutboxPage | null;
  readonly action: OutboxAction;
};

/** Something that waits in this browser to be sent. */
export type OutboxEntry = NewEntry & {
  /** When it was written, in milliseconds; entries are sent in this order. */
  readonly at: number;
  /** Another one after each change, so that a change during sending isn't lost. */
  readonly revision: string;
  /** Why the site refused it; null while it waits. */
  readonly refusal: string | null;
};

/** Returns the ID of the entry that marks a lesson as done, or undoes that. */
export function doneEntryId(lessonId: string): string {
  return `done:${lessonId}`;
}

/** Returns the ID of the entry that changes or deletes a note. */
export function noteEntryId(noteId: string): string {
  return `note:${noteId}`;
}
