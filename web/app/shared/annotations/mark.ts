/** What a discussion is attached to: a passage of the text, or a second of the video. */
export type Mark = {
  discussionId: string;
  /** The second of the video; null when the discussion isn't about one. */
  second: number | null;
  /**
   * The current text of the passage, its block, and how many times the same text occurs before it in the block. Null when the discussion
   * isn't about a passage.
   */
  quote: { blockId: string; text: string; occurrence: number } | null;
  commentsCount: number;
  authorName: string;
  /** The start of the first comment, as Markdown. */
  excerpt: string;
};

/** A note or highlight of the reader. */
export type NoteMark = {
  noteId: string;
  /** The second of the video; null for a note on words. */
  second: number | null;
  /** The current text of the passage, as for a discussion; null on a second, and if the passage is gone or can't be read. */
  quote: Mark['quote'];
  /** The start of the note; null for a highlight. */
  excerpt: string | null;
};

/** Returns the ID of a discussion or of a note. */
export function idOfMark(mark: Mark | NoteMark): string {
  return 'noteId' in mark ? mark.noteId : mark.discussionId;
}

/** The lesson, article or clip on the page. */
export type MarkedItem = { kind: 'lesson' | 'article' | 'clip'; id: string };

/** '1 comment', '3 comments'. */
export function commentsLabel(count: number): string {
  return count === 1 ? '1 comment' : `${count.toLocaleString('en')} comments`;
}
