import type { DocumentNode } from '@newline/document/document-node';
import type { Comment, CommentDraft, Discussion, Follow, ReactionKind, ReportReason } from './discussion.ts';
import type { DiscussionsState } from './discussions-state.ts';

/**
 * Where the panel's discussions come from and what can be done with them: the site's API, or a demo's own memory. What is null
 * cannot be done there, and nothing on the page offers it. What fails rejects; the page goes back to what it showed and logs it.
 */
export type DiscussionSource = {
  getState: () => DiscussionsState;
  /** Calls back at each change; gives what ends that. */
  subscribe: (listener: () => void) => () => void;
  /** Loads the next page of discussions, the first one at first; one at a time. */
  loadMore: () => Promise<void>;
  /** Loads one discussion, wherever it stands in the list, or loads it again. */
  loadDiscussion: (id: string) => Promise<void>;
  /** Loads the next comments of a discussion. */
  loadComments: (discussionId: string) => Promise<void>;
  /** Loads all replies to a comment. */
  loadReplies: (comment: Pick<Comment, 'id' | 'discussionId'>) => Promise<void>;
  /** Loads a comment with its discussion and everything it answers; null when there is none. */
  loadComment: (id: string) => Promise<Comment | null>;
  /** Sends a comment and gives it as it was stored. */
  send: (draft: CommentDraft) => Promise<Comment>;
  edit: ((comment: Comment, document: DocumentNode) => Promise<void>) | null;
  remove: ((comment: Comment) => Promise<void>) | null;
  /** Sets the reaction that the comment, as it's given, doesn't have, or takes back the one that it has. */
  react: ((comment: Comment, kind: ReactionKind) => Promise<void>) | null;
  report: ((comment: Comment, reason: ReportReason) => Promise<void>) | null;
  /** Accepts a comment as the answer of its discussion, or takes that back. */
  accept: ((comment: Comment, isAccepted: boolean) => Promise<void>) | null;
  /** Says that a discussion is resolved, or open again. */
  resolve: ((discussion: Pick<Discussion, 'id'>, isResolved: boolean) => Promise<void>) | null;
  /** What the reader hears of a discussion: asks for it as it is now, and changes it. */
  follow: { load: (discussionId: string) => Promise<Follow>; save: (discussionId: string, follow: Follow) => Promise<void> } | null;
};
