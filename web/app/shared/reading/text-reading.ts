/**
 * The minimum time per word in milliseconds: nobody reads faster than 1,000 words a minute. The database has the same rule
 * (app_private.has_read_text).
 */
const msPerWord = 60;

/** A block visible for a shorter time only scrolled by, for example on the way to the comments. */
const minVisibleMs = 300;

/** After being visible for this long, a block is the reader's position. */
const positionAfterMs = 1_000;

/** A longer tick means that the page was asleep. */
const maxTickMs = 1_000;

type Block = { readonly id: string; readonly words: number; isInView: boolean; viewedMs: number; paidMs: number; isRead: boolean };

/** The result of a tick: blocks that now count as read, and the reader's position. */
export type TickResult = { readonly readIds: string[]; readonly positionId: string | null };

/**
 * Determines which blocks of a text were read. A block counts once it was visible and the visible blocks above it have had their time, at
 * 1,000 words a minute. Time without visible blocks isn't accumulated.
 */
export class TextReading {
  readonly #blocks: Block[] = [];

  /** Adds the next block of the text. */
  add(id: string, words: number): void {
    this.#blocks.push({ id, words, isInView: false, viewedMs: 0, paidMs: 0, isRead: false });
  }

  /** Sets whether a block is visible. */
  setInView(id: string, isInView: boolean): void {
    const block = this.#blocks.find((candidate) => candidate.id === id);
    if (block) block.isInView = isInView;
  }

  /** Advances the time while the page is visible. */
  pass(elapsedMs: number): TickResult {
    let ms = Math.min(elapsedMs, maxTickMs);
    const readIds: string[] = [];
    let positionId: string | null = null;
    const inView = this.#blocks.filter(({ isInView }) => isInView);
    if (inView.length === 0) return { readIds, positionId };
    for (const block of inView) {
      const before = block.viewedMs;
      block.viewedMs += ms;
      if (before < positionAfterMs && block.viewedMs >= positionAfterMs) positionId = block.id;
    }
    for (const block of this.#blocks) {
      const isSeen = block.viewedMs >= minVisibleMs;
      if (block.isRead || (!isSeen && !block.isInView)) continue;
      const part = Math.min(ms, block.words * msPerWord - block.paidMs);
      block.paidMs += part;
      ms -= part;
      if (block.paidMs < block.words * msPerWord) break;
      if (!isSeen) continue;
      block.isRead = true;
      readIds.push(block.id);
    }
    return { readIds, positionId };
  }
}
