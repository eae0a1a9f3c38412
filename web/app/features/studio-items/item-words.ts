import type { ItemKind } from './item-documents.ts';

/** What a course and a book are made of. */
export const partWords: Readonly<Record<ItemKind, { readonly one: string; readonly many: string }>> = {
  course: { one: 'lesson', many: 'lessons' },
  book: { one: 'chapter', many: 'chapters' },
};

/** '39.00' of 3900 cents. */
export function amountOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** 3900 of '39' or '39.00'; null of what is no amount. */
export function centsOf(amount: string): number | null {
  return /^\d{1,6}(?:\.\d{1,2})?$/.test(amount.trim()) ? Math.round(Number(amount) * 100) : null;
}
