import { createHash } from 'node:crypto';

/**
 * Numbers from 0 (inclusive) to 1 (exclusive) that follow from a text, so that the same text, read twice, gets the same ids
 * (mulberry32). Not for anything that nobody may foresee.
 */
export function seededRandom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
