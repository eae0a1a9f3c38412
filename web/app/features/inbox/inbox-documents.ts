import { graphql } from '../../shared/graphql-document.ts';
import type { DiscussionNode } from '../../shared/discussions/discussion-documents.ts';

type Item = { id: string; title: string };

/** A discussion as the inbox shows it. */
export type InboxNode = DiscussionNode & {
  isAnswered: boolean;
  clip: (Item & { course: Item | null; book: Item | null }) | null;
  lesson: (Item & { permalink: string; course: Item | null; book: Item | null }) | null;
  article: (Item & { permalink: string }) | null;
};

/** The discussions about what somebody writes, and the items they can be narrowed to. */
export type InboxData = {
  viewer: { contributions: { nodes: { course: Item | null; book: Item | null; article: Item | null }[] } } | null;
  inbox: { nodes: InboxNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } | null;
};

/** Unanswered ones first. */
export const InboxDocument =
  graphql(/* GraphQL */ `query inbox($first: Int!, $after: Cursor, $courseId: UUID, $bookId: UUID, $articleId: UUID, $isOpen: Boolean) {
  viewer { contributions(first: 100) { nodes { course { id title } book { id title } article { id title } } } }
  inbox(first: $first, after: $after, courseId: $courseId, bookId: $bookId, articleId: $articleId, isOpen: $isOpen) {
    nodes {
      id createdAt timecodeStart isResolved acceptedCommentId viewerMayResolve isAnswered
      viewerFollow { isFollowed mails }
      selection { text }
      clip { id title course { id title } book { id title } }
      lesson { id title permalink course { id title } book { id title } }
      article { id title permalink }
      comments(first: 20, condition: { parentId: null }) { nodes { ...shown } pageInfo { hasNextPage endCursor } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`);

/** Puts an answer at the end of its lesson, as a note. */
export const AddAnswerDocument = graphql(
  /* GraphQL */ `mutation addAnswerToLesson($commentId: UUID!) {
  addAnswerToLesson(input: { commentId: $commentId }) { comment { id } }
}`,
);
