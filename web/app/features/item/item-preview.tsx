import type { ItemFacts } from './item-facts.ts';
import { ItemPageAs } from './item-page.tsx';
import { linesOf } from './lines-of.ts';
import type { OwnItemState } from './use-own-item.ts';

/** The page of a course or book for a reader who hasn't started it; the facts contain what is open to them. */
export function ItemPreview({ item, isMember }: { item: ItemFacts; isMember: boolean }) {
  const openLessonIds = linesOf(item).flatMap(({ id, isOpen }) => (isOpen ? [id] : []));
  const state: OwnItemState = {
    own: isMember ? { repositoryPass: null, progress: { ...nothingDone, openLessonIds } } : null,
    boughtAt: null,
    isMember,
    isKnown: true,
    enroll: null,
  };
  return <ItemPageAs item={item} state={state} />;
}

const nothingDone = {
  isEnrolled: false,
  completedLessonIds: [],
  watchedLessons: 0,
  readLessons: 0,
  markedLessons: 0,
  isBegun: false,
  nextLessonId: null,
  nextPositionSeconds: null,
};
