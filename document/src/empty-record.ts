/** Creates a record without a prototype, so that `constructor` is undefined in it. */
export function emptyRecord<Value>(): Record<string, Value> {
  const record: Record<string, Value> = {};
  Object.setPrototypeOf(record, null);
  return record;
}
