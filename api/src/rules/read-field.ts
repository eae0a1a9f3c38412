/** Returns a field of a value from outside; undefined if it isn't an object, or has no such field. */
export function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
