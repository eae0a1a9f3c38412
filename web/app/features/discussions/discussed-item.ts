import type { DiscussionTarget } from '../../shared/discussions/discussion.ts';
import type { AboutNode } from './discussion-documents.ts';

/** What discussions hang on, and the item that is part of. */
export type DiscussedItem = {
  target: DiscussionTarget;
  /** The course, the book, or what else stands above it. */
  item: string;
  itemPath: string | null;
};

/** Names what a discussion hangs on; null for one on nothing that the reader sees. */
export function discussedItem({ clip, lesson, article }: AboutNode): DiscussedItem | null {
  const around = clip?.course ?? clip?.book ?? lesson?.course ?? lesson?.book;
  const itemPath = around?.permalink ?? null;
  if (clip)
    return { target: { kind: 'clip', id: clip.id, title: clip.title, path: `/clips/${clip.id}` }, item: around?.title ?? 'Clip', itemPath };
  if (lesson) {
    return {
      target: { kind: 'lesson', id: lesson.id, title: lesson.title, path: lesson.permalink },
      item: around?.title ?? 'Lesson',
      itemPath,
    };
  }
  return (
    article && {
      target: { kind: 'article', id: article.id, title: article.title, path: article.permalink },
      item: 'Article',
      itemPath: null,
    }
  );
}
