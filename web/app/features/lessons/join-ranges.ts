/** The maximum number of ranges that are sent in one request. */
const maxRanges = 200;

/**
 * Merges ranges that touch or overlap. Ranges are pairs in one list: a first second and the second after the last.
 *
 * @example joinRanges([5, 8, 0, 5, 20, 21]) // [0, 8, 20, 21]
 */
export function joinRanges(pairs: readonly number[]): number[] {
  const ranges: [number, number][] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) ranges.push([pairs[at] ?? 0, pairs[at + 1] ?? 0]);
  const joined: [number, number][] = [];
  for (const [from, to] of ranges.filter(([from, to]) => to > from).toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined.slice(-maxRanges).flat();
}
