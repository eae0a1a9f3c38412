import type { ItemKind } from './item-documents.ts';

/** The names of what courses and books consist of. */
export const partNames: Readonly<Record<ItemKind, { readonly one: string; readonly many: string }>> = {
  course: { one: 'lesson', many: 'lessons' },
  book: { one: 'chapter', many: 'chapters' },
};

/** Formats 3900 cents as '39.00'. */
export function amountOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Parses '39' or '39.00' as 3900; null for an invalid amount. */
export function centsOf(amount: string): number | null {
  return /^\d{1,6}(?:\.\d{1,2})?$/.test(amount.trim()) ? Math.round(Number(amount) * 100) : null;
}
