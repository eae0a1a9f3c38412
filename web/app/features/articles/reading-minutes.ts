/** The number of words that a careful reader reads per minute. */
const wordsPerMinute = 220;

/** Estimates the reading time in minutes, at least 1; null without a text. Code counts too, because it's read. */
export function readingMinutes(bodyDelta: string | null): number | null {
  if (bodyDelta === null) return null;
  let wordCount = 0;
  // The reviver visits every text of the document at any depth.
  JSON.parse(bodyDelta, (key, value: unknown) => {
    if (key === 'text' && typeof value === 'string') wordCount += value.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)?.length ?? 0;
    return value;
  });
  return Math.max(1, Math.round(wordCount / wordsPerMinute));
}
