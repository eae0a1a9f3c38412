import { createHash } from 'node:crypto';

/**
 * Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), seeded by a text, so that reading the same text twice gives the same
 * IDs (mulberry32). Not for anything that must be unpredictable.
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
