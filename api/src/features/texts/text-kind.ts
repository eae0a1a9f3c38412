import type { AnnotatedItem } from '../annotations/move-anchors.ts';

/** What has a text of its own that is written in the studio. */
export type TextKind = 'article' | 'lesson';

/** Annotations are on a lesson or on an article. */
export function annotatedItem(kind: TextKind, id: string): AnnotatedItem {
  return kind === 'article' ? { articleId: id } : { lessonId: id };
}
