import type { DocumentNode } from '@newline/document/document-node';

/** A top-level block in a comparison of two texts: in both, only in the earlier, or only in the later one. */
export type ComparedBlock = { readonly kind: 'same' | 'gone' | 'new'; readonly block: DocumentNode };

/** Above this size, the middle is shown as replaced, because comparing it would take too long. */
const maxCells = 4_000_000;

/**
 * Compares two texts block by block. Blocks with the same content are equal, whatever their IDs; the old form of a changed block precedes
 * the new one.
 */
export function compareBlocks(before: readonly DocumentNode[], after: readonly DocumentNode[]): ComparedBlock[] {
  const old = before.map((block) => keyOf(block));
  const now = after.map((block) => keyOf(block));
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const same = (blocks: readonly DocumentNode[]): ComparedBlock[] => blocks.map((block) => ({ kind: 'same', block }));
  return [
    ...same(after.slice(0, start)),
    ...compareMiddle(
      { blocks: before.slice(start, before.length - end), keys: old.slice(start, old.length - end) },
      { blocks: after.slice(start, after.length - end), keys: now.slice(start, now.length - end) },
    ),
    ...same(end === 0 ? [] : after.slice(-end)),
  ];
}

type Keyed = { readonly blocks: readonly DocumentNode[]; readonly keys: readonly string[] };

/** Finds the longest common subsequence of blocks, by dynamic programming. */
function compareMiddle(before: Keyed, after: Keyed): ComparedBlock[] {
  const rows = before.keys.length;
  const columns = after.keys.length;
  const gone = before.blocks.map((block): ComparedBlock => ({ kind: 'gone', block }));
  const fresh = after.blocks.map((block): ComparedBlock => ({ kind: 'new', block }));
  if (rows * columns > maxCells) return [...gone, ...fresh];
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before.keys[row] === after.keys[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const compared: ComparedBlock[] = [];
  let row = 0;
  let column = 0;
  while (row < rows || column < columns) {
    const [old, now] = [gone[row], fresh[column]];
    if (old && now && before.keys[row] === after.keys[column]) {
      compared.push({ kind: 'same', block: now.block });
      row += 1;
      column += 1;
    } else if (old && (!now || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      compared.push(old);
      row += 1;
    } else if (now) {
      compared.push(now);
      column += 1;
    }
  }
  return compared;
}

/** Returns a block's content as a key, without IDs and with sorted attributes. */
function keyOf(block: DocumentNode): string {
  return JSON.stringify(block, (key, value: unknown) => {
    if (key === 'id' || key === 'uniqueId') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
