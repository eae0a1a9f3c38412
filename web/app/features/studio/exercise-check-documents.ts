import { graphql } from '../../shared/graphql-document.ts';

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
