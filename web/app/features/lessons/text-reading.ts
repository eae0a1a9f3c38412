/** Nobody reads faster than 1,000 words a minute: a word takes at least so many milliseconds. The database has the same rule (app_private.has_read_text). */
const msPerWord = 60;

/** A block that was on the screen for a shorter time has only passed by, as on the way to the comments. */
const seenAfterMs = 300;

/** After so long on the screen, a block is where the reader is. */
const placeAfterMs = 1_000;

/** A tick that comes later than this was late because the page slept. */
const longestTickMs = 1_000;

type Block = { readonly id: string; readonly words: number; isInView: boolean; viewedMs: number; paidMs: number; isRead: boolean };

/** What a moment on the page brought: blocks that count as read now, and the block where the reader is. */
export type ReadNow = { readonly readIds: string[]; readonly placeId: string | null };

/**
 * Decides which blocks of a text were read. A block counts when it was on the screen, and after the blocks above it that were on the screen
 * have had their time: a minute for 1,000 words. Time without such blocks is not saved up.
 */
export class TextReading {
  readonly #blocks: Block[] = [];

  /** Adds the next block of the text. */
  add(id: string, words: number): void {
    this.#blocks.push({ id, words, isInView: false, viewedMs: 0, paidMs: 0, isRead: false });
  }

  /** Says whether a block is on the screen now. */
  setInView(id: string, isInView: boolean): void {
    const block = this.#blocks.find((candidate) => candidate.id === id);
    if (block) block.isInView = isInView;
  }

  /** Lets time pass while the page is visible. */
  pass(elapsedMs: number): ReadNow {
    let ms = Math.min(elapsedMs, longestTickMs);
    const readIds: string[] = [];
    let placeId: string | null = null;
    const inView = this.#blocks.filter(({ isInView }) => isInView);
    if (inView.length === 0) return { readIds, placeId };
    for (const block of inView) {
      const before = block.viewedMs;
      block.viewedMs += ms;
      if (before < placeAfterMs && block.viewedMs >= placeAfterMs) placeId = block.id;
    }
    for (const block of this.#blocks) {
      const isSeen = block.viewedMs >= seenAfterMs;
      if (block.isRead || (!isSeen && !block.isInView)) continue;
      const part = Math.min(ms, block.words * msPerWord - block.paidMs);
      block.paidMs += part;
      ms -= part;
      if (block.paidMs < block.words * msPerWord) break;
      if (!isSeen) continue;
      block.isRead = true;
      readIds.push(block.id);
    }
    return { readIds, placeId };
  }
}
