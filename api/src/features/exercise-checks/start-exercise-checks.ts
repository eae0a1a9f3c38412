import { z } from 'zod';
import type { Ground, Running } from '../../feature.ts';
import { checkExercises, checkExercisesCron, checkExercisesTask } from './check-exercises.ts';
import { createExerciseChecker } from './create-checker.ts';

/** How long a text must be left alone before its exercises are checked, in milliseconds: it's saved while its author types. */
const restMs = 2_000;

const payloadSchema = z.object({ text: z.uuid().optional() });

/** Starts checking exercises: after a text was saved, and every ten minutes, in case that was missed. */
export function startExerciseChecks({ pools, jobs, tags, log, signal, builtPages }: Ground): Running {
  // Looked for with the first check, which most processes never do.
  let checker: ReturnType<typeof createExerciseChecker> | null = null;
  const stopListening = tags.onExercises((text) => {
    jobs
      .add(checkExercisesTask, { text }, { key: `${checkExercisesTask} ${text}`, afterMs: restMs })
      .catch((error: unknown) => log.warn({ err: error, text }, 'exercises: no job, the schedule will check them'));
  });
  return {
    tasks: () => ({
      async [checkExercisesTask](payload) {
        const { text = null } = payloadSchema.parse(payload ?? {});
        checker ??= createExerciseChecker({ builtPages });
        await checkExercises({ pool: pools.worker, checker: await checker, log, signal, text });
      },
    }),
    ownRunners: [checkExercisesTask],
    cron: [checkExercisesCron],
    close: stopListening,
  };
}
