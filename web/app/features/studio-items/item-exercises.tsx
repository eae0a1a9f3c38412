import { useEffect, useState } from 'react';
import { BrokenExercises } from '../../shared/exercise-checks/broken-exercises.tsx';
import {
  BookExerciseChecksDocument,
  type CheckedExercise,
  CourseExerciseChecksDocument,
} from '../../shared/exercise-checks/exercise-check-documents.ts';
import { requestDocument } from '../../shared/request-document.ts';
import type { ItemKind } from './item-documents.ts';

type Props = { kind: ItemKind; itemId: string; onFollow: () => void };
type Broken = { readonly totalCount: number; readonly nodes: readonly CheckedExercise[] };

/** Says before publishing which exercises of a course or book can't be solved. Renders nothing if there is none. */
export function ItemExercises({ kind, itemId, onFollow }: Props) {
  const [broken, setBroken] = useState<Broken | null>(null);
  useEffect(() => {
    let isOver = false;
    loadBroken(kind, itemId).then(
      (loaded) => {
        if (!isOver) setBroken(loaded);
      },
      (error: unknown) => console.warn('The checks of exercises couldn’t be loaded:', error),
    );
    return () => {
      isOver = true;
    };
  }, [kind, itemId]);
  if (broken === null) return null;
  const pathOf = ({ exercise, lesson }: CheckedExercise) => `/studio/lessons/${lesson?.id ?? ''}#b-${exercise}`;
  return <BrokenExercises checks={broken.nodes} brokenCount={broken.totalCount} pathOf={pathOf} onFollow={onFollow} />;
}

async function loadBroken(kind: ItemKind, id: string): Promise<Broken | null> {
  if (kind === 'course') return (await requestDocument(CourseExerciseChecksDocument, { id })).courseById?.exerciseChecks ?? null;
  return (await requestDocument(BookExerciseChecksDocument, { id })).bookById?.exerciseChecks ?? null;
}
