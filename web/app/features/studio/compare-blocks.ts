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
  const beforeKeys = before.map((block) => keyOf(block));
  const afterKeys = after.map((block) => keyOf(block));
  let start = 0;
  while (start < beforeKeys.length && start < afterKeys.length && beforeKeys[start] === afterKeys[start]) start += 1;
  let end = 0;
  while (
    end < beforeKeys.length - start &&
    end < afterKeys.length - start &&
    beforeKeys[beforeKeys.length - 1 - end] === afterKeys[afterKeys.length - 1 - end]
  )
    end += 1;
  const same = (blocks: readonly DocumentNode[]): ComparedBlock[] => blocks.map((block) => ({ kind: 'same', block }));
  return [
    ...same(after.slice(0, start)),
    ...compareMiddle(
      { blocks: before.slice(start, before.length - end), keys: beforeKeys.slice(start, beforeKeys.length - end) },
      { blocks: after.slice(start, after.length - end), keys: afterKeys.slice(start, afterKeys.length - end) },
    ),
    ...same(end === 0 ? [] : after.slice(-end)),
  ];
}

type Keyed = { readonly blocks: readonly DocumentNode[]; readonly keys: readonly string[] };

/** Finds the longest common subsequence of blocks, by dynamic programming. */
function compareMiddle(before: Keyed, after: Keyed): ComparedBlock[] {
  const rows = before.keys.length;
  const columns = after.keys.length;
  const removed = before.blocks.map((block): ComparedBlock => ({ kind: 'gone', block }));
  const added = after.blocks.map((block): ComparedBlock => ({ kind: 'new', block }));
  if (rows * columns > maxCells) return [...removed, ...added];
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
    const [removedBlock, afterKeys] = [removed[row], added[column]];
    if (removedBlock && afterKeys && before.keys[row] === after.keys[column]) {
      compared.push({ kind: 'same', block: afterKeys.block });
      row += 1;
      column += 1;
    } else if (removedBlock && (!afterKeys || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      compared.push(removedBlock);
      row += 1;
    } else if (afterKeys) {
      compared.push(afterKeys);
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
