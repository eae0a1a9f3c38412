import { typed } from '../graphql-document.ts';

/** A mark as the API answers it. */
export type MarkNode = {
  discussionId: string;
  timecodeStart: number | null;
  blockId: string | null;
  occurrence: number | null;
  words: string | null;
  isOrphaned: boolean;
  commentsCount: number;
  authorName: string | null;
  excerpt: string;
};

type ItemVariables = { lessonId: string | null; articleId: string | null; clipId: string | null };

/** The marks of a lesson, an article or a clip, as far as the reader may read the words. */
export const MarksDocument = typed<
  { discussionMarks: { nodes: MarkNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } },
  ItemVariables & { after: string | null }
>(/* GraphQL */ `query marks($lessonId: UUID, $articleId: UUID, $clipId: UUID, $after: Cursor) {
  discussionMarks(lessonId: $lessonId, articleId: $articleId, clipId: $clipId, first: 100, after: $after) {
    nodes { discussionId timecodeStart blockId occurrence words isOrphaned commentsCount authorName excerpt }
    pageInfo { hasNextPage endCursor }
  }
}`);

/** The text as far as the reader may read it, for the positions of a new annotation. */
export const AnnotatedTextDocument = typed<
  { lessonById?: { bodyDelta: string | null } | null; articleById?: { bodyDelta: string | null } | null },
  { id: string; isLesson: boolean; isArticle: boolean }
>(/* GraphQL */ `query annotatedText($id: UUID!, $isLesson: Boolean!, $isArticle: Boolean!) {
  lessonById(id: $id) @include(if: $isLesson) { bodyDelta }
  articleById(id: $id) @include(if: $isArticle) { bodyDelta }
}`);
