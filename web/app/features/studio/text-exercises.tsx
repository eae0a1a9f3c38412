import { describeCheck } from '@newline/api/rules/exercise-check';
import type { DocumentNode } from '@newline/document/document-node';
import { useCallback } from 'react';
import { BrokenExercises } from '../../shared/exercise-checks/broken-exercises.tsx';
import type { CheckedExercise } from '../../shared/exercise-checks/exercise-check-documents.ts';
import { useExerciseChecks } from '../../shared/exercise-checks/use-exercise-checks.ts';
import { Link } from '../../shared/link.tsx';
import type { TextCalls } from './text-calls.ts';

type Props = {
  textId: string;
  calls: Pick<TextCalls, 'exerciseChecks'>;
  document: DocumentNode;
  /** The saved version. */
  version: number;
};

/** The states of a text's exercises, next to it. Renders nothing for a text without one. */
export function ExerciseStates(props: Props) {
  return hasExercises(props.document) ? <States {...props} /> : null;
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

/** Says before publishing which exercises of a text can't be solved. Renders nothing if all can. */
export function ExerciseWarning({ onFollow, ...props }: Props & { onFollow: () => void }) {
  return hasExercises(props.document) ? <Warning {...props} onFollow={onFollow} /> : null;
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

function hasExercises({ content = [] }: DocumentNode): boolean {
  return content.some(({ type }) => type === 'exercise');
}

/** The block in the text that is open. */
function pathOf({ exercise }: CheckedExercise): string {
  return `#b-${exercise}`;
}

function stateOf(exercise: CheckedExercise): string {
  if (exercise.checkedAt === null) return 'being checked…';
  return exercise.verdict === 'PASSES' ? 'works' : describeCheck(exercise);
}
