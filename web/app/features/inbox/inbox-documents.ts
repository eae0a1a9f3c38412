import type { InboxQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** The discussions about what somebody writes, and the items they can be narrowed to. */
export type InboxData = InboxQuery;

/** A discussion as the inbox shows it. */
export type InboxNode = NonNullable<InboxQuery['inbox']>['nodes'][number];

/** Unanswered ones first. */
export const InboxDocument =
  graphql(/* GraphQL */ `query inbox($first: Int!, $after: Cursor, $courseId: UUID, $bookId: UUID, $articleId: UUID, $isOpen: Boolean) {
  viewer { contributions(first: 100) { nodes { course { id title } book { id title } article { id title } } } }
  inbox(first: $first, after: $after, courseId: $courseId, bookId: $bookId, articleId: $articleId, isOpen: $isOpen) {
    nodes {
      ...DiscussionFields isAnswered
      clip { id title course { id title } book { id title } }
      lesson { id title permalink course { id title } book { id title } }
      article { id title permalink }
      comments(first: 20, condition: { parentId: null }) { nodes { ...CommentFields } pageInfo { hasNextPage endCursor } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`);

/** Puts an answer at the end of its lesson, as a note. */
export const AddAnswerDocument = graphql(
  /* GraphQL */ `mutation addAnswerToLesson($commentId: UUID!) {
  addAnswerToLesson(input: { commentId: $commentId }) { comment { id } }
}`,
);
