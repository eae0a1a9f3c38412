import type { DocumentNode } from '@newline/document/document-node';
import type { Comment, Discussion, ReactionKind } from './discussion.ts';

/** What the viewer may do with comments, and the functions that do it. Failures are logged and not shown. */
export type CommentAbilities = {
  canReact: boolean;
  canEdit: (comment: Comment) => boolean;
  canDelete: (comment: Comment) => boolean;
  canReport: (comment: Comment) => boolean;
  /** False when the menu would be empty. */
  hasMenu: (comment: Comment) => boolean;
  react: (comment: Comment, kind: ReactionKind) => void;
  /** Resolves to true when the edit was saved. */
  edit: (comment: Comment, document: DocumentNode) => Promise<boolean>;
  /** Accepts a comment as the answer, or undoes that; null on pages without accepted answers. */
  accept: ((comment: Comment, isAccepted: boolean) => void) | null;
  resolve: ((discussion: Pick<Discussion, 'id'>, isResolved: boolean) => void) | null;
  /** False for visitors, who don't get notifications. */
  canFollow: boolean;
  /** Opens the dialog with the notification settings of a discussion. */
  askToFollow: (discussion: Pick<Discussion, 'id'>) => void;
  /** Asks for confirmation first. */
  askToDelete: (comment: Comment) => void;
  /** Asks for a reason first. */
  askToReport: (comment: Comment) => void;
  /** Returns the text of an edit in progress. */
  draftOf: (comment: Comment) => DocumentNode | null;
  keepDraft: (comment: Comment, document: DocumentNode | null) => void;
};
