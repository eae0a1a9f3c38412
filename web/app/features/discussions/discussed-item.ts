import type { DiscussionTarget } from '../../shared/discussions/discussion.ts';
import type { AboutNode } from './discussion-documents.ts';

/** What discussions are attached to, and the item that it belongs to. */
export type DiscussedItem = {
  target: DiscussionTarget;
  /** The title of the course, the book, or another heading. */
  item: string;
  itemPath: string | null;
};

/** Returns what a discussion is attached to; null when the reader can't see it. */
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
