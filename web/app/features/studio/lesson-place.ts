import type { StudioItem, StudioLesson } from './lesson-documents.ts';

/** Where a lesson stands: in which course or book, between which others, and before whom. */
export type LessonPlace = {
  readonly word: 'lesson' | 'chapter';
  readonly title: 'Lesson' | 'Chapter';
  readonly item: StudioItem;
  readonly itemWord: 'course' | 'book';
  readonly itemTitle: 'Course' | 'Book';
  /** Where its course or book is arranged. */
  readonly outlinePath: string;
  /** True when its course or book is published: readers get the text by publishing it. */
  readonly isLive: boolean;
  readonly before: { id: string; title: string } | null;
  readonly after: { id: string; title: string } | null;
  /** Who reads all of it, in words. */
  readonly readers: string;
};

/** Works the place out. Throws when the lesson has neither a course nor a book. */
export function placeOf(lesson: StudioLesson): LessonPlace {
  const { course, book, isFree, isAdvancedPackageLesson } = lesson;
  const item = course ?? book;
  if (!item) throw new Error('placeOf: expected a lesson of a course or a book');
  const lessons = item.places.nodes.flatMap((place) => (place.lesson ? [place.lesson] : []));
  const at = lessons.findIndex(({ id }) => id === lesson.id);
  const isOpen = (course?.isFree ?? book?.isForSale === false) || isFree;
  const isBought = (course?.isMasterclass ?? false) || item.isBootcamp || item.isLiveWorkshop;
  const words = course
    ? ({ word: 'lesson', title: 'Lesson', itemWord: 'course', itemTitle: 'Course' } as const)
    : ({ word: 'chapter', title: 'Chapter', itemWord: 'book', itemTitle: 'Book' } as const);
  return {
    ...words,
    item,
    outlinePath: `/studio/${words.itemWord}s/${item.id}`,
    isLive: item.isPublished,
    before: lessons[at - 1] ?? null,
    after: at < 0 ? null : (lessons[at + 1] ?? null),
    readers: isOpen && !isAdvancedPackageLesson ? 'Everyone' : isBought ? 'Buyers' : 'Pro members and buyers',
  };
}
