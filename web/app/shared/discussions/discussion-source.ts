import type { DocumentNode } from '@newline/document/document-node';
import type { Comment, CommentDraft, Discussion, Follow, ReactionKind, ReportReason } from './discussion.ts';
import type { DiscussionsState } from './discussions-state.ts';

/**
 * Provides the panel's discussions and the actions on them, from the site's API or from a demo's memory. Actions that are null aren't
 * available, and the page doesn't offer them. Failed actions reject; the page restores the previous state and logs the error.
 */
export type DiscussionSource = {
  getState: () => DiscussionsState;
  /** Calls the listener on each change; returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** Loads the next page of discussions, starting with the first; one request at a time. */
  loadMore: () => Promise<void>;
  /** Loads or reloads one discussion, wherever it is in the list. */
  loadDiscussion: (id: string) => Promise<void>;
  /** Loads the next comments of a discussion. */
  loadComments: (discussionId: string) => Promise<void>;
  /** Loads all replies to a comment. */
  loadReplies: (comment: Pick<Comment, 'id' | 'discussionId'>) => Promise<void>;
  /** Loads a comment with its discussion and everything it answers; null when there is none. */
  loadComment: (id: string) => Promise<Comment | null>;
  /** Sends a comment and resolves to it as stored. */
  send: (draft: CommentDraft) => Promise<Comment>;
  /**
   * Lets a comment that couldn't be sent wait in this browser if the site can't be reached. Resolves to the ID of what waits, or null if it
   * can't.
   */
  keep: ((draft: CommentDraft, error: unknown) => Promise<string | null>) | null;
  edit: ((comment: Comment, document: DocumentNode) => Promise<void>) | null;
  remove: ((comment: Comment) => Promise<void>) | null;
  /** Toggles the reader's reaction, based on the comment that is passed. */
  react: ((comment: Comment, kind: ReactionKind) => Promise<void>) | null;
  report: ((comment: Comment, reason: ReportReason) => Promise<void>) | null;
  /** Accepts a comment as the answer of its discussion, or undoes that. */
  accept: ((comment: Comment, isAccepted: boolean) => Promise<void>) | null;
  /** Resolves or reopens a discussion. */
  resolve: ((discussion: Pick<Discussion, 'id'>, isResolved: boolean) => Promise<void>) | null;
  /** Loads and changes the reader's notification settings for a discussion. */
  follow: { load: (discussionId: string) => Promise<Follow>; save: (discussionId: string, follow: Follow) => Promise<void> } | null;
};
