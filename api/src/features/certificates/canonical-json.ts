/** A JSON value without numbers that aren't whole. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/**
 * Returns a value as canonical JSON (RFC 8785): without spaces, and with the names of each object in the order of their UTF-16 code units.
 * Two programs that hash the same value get the same hash. JSON.stringify already writes strings and numbers as the RFC requires.
 */
export function canonicalJson(value: JsonValue): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`)
    .join(',')}}`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
