import { graphql } from '../graphql-document.ts';

/** The annotations of a lesson, article or clip, limited to the text that the reader may read, and the reader's own notes. */
export const MarksDocument = graphql(/* GraphQL */ `query marks(
  $lessonId: UUID, $articleId: UUID, $clipId: UUID, $after: Cursor, $notesAfter: Cursor, $hasNotes: Boolean!
) {
  discussionMarks(lessonId: $lessonId, articleId: $articleId, clipId: $clipId, first: 100, after: $after) {
    nodes { discussionId timecodeStart blockId occurrence words isOrphaned commentsCount authorName excerpt }
    pageInfo { hasNextPage endCursor }
  }
  noteMarks(lessonId: $lessonId, articleId: $articleId, first: 100, after: $notesAfter) @include(if: $hasNotes) {
    nodes { id second blockId occurrence words excerpt }
    pageInfo { hasNextPage endCursor }
  }
}`);

/** The text as far as the reader may read it, used to compute the positions of a new annotation. */
export const AnnotatedTextDocument = graphql(/* GraphQL */ `query annotatedText($id: UUID!, $isLesson: Boolean!, $isArticle: Boolean!) {
  lessonById(id: $id) @include(if: $isLesson) { bodyDelta }
  articleById(id: $id) @include(if: $isArticle) { bodyDelta }
}`);
