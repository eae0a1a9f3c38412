import type { DocumentNode } from '@newline/document/document-node';
import type { CommentAbilities } from './comment-abilities.ts';
import type { Comment } from './discussion.ts';

/** What all threads of a place share: one object, so that a thread is drawn again only when it changed itself. */
export type ThreadView = {
  abilities: CommentAbilities;
  /** Now, in milliseconds; null while server and browser have to write the same. */
  now: number | null;
  /** The level of the heading above. */
  headingLevel: number;
  /** True where every reply is shown at once. */
  isExpanded: boolean;
  /** Jumps to the second that a discussion is about; null where there is no video on the page. */
  onSeek: ((second: number) => void) | null;
  /** The address of that second, where the video is on another page. */
  secondPath: ((second: number) => string) | null;
  /** False in a demo: see CommentForm. */
  hasServices: boolean;
  loadReplies: (comment: Pick<Comment, 'id' | 'discussionId'>) => Promise<void>;
  loadComments: (discussionId: string) => Promise<void>;
  /** True when it was sent. */
  reply: (comment: Comment, document: DocumentNode) => Promise<boolean>;
  replyDraftOf: (comment: Comment) => DocumentNode | null;
  keepReplyDraft: (comment: Comment, document: DocumentNode | null) => void;
};
