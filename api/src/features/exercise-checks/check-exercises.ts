import type { DocumentNode } from '@newline/document/document-node';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { ExerciseCheck } from '../../rules/exercise-check.ts';
import type { CheckedExercise } from './exercise-html.ts';

/** Name of the job that checks exercises. */
export const checkExercisesTask = 'check_exercises';

/** Every ten minutes: exercises that were never checked, or by another release of the runner. */
export const checkExercisesCron = { task: checkExercisesTask, match: '*/10 * * * *', identifier: checkExercisesTask };

/** How many exercises a run without a text checks at most, and how many of a text one Chromium does. */
export const usualCheckCount = 20;

/** Checks exercises on this machine. */
export type ExerciseChecker = {
  /** The release of the runner; null if exercises can't be checked here. */
  readonly release: string | null;
  /** Why they can't be checked here; null if they can. */
  readonly obstacle: string | null;
  /** Checks exercises of one text. */
  check(
    exercises: readonly CheckedExercise[],
    onResult: (id: string, check: ExerciseCheck) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
};

type Claimed = { readonly id: string; readonly exercise: string; readonly hash: string; readonly node: DocumentNode | null };

/**
 * Checks exercises that are due, a text at a time: those of one text, or of all texts up to a number. Safe to run twice and concurrently: a
 * text is taken by one process, and a result is stored only with the code that was checked.
 *
 * @returns the number of exercises
 */
export async function checkExercises({
  pool,
  checker,
  log,
  signal,
  text = null,
  atMost = usualCheckCount,
}: {
  /** A connection pool of newline_worker. */
  readonly pool: Pool;
  readonly checker: ExerciseChecker;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** ID of the lesson or article. */
  readonly text?: string | null;
  readonly atMost?: number;
}): Promise<number> {
  let count = 0;
  while (!signal.aborted && (text !== null || count < atMost)) {
    const { rows } = await pool.query<Claimed>(
      'select id, exercise, code_hash as hash, node from app_private.claim_exercises($1, $2, $3)',
      [text, checker.release, text === null ? atMost - count : usualCheckCount],
    );
    if (rows.length === 0) break;
    count += rows.length;
    try {
      await checkClaimed(rows, { pool, checker, signal });
    } finally {
      await pool.query('select app_private.release_exercises($1)', [rows.map(({ id }) => id)]);
    }
  }
  if (count > 0) log.info({ exercises: count, ...(text !== null && { text }) }, 'exercises: checked');
  return count;
}

async function checkClaimed(
  rows: readonly Claimed[],
  { pool, checker, signal }: { readonly pool: Pool; readonly checker: ExerciseChecker; readonly signal: AbortSignal },
): Promise<void> {
  const hashById = new Map(rows.map(({ id, hash }) => [id, hash]));
  const record = async (id: string, { verdict, reason, failedTests }: ExerciseCheck) => {
    await pool.query('select app_private.record_exercise_check($1, $2, $3, $4, $5, $6)', [
      id,
      hashById.get(id),
      checker.release,
      verdict,
      reason,
      failedTests,
    ]);
  };
  const exercises = rows.flatMap(({ id, node }) => (node === null ? [] : [{ id, node }]));
  for (const { id, node } of rows)
    if (checker.obstacle !== null || node === null)
      await record(id, { verdict: 'NOT_CHECKED', reason: checker.obstacle ?? 'It’s no longer in the text.', failedTests: [] });
  if (checker.obstacle === null && exercises.length > 0) await checker.check(exercises, record, signal);
}
