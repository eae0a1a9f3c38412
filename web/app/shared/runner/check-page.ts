import type { ExerciseCheck } from '@newline/api/rules/exercise-check';
import { checkExercise } from './check-exercise.ts';
import { readExercise } from './read-exercise.ts';
import { readCodeSet } from './read-files.ts';

/**
 * The script of the page in which the server's browser checks exercises (api/src/features/exercise-checks). Its data is in the page: the
 * exercises as readers get them, and where their results go. Each is run in the sandbox of readers, one after the other.
 */
type CheckData = { readonly results: string; readonly exercises: readonly { readonly id: string; readonly html: string }[] };

const { results, exercises } = JSON.parse(document.querySelector('#exercises')?.textContent ?? '') as CheckData;

for (const { id, html } of exercises) await send({ id, ...(await check(html)) });
await send({ isOver: true });

async function check(html: string): Promise<ExerciseCheck> {
  // Parsed apart from the page: nothing in it is loaded or run.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const section = body.querySelector<HTMLElement>('.exercise');
  const start = section?.querySelector(':scope > figure.code > .code__bar[data-run]')?.parentElement;
  const parts = section ? readExercise(section) : null;
  if (!start || parts === null) return { verdict: 'NOT_CHECKED', reason: 'Tests in this language can’t be run.', failedTests: [] };
  return checkExercise(parts, readCodeSet(body, start).files);
}

async function send(result: object): Promise<void> {
  await fetch(results, { method: 'POST', body: JSON.stringify(result) });
}
