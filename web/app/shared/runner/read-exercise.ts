import type { RunFile } from './build-message.ts';
import { readFile } from './read-files.ts';

/** The parts of an exercise that are run: its tests, and its solution with its place on the page. */
export type ExerciseParts = {
  readonly tests: RunFile;
  readonly solution: { readonly part: HTMLDetailsElement; readonly files: readonly RunFile[] } | null;
};

/** Tests have no page. */
const testable: ReadonlySet<RunFile['language']> = new Set(['javascript', 'typescript', 'python', 'sql']);

/** Reads the tests and the solution of an exercise; null if it has no tests that can be run. */
export function readExercise(section: HTMLElement): ExerciseParts | null {
  const block = section.querySelector<HTMLElement>(':scope > .part--tests > figure.code');
  if (block === null) return null;
  const tests = readFile(block);
  if (!testable.has(tests.language)) return null;
  const part = section.querySelector<HTMLDetailsElement>(':scope > .part--solution');
  const solution = part && { part, files: [...part.querySelectorAll<HTMLElement>(':scope > figure.code')].map((one) => readFile(one)) };
  return { tests: { ...tests, name: `tests of ${tests.name}` }, solution };
}
