import { describeCheck } from '@newline/api/rules/exercise-check';
import { useCallback } from 'react';
import { BrokenExercises } from '../../shared/exercise-checks/broken-exercises.tsx';
import type { CheckedExercise } from '../../shared/exercise-checks/checked-exercise.ts';
import { useExerciseChecks } from '../../shared/exercise-checks/use-exercise-checks.ts';
import { Link } from '../../shared/link.tsx';
import type { TextCalls } from './text-calls.ts';

type Props = {
  textId: string;
  calls: Pick<TextCalls, 'exerciseChecks'>;
  /** The saved version. */
  version: number;
};

/** Which exercises to show, and in which of both ways. */
export type TextExercisesProps = Props & {
  kind: 'states' | 'warning';
  /** Called when a link to an exercise is followed. */
  onFollow?: () => void;
};

/** The states of a text's exercises, next to it; or before publishing, which of them can't be solved. */
export function TextExercises({ kind, onFollow, ...props }: TextExercisesProps) {
  return kind === 'states' ? <States {...props} /> : <Warning {...props} onFollow={onFollow ?? (() => undefined)} />;
}

function States(props: Props) {
  const checks = useTextExercises(props);
  if (checks === null || checks.length === 0) return null;
  return (
    <>
      <h2>Exercises</h2>
      <ul>
        {checks.map((exercise) => (
          <li key={exercise.id}>
            <Link className="link" to={pathOf(exercise)} preventScrollReset>
              Exercise {exercise.position}
            </Link>
            <span>: {stateOf(exercise)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Warning({ onFollow, ...props }: Props & { onFollow: () => void }) {
  const checks = useTextExercises(props);
  return checks && <BrokenExercises checks={checks} pathOf={pathOf} onFollow={onFollow} />;
}

function useTextExercises({ textId, calls, version }: Props): readonly CheckedExercise[] | null {
  const { exerciseChecks } = calls;
  const load = useCallback(() => exerciseChecks(textId), [exerciseChecks, textId]);
  return useExerciseChecks(load, version);
}

/** The block in the text that is open. */
function pathOf({ exercise }: CheckedExercise): string {
  return `#b-${exercise}`;
}

function stateOf(exercise: CheckedExercise): string {
  if (exercise.checkedAt === null) return 'being checked…';
  return exercise.verdict === 'PASSES' ? 'works' : describeCheck(exercise);
}
