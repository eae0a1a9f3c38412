import type { LearningPathItemInput } from '../../../.documents/graphql.ts';
import type { Candidate, StudioStep } from './studio-path-documents.ts';

/** A step as the editor shows it. */
export type EditedStep = {
  kind: 'course' | 'book' | 'article' | 'clip';
  /** The ID of the course, book, article or clip; a path has each once. */
  itemId: string;
  /** Null if the author can't see it anymore. */
  title: string | null;
  /** The course or book of a clip. */
  context: string | null;
  /** False if learners don't see the step. */
  isShown: boolean;
  reason: string | null;
};

/** The label of each kind of step. */
export const stepKinds: Readonly<Record<EditedStep['kind'], string>> = { course: 'Course', book: 'Book', article: 'Article', clip: 'Clip' };

type Ids = Pick<StudioStep, 'courseId' | 'bookId' | 'articleId' | 'clipId'>;

/** Converts a step that the API returned. */
export function editedStepOf(step: StudioStep): EditedStep {
  const { course, book, article, clip, isShown, reason } = step;
  return {
    ...itemOf(step),
    title: (course ?? book ?? article ?? clip)?.title ?? null,
    context: (clip?.course ?? clip?.book)?.title ?? null,
    isShown,
    reason,
  };
}

/** Converts something that was found, to add it. */
export function addedStepOf(candidate: Candidate): EditedStep {
  const { title, context, isShown } = candidate;
  return { ...itemOf(candidate), title, context, isShown: isShown === true, reason: null };
}

/** Converts a step for the API. */
export function stepInputOf({ kind, itemId, reason }: EditedStep): LearningPathItemInput {
  return { [`${kind}Id`]: itemId, reason };
}

/** Returns the title of a step, or what it is. */
export function nameOf({ title, kind }: EditedStep): string {
  return title ?? `A ${kind} that isn’t available`;
}

/** Returns the steps with one of them moved to another position, from 0. */
export function withStepAt(steps: readonly EditedStep[], itemId: string, position: number): EditedStep[] {
  const step = steps.find((one) => one.itemId === itemId);
  if (!step) return [...steps];
  return steps.filter((one) => one.itemId !== itemId).toSpliced(position, 0, step);
}

function itemOf({ courseId, bookId, articleId, clipId }: Ids): Pick<EditedStep, 'kind' | 'itemId'> {
  if (courseId !== null) return { kind: 'course', itemId: courseId };
  if (bookId !== null) return { kind: 'book', itemId: bookId };
  if (articleId !== null) return { kind: 'article', itemId: articleId };
  return { kind: 'clip', itemId: clipId ?? '' };
}
