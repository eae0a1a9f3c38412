import type { TaskList } from 'graphile-worker';

/** Name of the job that reads and writes imports. */
export const runImportsTask = 'run_imports';

const tidyTask = 'tidy_imports';

/** Schedules of the jobs: they find imports whose process was killed and those due for a retry, and delete old archives. */
export const importCron = [
  { task: runImportsTask, match: '* * * * *', identifier: runImportsTask },
  { task: tidyTask, match: '*/10 * * * *', identifier: tidyTask },
];

/** Returns the jobs of imports. Writing one may take minutes. */
export function importTasks(imports: { work(signal: AbortSignal): Promise<void>; tidy(): Promise<void> }, signal: AbortSignal): TaskList {
  return { [runImportsTask]: () => imports.work(signal), [tidyTask]: () => imports.tidy() };
}
