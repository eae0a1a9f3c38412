/** A record without a prototype: asking it for `constructor` finds nothing. */
export function emptyRecord<Value>(): Record<string, Value> {
  const record: Record<string, Value> = {};
  Object.setPrototypeOf(record, null);
  return record;
}
