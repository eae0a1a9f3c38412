import type { DocumentNode } from '@newline/document/document-node';
import type { Slots } from '../own/use-slots.ts';
import type { CommentAbilities } from './comment-abilities.ts';
import type { Comment } from './discussion.ts';

/** The replies that the user has opened and closed in this history entry. Always the same object. */
export type Folds = {
  /** Whether the replies to a comment were opened or closed; undefined if neither. */
  isOpen: (commentId: string) => boolean | undefined;
  set: (commentId: string, isOpen: boolean) => void;
};

/** Settings shared by all discussions of a list. It's one object, so that a discussion is rendered again only when it changed itself. */
export type ThreadView = {
  abilities: CommentAbilities;
  /** The current time in milliseconds; null during hydration, when server and browser have to render the same. */
  now: number | null;
  /** The level of the heading above the list. */
  headingLevel: number;
  /** Mark what a copy of the page leaves open for its reader. */
  slots: Slots;
  /** True to show all replies immediately. */
  isExpanded: boolean;
  /** Seeks to the second that a discussion is about; null on a page without a video. */
  onSeek: ((second: number) => void) | null;
  /** Returns the URL of that second, when the video is on another page. */
  secondPath: ((second: number) => string) | null;
  /** False in a demo: see CommentForm. */
  hasServices: boolean;
  loadReplies: (comment: Pick<Comment, 'id' | 'discussionId'>) => Promise<void>;
  loadComments: (discussionId: string) => Promise<void>;
  /** Resolves to true when the reply was sent. */
  reply: (comment: Comment, document: DocumentNode) => Promise<boolean>;
  replyDraftOf: (comment: Comment) => DocumentNode | null;
  folds: Folds;
  keepReplyDraft: (comment: Comment, document: DocumentNode | null) => void;
};
