import type { Feature } from '../../feature.ts';

/** Checks that exercises can be solved, in the sandbox of readers. What was found is read in SQL. */
export const exerciseChecks: Feature = {
  name: 'exercise-checks',
  start: async (ground) => (await import('./start-exercise-checks.ts')).startExerciseChecks(ground),
};
