/** Where a discussion hangs: on words, or on a second of the video. */
export type Mark = {
  discussionId: string;
  /** The second; null when it is about none. */
  second: number | null;
  /** The words as they are now, in which block, and how often they stand there before; null when it is about none. */
  quote: { blockId: string; text: string; occurrence: number } | null;
  commentsCount: number;
  authorName: string;
  /** How the first comment begins, as Markdown. */
  excerpt: string;
};

/** The lesson, article or clip that is read or watched. */
export type MarkedItem = { kind: 'lesson' | 'article' | 'clip'; id: string };

/** '1 comment', '3 comments'. */
export function commentsWords(count: number): string {
  return count === 1 ? '1 comment' : `${count} comments`;
}
