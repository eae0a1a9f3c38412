import type { DocumentNode } from '@newline/document/document-node';
import type { NewSelection } from './discussion.ts';

/** What the panel is opened for; an empty request just opens it. */
export type OpenRequest = {
  /** A discussion to show first and highlight. */
  discussionId?: string;
  /** A comment to highlight, with everything it answers. */
  commentId?: string;
  /** A comment whose reply form is opened. */
  parentId?: string;
  /** A new discussion about a passage of the text, or about a second of the video. */
  newFrom?: { selection?: NewSelection; timecodeStart?: number };
  /** The initial text of the form, unless this browser has a stored draft. */
  document?: DocumentNode;
  /** True to focus the form of a new comment. */
  isWriting?: boolean;
  /** True when Back or Forward opens the panel again, which is then scrolled to where it was left. */
  isRestored?: boolean;
};
