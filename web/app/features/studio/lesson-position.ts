import type { StudioItem, StudioLesson } from './lesson-documents.ts';

/** The position of a lesson: its course or book, its neighbors, and its readers. */
export type LessonPosition = {
  readonly word: 'lesson' | 'chapter';
  readonly title: 'Lesson' | 'Chapter';
  readonly item: StudioItem;
  readonly itemWord: 'course' | 'book';
  readonly itemTitle: 'Course' | 'Book';
  /** The page with the outline of its course or book. */
  readonly outlinePath: string;
  /** True when its course or book is published, so that the text has to be published. */
  readonly isLive: boolean;
  readonly before: { id: string; title: string } | null;
  readonly after: { id: string; title: string } | null;
  /** A description of who can read all of it. */
  readonly readers: string;
};

/** Determines the position of a lesson. Throws when it has neither a course nor a book. */
export function positionOf(lesson: StudioLesson): LessonPosition {
  const { course, book, isFree, isAdvancedPackageLesson } = lesson;
  const item = course ?? book;
  if (!item) throw new Error('placeOf: expected a lesson of a course or a book');
  const lessons = item.entries.nodes.flatMap((entry) => (entry.lesson ? [entry.lesson] : []));
  const at = lessons.findIndex(({ id }) => id === lesson.id);
  const isOpen = (course?.isFree ?? book?.isForSale === false) || isFree;
  const isBought = (course?.isMasterclass ?? false) || item.isBootcamp || item.isLiveWorkshop;
  const names = course
    ? ({ word: 'lesson', title: 'Lesson', itemWord: 'course', itemTitle: 'Course' } as const)
    : ({ word: 'chapter', title: 'Chapter', itemWord: 'book', itemTitle: 'Book' } as const);
  return {
    ...names,
    item,
    outlinePath: `/studio/${names.itemWord}s/${item.id}`,
    isLive: item.isPublished,
    before: lessons[at - 1] ?? null,
    after: at < 0 ? null : (lessons[at + 1] ?? null),
    readers: isOpen && !isAdvancedPackageLesson ? 'Everyone' : isBought ? 'Buyers' : 'Pro members and buyers',
  };
}
