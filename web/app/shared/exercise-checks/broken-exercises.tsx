import { describeCheck } from '@newline/api/rules/exercise-check';
import { Link } from '../link.tsx';
import type { CheckedExercise } from './checked-exercise.ts';
import styles from './broken-exercises.module.css';

type Props = {
  /** The exercises of a text, or those of a title that can't be solved. */
  checks: readonly CheckedExercise[];
  /** How many of a title can't be solved, if not all of them are listed. */
  brokenCount?: number;
  /** Returns the page where an exercise is edited. */
  pathOf: (exercise: CheckedExercise) => string;
  /** Called when a link to an exercise is followed. */
  onFollow: () => void;
};

/** Says before publishing which exercises can't be solved, and which weren't checked. Publishing is possible all the same. */
export function BrokenExercises({ checks, brokenCount, pathOf, onFollow }: Props) {
  const broken = checks.filter(({ verdict }) => verdict === 'SOLUTION_FAILS' || verdict === 'STARTER_PASSES');
  const waiting = checks.filter(({ checkedAt }) => checkedAt === null).length;
  const unchecked = checks.filter(({ verdict, checkedAt }) => verdict === 'NOT_CHECKED' && checkedAt !== null);
  const count = brokenCount ?? broken.length;
  if (broken.length + waiting + unchecked.length === 0) return null;
  const list = (exercises: readonly CheckedExercise[]) => (
    <ul>
      {exercises.map((exercise) => (
        <li key={exercise.id}>
          <Link className="link" to={pathOf(exercise)} preventScrollReset onClick={onFollow}>
            {exercise.lesson ? (
              <>
                <bdi>{exercise.lesson.title}</bdi>, exercise {exercise.position}
              </>
            ) : (
              <>Exercise {exercise.position}</>
            )}
          </Link>
          <span>: {describeCheck(exercise)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles['note']} role="note" aria-label="Exercises">
      {broken.length > 0 && (
        <>
          <p>{count === 1 ? 'An exercise doesn’t work:' : `${count.toLocaleString('en')} exercises don’t work:`}</p>
          {list(broken)}
          {count > broken.length && <p>These are the first ones.</p>}
        </>
      )}
      {unchecked.length > 0 && (
        <>
          <p>{unchecked.length === 1 ? 'An exercise wasn’t checked:' : `${unchecked.length} exercises weren’t checked:`}</p>
          {list(unchecked)}
        </>
      )}
      {waiting > 0 && <p role="status">{waiting === 1 ? 'An exercise is being checked…' : `${waiting} exercises are being checked…`}</p>}
    </div>
  );
}
