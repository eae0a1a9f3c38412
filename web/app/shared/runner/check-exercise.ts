import type { RunFile } from './build-message.ts';
import type { Exercise } from './exercise.ts';
import { planTests } from './plan-run.ts';
import { startRun } from './run-session.ts';
import type { TestOutcome } from './sandbox/run-message.ts';

/** Runs the tests with the author's files, which must fail, and with the solution, which must pass. Returns what is wrong, or that nothing is. */
export async function checkExercise({ tests, solution }: Exercise, files: readonly RunFile[]): Promise<string> {
  if (solution === null || solution.files.length === 0) return 'There is no solution to check.';
  const failed = faultOf(await runTests(tests, solve(files, solution.files)));
  if (failed !== null) return `The solution doesn’t pass: ${failed}.`;
  if (faultOf(await runTests(tests, files)) === null) return 'The code to start from passes: there is nothing to solve.';
  return 'The solution passes, and the code to start from fails.';
}

/** Replaces the files that the solution has; without such a name, the one that isn't the seed of a database. */
export function solve(files: readonly RunFile[], solution: readonly RunFile[]): readonly RunFile[] {
  const textOf = (name: string) => solution.find((one) => one.name === name)?.text;
  if (files.some(({ name }) => textOf(name) !== undefined)) return files.map((file) => ({ ...file, text: textOf(file.name) ?? file.text }));
  const at = files.findIndex(({ name }) => name !== 'seed.sql');
  return files.map((file, index) => (index === at ? { ...file, text: solution[0]?.text ?? file.text } : file));
}

/** What failed; null if every test passed. */
function faultOf(outcomes: readonly TestOutcome[] | string): string | null {
  if (typeof outcomes === 'string') return outcomes;
  if (outcomes.length === 0) return 'no test ran';
  const names = outcomes.filter(({ isPassed }) => !isPassed).map(({ name }) => `“${name}”`);
  return names.length === 0 ? null : `${names.join(', ')} failed`;
}

/** Runs the tests in a sandbox of their own. Returns how they ended, or why they didn't. */
async function runTests(tests: RunFile, files: readonly RunFile[]): Promise<readonly TestOutcome[] | string> {
  const plan = await planTests(tests, files);
  if ('faults' in plan) return plan.faults[0]?.message ?? 'it couldn’t be built';
  const slot = document.createElement('div');
  slot.hidden = true;
  document.body.append(slot);
  const outcomes: TestOutcome[] = [];
  return new Promise((resolve) => {
    const stop = startRun(slot, { ...plan, title: 'A check' }, (event) => {
      if (event.kind === 'test') outcomes.push(event);
      if (event.kind !== 'done' && event.kind !== 'lost' && event.kind !== 'limit') return;
      stop();
      slot.remove();
      resolve(event.kind === 'done' ? outcomes : 'it was stopped');
    });
  });
}
