import { graphql } from '../graphql-document.ts';

/** Marks a lesson as completed manually, or undoes that. */
export const SetLessonCompletedDocument = graphql(/* GraphQL */ `mutation setLessonCompleted($lessonId: UUID!, $isCompleted: Boolean!) {
  setLessonCompleted(input: { lessonId: $lessonId, isCompleted: $isCompleted }) {
    lessonProgress { isCompleted reason positionSeconds blockId watchedSeconds videoSeconds readBlocks blocks }
  }
}`);
