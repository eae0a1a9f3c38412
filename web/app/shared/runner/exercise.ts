import { storageOwner } from '../browser-storage.ts';
import { requestDocument } from '../request-document.ts';
import type { ExerciseQuery } from '../../../.documents/graphql.ts';
import { ExerciseDocument, RecordAttemptDocument } from './exercise-documents.ts';
import { type ExerciseParts, readExercise } from './read-exercise.ts';

/** The exercise that a program solves, and its place in a lesson, where results are kept. */
export type Exercise = ExerciseParts & {
  readonly lessonId: string | null;
  readonly id: string;
};

/** How a run of the tests ended. */
export type Attempt = { readonly isPassed: boolean; readonly failedTests: string[] };

/** Returns the exercise around a block; null if there is none, or its tests can't be run. */
export function findExercise(text: HTMLElement, pressed: HTMLElement): Exercise | null {
  const section = pressed.parentElement;
  const parts = section?.matches('.exercise') === true ? readExercise(section) : null;
  if (section === null || parts === null) return null;
  const [kind, lessonId = ''] = (text.dataset['part'] ?? '').split(':');
  const holder = section.parentElement?.matches('.b') === true ? section.parentElement.id.replace(/^b-/u, '') : '';
  const isRecorded = kind === 'lesson' && holder !== '' && storageOwner() !== undefined && storageOwner() !== 'visitor';
  return { ...parts, lessonId: isRecorded ? lessonId : null, id: holder };
}

/** Earlier attempts as sentences, and whether the user is its author. */
export type Results = { readonly sentences: readonly string[]; readonly isAuthor: boolean };

/** Returns what is known about earlier attempts. */
export async function describeResults({ lessonId, id }: Exercise): Promise<Results> {
  if (lessonId === null) return { sentences: [], isAuthor: false };
  const { exerciseResult, exerciseTotals } = await requestDocument(ExerciseDocument, { lessonId, exercise: id });
  const sentences = [
    ...(exerciseResult?.passedAt == null ? [] : ['You passed this exercise.']),
    ...(exerciseTotals == null ? [] : describeTotals(exerciseTotals)),
  ];
  return { sentences, isAuthor: exerciseTotals != null };
}

type Totals = NonNullable<ExerciseQuery['exerciseTotals']>;

/** Says to an author how learners did. */
export function describeTotals({ tried, passed, ...totals }: Totals): readonly string[] {
  if (tried === 0 || tried === null) return ['No learner has tried it yet.'];
  const { passedAtFirst, passedAtSecond, passedAtThird, hardestTest, hardestTestFailed } = totals;
  const later = (passed ?? 0) - (passedAtFirst ?? 0) - (passedAtSecond ?? 0) - (passedAtThird ?? 0);
  const tries = [
    [passedAtFirst, 'at the first try'],
    [passedAtSecond, 'at the second'],
    [passedAtThird, 'at the third'],
    [later, 'later'],
  ] as const;
  const shown = tries.filter(([count]) => (count ?? 0) > 0).map(([count, words]) => `${count} ${words}`);
  return [
    `${passed} of ${tried} learners who tried it passed${shown.length > 0 ? `: ${shown.join(', ')}` : ''}.`,
    ...(hardestTest == null ? [] : [`“${hardestTest}” failed most: for ${hardestTestFailed} of them.`]),
  ];
}

/** Resolves when the last attempt was sent. */
let sending: Promise<unknown> = Promise.resolve();

/** Records an attempt after the ones before it, because their order counts, and returns what it means. */
export async function recordAttempt({ lessonId, id }: Exercise, { isPassed, failedTests }: Attempt): Promise<string> {
  if (lessonId === null) return '';
  const before = sending;
  const { promise, resolve } = Promise.withResolvers<void>();
  sending = promise;
  await before;
  try {
    const { recordAttempt: answer } = await requestDocument(RecordAttemptDocument, { lessonId, exercise: id, isPassed, failedTests });
    if (!isPassed) return '';
    return answer?.exerciseResult?.lesson?.progress?.isCompleted === true ? 'This lesson is done.' : 'It counts toward this lesson.';
  } catch (error) {
    console.warn('The result couldn’t be kept:', error);
    return 'The result couldn’t be kept. Check your connection, and run the tests again.';
  } finally {
    resolve();
  }
}
