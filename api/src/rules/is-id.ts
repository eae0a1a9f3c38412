/** True for the form of a row's id, a UUID, in small or capital letters. Anything else names no row, and the database is not asked. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
