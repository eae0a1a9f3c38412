import type { ExerciseCheck } from '@newline/api/rules/exercise-check';

/** An exercise of a text, and what its last check found. It waits for its check while `checkedAt` is null. */
export type CheckedExercise = ExerciseCheck & {
  readonly id: string;
  /** The ID of its block. */
  readonly exercise: string;
  readonly position: number;
  readonly checkedAt: string | null;
  /** The lesson or chapter, for the exercises of a title. */
  readonly lesson?: { readonly id: string; readonly title: string } | null;
};
