const maxCandidates = 20_000;

/** Up to three of the candidates that look like what was asked for, the nearest first. Linear in their number. */
export function nearNames(wanted: string, candidates: Iterable<string>): readonly string[] {
  const limit = wanted.length <= 4 ? 1 : wanted.length <= 8 ? 2 : 3;
  const lower = wanted.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  let seen = 0;
  for (const name of candidates) {
    if ((seen += 1) > maxCandidates) break;
    if (name === wanted || Math.abs(name.length - wanted.length) > limit) continue;
    const distance = distanceOf(lower, name.toLowerCase());
    if (distance <= limit) near.push({ name, distance });
  }
  return near
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** How many letters are to be changed, added, taken away or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
