import type { DocumentNode } from '@newline/document/document-node';
import type { NewSelection } from './discussion.ts';

/** What the panel is opened for; an empty one just opens it. */
export type OpenRequest = {
  /** A discussion to show first and mark. */
  discussionId?: string;
  /** A comment to mark, with everything it answers. */
  commentId?: string;
  /** A comment whose reply form is open. */
  parentId?: string;
  /** A new discussion about a passage of the text, or about a second of the video. */
  newFrom?: { selection?: NewSelection; timecodeStart?: number };
  /** What the form begins with, unless this browser keeps something that was written here. */
  document?: DocumentNode;
  /** True to begin with the caret in the form of a new comment. */
  isWriting?: boolean;
};
