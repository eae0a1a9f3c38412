import { graphql } from '../graphql-document.ts';

/** How the user did in an exercise, and for its authors, how all users did. */
export const ExerciseDocument = graphql(/* GraphQL */ `
  query exercise($lessonId: UUID!, $exercise: String!) {
    exerciseResult(lessonId: $lessonId, exercise: $exercise) { id passedAt }
    exerciseTotals(lessonId: $lessonId, exercise: $exercise) {
      tried passed passedAtFirst passedAtSecond passedAtThird hardestTest hardestTestFailed
    }
  }
`);

/** Records that the user ran the tests. */
export const RecordAttemptDocument = graphql(/* GraphQL */ `
  mutation recordAttempt($lessonId: UUID!, $exercise: String!, $isPassed: Boolean!, $failedTests: [String!]!) {
    recordAttempt(input: { lessonId: $lessonId, exercise: $exercise, isPassed: $isPassed, failedTests: $failedTests }) {
      exerciseResult { id passedAt lesson { id progress { isCompleted } } }
    }
  }
`);
