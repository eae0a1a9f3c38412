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

/** The lesson, article or clip on the page. */
export type MarkedItem = { kind: 'lesson' | 'article' | 'clip'; id: string };

/** '1 comment', '3 comments'. */
export function commentsLabel(count: number): string {
  return count === 1 ? '1 comment' : `${count.toLocaleString('en')} comments`;
}
