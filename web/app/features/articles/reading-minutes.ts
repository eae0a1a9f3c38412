/** Words of prose that a careful reader reads in a minute. */
const wordsPerMinute = 220;

/** Minutes that a text takes to read, at least 1; null without a text. Code counts, too: it is read. */
export function readingMinutes(bodyDelta: string | null): number | null {
  if (bodyDelta === null) return null;
  let words = 0;
  // The reviver meets every text of the document, however deep it stands.
  JSON.parse(bodyDelta, (key, value: unknown) => {
    if (key === 'text' && typeof value === 'string') words += value.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)?.length ?? 0;
    return value;
  });
  return Math.max(1, Math.round(words / wordsPerMinute));
}
