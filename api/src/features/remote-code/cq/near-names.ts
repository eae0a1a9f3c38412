const maxCandidates = 20_000;

/** Returns up to three candidates that are similar to a name, the nearest first. Takes linear time in their number. */
export function nearNames(name: string, candidates: Iterable<string>): readonly string[] {
  const limit = name.length <= 4 ? 1 : name.length <= 8 ? 2 : 3;
  const lower = name.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  let count = 0;
  for (const candidate of candidates) {
    if ((count += 1) > maxCandidates) break;
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const distance = distanceOf(lower, candidate.toLowerCase());
    if (distance <= limit) near.push({ name: candidate, distance });
  }
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Returns the edit distance: the number of characters to change, add, remove or swap with their neighbor. */
function distanceOf(a: string, b: string): number {
  let rowBefore: number[] = [];
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const currentRow = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previousRow[column] ?? 0) + 1,
        (currentRow[column - 1] ?? 0) + 1,
        (previousRow[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (rowBefore[column - 2] ?? 0) + 1);
      }
      currentRow.push(cost);
    }
    rowBefore = previousRow;
    previousRow = currentRow;
  }
  return previousRow[b.length] ?? 0;
}
