/**
 * Returns a generator of numbers from 0 to 1 that only depends on the text (xmur3 and mulberry32), so that a title always has the same
 * cover.
 */
export function coverRandom(text: string): () => number {
  let h = 1779033703 ^ text.length;
  for (const character of text) {
    h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
