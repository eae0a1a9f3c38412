import type { ExerciseCheck } from '@newline/api/rules/exercise-check';
import { runLimits } from '@newline/api/rules/limits/run';
import type { RunFile } from './build-message.ts';
import { planTests } from './plan-run.ts';
import type { ExerciseParts } from './read-exercise.ts';
import { startRun, type RunEvent } from './run-session.ts';

/**
 * How the tests ended. `isUnknown` says that another machine could come to another result: there wasn't enough time, or something couldn't
 * be loaded. `fault` is a sentence if the tests didn't run to their end, or none ran.
 */
type Run = { readonly failedTests: readonly string[]; readonly fault: string | null; readonly isUnknown: boolean };

/** Runs the tests with the solution, which must pass, and with the author's files, which must fail. */
export async function checkExercise({ tests, solution }: ExerciseParts, files: readonly RunFile[]): Promise<ExerciseCheck> {
  const hasSolution = solution !== null && solution.files.length > 0;
  if (hasSolution) {
    const { failedTests, fault, isUnknown } = await runTests(tests, solve(files, solution.files), 'The solution');
    if (isUnknown) return notChecked(fault);
    if (fault !== null || failedTests.length > 0) return { verdict: 'SOLUTION_FAILS', reason: fault, failedTests };
  }
  const start = await runTests(tests, files, 'The code to start from');
  if (start.isUnknown) return notChecked(start.fault);
  if (start.fault === null && start.failedTests.length === 0) return { verdict: 'STARTER_PASSES', reason: null, failedTests: [] };
  return hasSolution ? { verdict: 'PASSES', reason: null, failedTests: [] } : notChecked('It has no solution.');
}

function notChecked(reason: string | null): ExerciseCheck {
  return { verdict: 'NOT_CHECKED', reason: reason ?? 'Nobody knows why.', failedTests: [] };
}

/** Replaces the files that the solution has; without such a name, the one that isn't the seed of a database. */
export function solve(files: readonly RunFile[], solution: readonly RunFile[]): readonly RunFile[] {
  const textOf = (name: string) => solution.find((one) => one.name === name)?.text;
  if (files.some(({ name }) => textOf(name) !== undefined)) return files.map((file) => ({ ...file, text: textOf(file.name) ?? file.text }));
  const at = files.findIndex(({ name }) => name !== 'seed.sql');
  return files.map((file, index) => (index === at ? { ...file, text: solution[0]?.text ?? file.text } : file));
}

/** Runs the tests in a sandbox of their own. */
async function runTests(tests: RunFile, files: readonly RunFile[], what: string): Promise<Run> {
  const plan = await planTests(tests, files);
  if ('faults' in plan) {
    const [{ file, line, message, isOutside = false } = { file: '', line: null, message: 'It couldn’t be built.' }] = plan.faults;
    const position = [file, line === null ? '' : `line ${line}`].filter(Boolean).join(', ');
    return { failedTests: [], fault: position === '' ? message : `${position}: ${message}`, isUnknown: isOutside };
  }
  const slot = document.createElement('div');
  slot.hidden = true;
  document.body.append(slot);
  const failedTests: string[] = [];
  let testCount = 0;
  let firstError: string | null = null;
  return new Promise((resolve) => {
    const stop = startRun(slot, { page: plan.page, planning: Promise.resolve(plan), title: 'A check' }, (event) => {
      if (event.kind === 'line' && event.level === 'error') firstError ??= event.text;
      if (event.kind === 'test') {
        testCount += 1;
        if (!event.isPassed) failedTests.push(event.name);
      }
      if (event.kind !== 'done' && event.kind !== 'lost' && event.kind !== 'limit') return;
      stop();
      slot.remove();
      const stopped = stopOf(event, what);
      if (stopped !== null) resolve({ failedTests: [], ...stopped });
      else resolve({ failedTests, fault: testCount === 0 ? `No test ran. ${firstError ?? ''}`.trim() : null, isUnknown: false });
    });
  });
}

/** Returns what stopped a run; null if it ended. Steps and lines are counted, so they are the same on every machine; time isn't. */
function stopOf(event: RunEvent, what: string): Omit<Run, 'failedTests'> | null {
  if (event.kind === 'lost') return { fault: `${what} stopped answering.`, isUnknown: true };
  if (event.kind !== 'limit') return null;
  if (event.limit === 'seconds') return { fault: `${what} didn’t end within ${runLimits.endMs / 1000} seconds.`, isUnknown: true };
  const count =
    event.limit === 'steps' ? `${runLimits.steps / 1_000_000} million steps` : `${runLimits.lines.toLocaleString('en')} lines of output`;
  return { fault: `${what} was stopped after ${count}.`, isUnknown: false };
}
