const keys = new WeakMap<object, number>();
let next = 0;

/** Returns the React key of a row of a form, which stays while the row is edited and moved. */
export function rowKey(row: object): number {
  const existing = keys.get(row);
  if (existing !== undefined) return existing;
  next += 1;
  keys.set(row, next);
  return next;
}

/** Returns a row with other values and the same key. */
export function changedRow<Row extends object>(row: Row, part: Partial<Row>): Row {
  const changed = { ...row, ...part };
  keys.set(changed, rowKey(row));
  return changed;
}
