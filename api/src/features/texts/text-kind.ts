import type { AnnotatedItem } from '../annotations/move-anchors.ts';

/** Kinds of items that have a text written in the studio. */
export type TextKind = 'article' | 'lesson';

/** Returns the item that annotations of a text belong to. */
export function annotatedItem(kind: TextKind, id: string): AnnotatedItem {
  return kind === 'article' ? { articleId: id } : { lessonId: id };
}
