/**
 * Whether a text has the form of a row's id, a UUID in lower or upper case. Anything else can't match a row, so the database needn't be
 * queried.
 */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
