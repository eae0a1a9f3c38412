import type { AnnotatedItem } from '../annotations/move-anchors.ts';

/** Kinds of items that have a text written in the studio. */
export type TextKind = 'article' | 'lesson';

/** Kinds of texts with drafts and a history: those of the studio, and the pages of the owner. */
export type DraftedKind = TextKind | 'page';

/** Returns the item that annotations of a text belong to; null for a page, which has none. */
export function annotatedItem(kind: DraftedKind, id: string): AnnotatedItem | null {
  if (kind === 'page') return null;
  return kind === 'article' ? { articleId: id } : { lessonId: id };
}
