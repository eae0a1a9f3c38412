import type { ItemKind } from './item-documents.ts';

/** The names of what courses and books consist of. */
export const partNames: Readonly<Record<ItemKind, { readonly one: string; readonly many: string }>> = {
  course: { one: 'lesson', many: 'lessons' },
  book: { one: 'chapter', many: 'chapters' },
};
