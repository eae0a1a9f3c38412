import { findChromium } from '../book-export/find-chromium.ts';
import type { ExerciseChecker } from './check-exercises.ts';
import { type CheckLimits, checkWithChromium } from './check-with-chromium.ts';
import { findRunner } from './find-runner.ts';

/**
 * Creates the checker of this machine, which needs Chromium and the built pages.
 *
 * @param builtPages the folder of the build; null during development
 */
export async function createExerciseChecker({
  builtPages,
  chromium = findChromium(),
  limits,
}: {
  readonly builtPages: string | null;
  /** The path of Chromium; null without it. Found automatically by default. */
  readonly chromium?: string | null;
  readonly limits?: Partial<CheckLimits>;
}): Promise<ExerciseChecker> {
  const runner = await findRunner(builtPages);
  if (chromium === null || runner === null) {
    const obstacle = chromium === null ? 'Chromium isn’t installed on this machine.' : 'The pages of this site haven’t been built.';
    return { release: null, obstacle, check: () => Promise.reject(new Error(obstacle)) };
  }
  return {
    release: runner.release,
    obstacle: null,
    check: (exercises, onResult, signal) => checkWithChromium(exercises, onResult, { chromium, runner, signal, ...(limits && { limits }) }),
  };
}
