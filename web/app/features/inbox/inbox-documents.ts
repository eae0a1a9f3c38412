import type { InboxQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** The discussions about the user's own items, and the items to filter by. */
export type InboxData = InboxQuery;

/** A discussion in the inbox. */
export type InboxNode = NonNullable<InboxQuery['inbox']>['nodes'][number];

/** The inbox, with unanswered discussions first. Only later pages, of which one is the last, request how many there are. */
export const InboxDocument =
  graphql(/* GraphQL */ `query inbox($first: Int!, $after: Cursor, $courseId: UUID, $bookId: UUID, $articleId: UUID, $isOpen: Boolean, $isLater: Boolean!) {
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
    totalCount @include(if: $isLater)
  }
}`);

/** Adds an answer to the end of its lesson, as a note. */
export const AddAnswerDocument = graphql(
  /* GraphQL */ `mutation addAnswerToLesson($commentId: UUID!) {
  addAnswerToLesson(input: { commentId: $commentId }) { comment { id } }
}`,
);
