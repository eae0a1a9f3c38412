import type { ExerciseCheck } from '@newline/api/rules/exercise-check';
import { graphql } from '../graphql-document.ts';

/** An exercise of a text, and what its last check found. It waits for its check while `checkedAt` is null. */
export type CheckedExercise = ExerciseCheck & {
  readonly id: string;
  /** The ID of its block. */
  readonly exercise: string;
  readonly position: number;
  readonly checkedAt: string | null;
  /** The lesson or chapter, for the exercises of a title. */
  readonly lesson?: { readonly id: string; readonly title: string } | null;
};

/** The exercises of an article, for its authors. */
export const ArticleExerciseChecksDocument = graphql(/* GraphQL */ `query articleExerciseChecks($id: UUID!) {
  articleById(id: $id) {
    exerciseChecks(first: 100) { nodes { id exercise position verdict reason failedTests checkedAt } }
  }
}`);

/** The exercises of a lesson or chapter, for its authors. */
export const LessonExerciseChecksDocument = graphql(/* GraphQL */ `query lessonExerciseChecks($id: UUID!) {
  lessonById(id: $id) {
    exerciseChecks(first: 100) { nodes { id exercise position verdict reason failedTests checkedAt } }
  }
}`);

/** The exercises of a course that can't be solved, for its authors. */
export const CourseExerciseChecksDocument = graphql(/* GraphQL */ `query courseExerciseChecks($id: UUID!) {
  courseById(id: $id) {
    exerciseChecks(first: 20, onlyBroken: true) {
      totalCount
      nodes { id exercise position verdict reason failedTests checkedAt lesson { id title } }
    }
  }
}`);

/** The exercises of a book that can't be solved, for its authors. */
export const BookExerciseChecksDocument = graphql(/* GraphQL */ `query bookExerciseChecks($id: UUID!) {
  bookById(id: $id) {
    exerciseChecks(first: 20, onlyBroken: true) {
      totalCount
      nodes { id exercise position verdict reason failedTests checkedAt lesson { id title } }
    }
  }
}`);
