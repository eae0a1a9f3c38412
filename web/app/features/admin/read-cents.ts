/**
 * Parses a price as whole cents. An invalid price is 0, which the API refuses.
 *
 * @example readCents('29,5') // 2950
 */
export function readCents(text: string): number {
  const [, whole = '', part = ''] = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? [];
  return whole === '' ? 0 : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
