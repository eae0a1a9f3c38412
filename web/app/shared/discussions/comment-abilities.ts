import type { DocumentNode } from '@newline/document/document-node';
import type { Comment, Discussion, ReactionKind } from './discussion.ts';

/** What the person who looks may do with a comment, and how it is done; failures are logged, and nothing is said. */
export type CommentAbilities = {
  canReact: boolean;
  canEdit: (comment: Comment) => boolean;
  canDelete: (comment: Comment) => boolean;
  canReport: (comment: Comment) => boolean;
  /** False where the menu would be empty. */
  hasMenu: (comment: Comment) => boolean;
  react: (comment: Comment, kind: ReactionKind) => void;
  /** True when it was saved. */
  edit: (comment: Comment, document: DocumentNode) => Promise<boolean>;
  /** Accepts it as the answer, or takes that back; null where the answers are no business of this page. */
  accept: ((comment: Comment, isAccepted: boolean) => void) | null;
  resolve: ((discussion: Pick<Discussion, 'id'>, isResolved: boolean) => void) | null;
  /** False for a visitor, who hears of nothing. */
  canFollow: boolean;
  /** Asks what to hear of a discussion. */
  askToFollow: (discussion: Pick<Discussion, 'id'>) => void;
  /** Asks first. */
  askToDelete: (comment: Comment) => void;
  /** Asks why first. */
  askToReport: (comment: Comment) => void;
  /** The text of an edit in progress. */
  draftOf: (comment: Comment) => DocumentNode | null;
  keepDraft: (comment: Comment, document: DocumentNode | null) => void;
};
