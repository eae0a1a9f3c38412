import { useMemo } from 'react';
import { useOwn } from '../../shared/own/use-own.ts';
import type { LessonFacts, OwnLesson } from './lesson-facts.ts';
import { withOwn } from './outline-progress.ts';

/** Returns the page with what belongs to its reader, which comes beside a copy; during hydration, the copy. */
export function useOwnLesson(lesson: LessonFacts): LessonFacts {
  const own = useOwn();
  return useMemo(() => {
    const ownLesson = own?.['lesson'] as OwnLesson | undefined;
    return lesson.isCopy && own !== null && ownLesson?.id === lesson.id ? withOwn(lesson, ownLesson, own.viewer.id) : lesson;
  }, [lesson, own]);
}
