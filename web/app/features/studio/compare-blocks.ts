import type { DocumentNode } from '@newline/document/document-node';

/** A top-level block of two texts beside each other: in both, only in the one before, or only in the one after. */
export type ComparedBlock = { readonly kind: 'same' | 'gone' | 'new'; readonly block: DocumentNode };

/** Beyond this many cells the middle is told as replaced whole: comparing would take longer than reading. */
const maxCells = 4_000_000;

/**
 * Tells block by block how one text became another. Blocks are the same when they say the same, whatever their ids; of a changed
 * block the old form stands before the new one.
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

/** The longest common run of blocks, by the table of its lengths. */
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

/** What a block says, without its ids and with its attributes in one order. */
function keyOf(block: DocumentNode): string {
  return JSON.stringify(block, (key, value: unknown) => {
    if (key === 'id' || key === 'uniqueId') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });
}
