import { useEffect, useState } from 'react';
import { BrokenExercises } from '../../shared/exercise-checks/broken-exercises.tsx';
import type { CheckedExercise } from '../../shared/exercise-checks/checked-exercise.ts';
import { graphql } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import type { ItemKind } from './item-documents.ts';

/** The exercises of a course that can't be solved, for its authors. */
const CourseExerciseChecksDocument = graphql(/* GraphQL */ `query courseExerciseChecks($id: UUID!) {
  courseById(id: $id) {
    exerciseChecks(first: 20, onlyBroken: true) {
      totalCount
      nodes { id exercise position verdict reason failedTests checkedAt lesson { id title } }
    }
  }
}`);

/** The exercises of a book that can't be solved, for its authors. */
const BookExerciseChecksDocument = graphql(/* GraphQL */ `query bookExerciseChecks($id: UUID!) {
  bookById(id: $id) {
    exerciseChecks(first: 20, onlyBroken: true) {
      totalCount
      nodes { id exercise position verdict reason failedTests checkedAt lesson { id title } }
    }
  }
}`);

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
