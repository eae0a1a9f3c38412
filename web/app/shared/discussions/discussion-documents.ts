import type { CommentFieldsFragment, DiscussionFieldsFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../graphql-document.ts';
import type { Comment, Discussion, ReactionKind } from './discussion.ts';

/** The fields of a comment that `CommentSaid` shows. */
graphql(/* GraphQL */ `fragment CommentSaid on Comment {
  id parentId deleted bodyDelta bodyDrawings isContributor isAdmin
  user { id username displayName profileImageUrl }
}`);

/** The fields of a comment with its actions. */
graphql(/* GraphQL */ `fragment CommentFields on Comment {
  ...CommentSaid
  discussionId createdAt edited isDiscussionAuthor repliesCount
  reactionCounts { kind count }
  viewerReactions
}`);

/** A discussion without its comments. */
graphql(/* GraphQL */ `fragment DiscussionFields on Discussion {
  id createdAt timecodeStart isResolved acceptedCommentId viewerMayResolve commentsCount
  viewerFollow { isFollowed mails }
  selection { text }
}`);

/** A discussion as the API returns it. */
export type DiscussionNode = DiscussionFieldsFragment & {
  comments: { nodes: CommentFieldsFragment[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
};

/** The discussions of an item, newest first, with the first of their comments. */
export const DiscussionsDocument =
  graphql(/* GraphQL */ `query discussions($id: UUID!, $isClip: Boolean!, $isLesson: Boolean!, $isArticle: Boolean!, $first: Int!, $after: Cursor) {
  clipById(id: $id) @include(if: $isClip) { commentsCount discussions(first: $first, after: $after) { ...page } }
  lessonById(id: $id) @include(if: $isLesson) { commentsCount discussions(first: $first, after: $after) { ...page } }
  articleById(id: $id) @include(if: $isArticle) { commentsCount discussions(first: $first, after: $after) { ...page } }
}
fragment page on DiscussionConnection {
  nodes {
    ...DiscussionFields
    comments(first: 10, condition: { parentId: null }) { nodes { ...CommentFields } pageInfo { hasNextPage endCursor } }
  }
  pageInfo { hasNextPage endCursor }
}`);

/** One discussion with a page of its comments: only top-level ones (`{ parentId: null }`), or all (`{}`). */
export const ThreadDocument = graphql(/* GraphQL */ `query thread($id: UUID!, $first: Int!, $after: Cursor, $of: CommentCondition!) {
  discussionById(id: $id) {
    ...DiscussionFields
    comments(first: $first, after: $after, condition: $of) { nodes { ...CommentFields } pageInfo { hasNextPage endCursor } }
  }
}`);

/** The replies to a comment, oldest first. */
export const RepliesDocument = graphql(
  /* GraphQL */ `query replies($id: UUID!, $after: Cursor) {
  commentById(id: $id) {
    replies(first: 50, after: $after, orderBy: [CREATED_AT_ASC]) { nodes { ...CommentFields } pageInfo { hasNextPage endCursor } }
  }
}`,
);

/** How many comments an item has. */
export const CommentsCountDocument =
  graphql(/* GraphQL */ `query commentsCount($id: UUID!, $isClip: Boolean!, $isLesson: Boolean!, $isArticle: Boolean!) {
  clipById(id: $id) @include(if: $isClip) { commentsCount }
  lessonById(id: $id) @include(if: $isLesson) { commentsCount }
  articleById(id: $id) @include(if: $isArticle) { commentsCount }
}`);

/** One comment by its ID, optionally with its ancestors, nearest first. */
export const CommentDocument = graphql(/* GraphQL */ `query comment($id: UUID!, $hasAncestors: Boolean!) {
  commentById(id: $id) { ...CommentFields parent { repliesCount } discussion { commentsCount } ancestors(first: 100) @include(if: $hasAncestors) { nodes { ...CommentFields } } }
}`);

/** Converts a comment from the API to the type that pages use. */
export function commentOf(node: CommentFieldsFragment & { parent?: unknown; discussion?: unknown; ancestors?: unknown }): Comment {
  const { reactionCounts, viewerReactions, parent: _parent, discussion: _discussion, ancestors: _ancestors, ...rest } = node;
  return {
    ...rest,
    reactions: reactionCounts.map(({ kind, count }) => ({ kind: kind as ReactionKind, count, isMine: viewerReactions.includes(kind) })),
  };
}

/** Converts a discussion from the API to the type that pages use. */
export function discussionOf(node: DiscussionNode): Discussion {
  const { pageInfo, nodes } = node.comments;
  return {
    id: node.id,
    createdAt: node.createdAt,
    timecodeStart: node.timecodeStart,
    quote: node.selection?.text ?? null,
    isResolved: node.isResolved,
    acceptedCommentId: node.acceptedCommentId,
    mayResolve: node.viewerMayResolve,
    follow: node.viewerFollow,
    commentsCount: node.commentsCount,
    comments: nodes.map((comment) => commentOf(comment)),
    after: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}
