import { formatHours } from '../../shared/format-hours.ts';
import type { LessonFacts, OwnLesson } from './lesson-facts.ts';

/** What the outline says about the reader's progress. */
export type OutlineProgress = {
  completed: ReadonlySet<string>;
  label: string;
  count: string /** Empty if nothing is left. */;
  left: string;
};

/** Returns the progress in the outline; whether this lesson is done can have changed on the page. */
export function outlineProgress(lesson: Pick<LessonFacts, 'id' | 'kind' | 'parts'>, isDone: boolean): OutlineProgress {
  const lines = lesson.parts.flatMap((part) => part.lines);
  const completed = new Set(lines.filter((line) => line.isCompleted).map(({ id }) => id));
  if (isDone) completed.add(lesson.id);
  else completed.delete(lesson.id);
  const counted = lines.filter(({ number }) => number !== null);
  const completedCount = counted.filter(({ id }) => completed.has(id)).length;
  const seconds = counted.reduce((sum, { id, videoSeconds }) => sum + (completed.has(id) ? 0 : (videoSeconds ?? 0)), 0);
  return {
    completed,
    label: `${completedCount} of ${counted.length} ${lesson.kind}s done`,
    count: `${completedCount} of ${counted.length} done`,
    left: seconds > 0 ? `${formatHours(seconds)} left` : '',
  };
}

/** Returns the page of a copy with what belongs to its reader. */
export function withOwn(copy: LessonFacts, own: OwnLesson, userId: string): LessonFacts {
  const completed = new Set(own.completedLessonIds);
  const parts = copy.parts.map((part) => ({
    ...part,
    lines: part.lines.map((line) => ({ ...line, isCompleted: completed.has(line.id) })),
  }));
  const line = copy.line && { ...copy.line, isCompleted: completed.has(copy.line.id) };
  return { ...copy, parts, line, userId, progress: own.progress };
}
