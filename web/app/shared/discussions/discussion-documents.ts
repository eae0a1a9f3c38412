import { graphql } from '../graphql-document.ts';
import type { Comment, CommentPerson, Discussion, Follow, ReactionKind } from './discussion.ts';

/** A comment as the API answers it. */
export type CommentNode = {
  id: string;
  discussionId: string;
  parentId: string | null;
  createdAt: string;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  edited: boolean;
  deleted: boolean;
  isDiscussionAuthor: boolean | null;
  isContributor: boolean | null;
  isAdmin: boolean | null;
  repliesCount: number;
  reactionCounts: { kind: string; count: number }[] | null;
  viewerReactions: string[] | null;
  user: CommentPerson | null;
  /** Where it was asked for: how many replies its parent has. */
  parent?: { repliesCount: number } | null;
  /** Where they were asked for: the comments above it, the nearest first. */
  ancestors?: { nodes: CommentNode[] };
};

type CommentPage = { nodes: CommentNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

/** A discussion as the API answers it. */
export type DiscussionNode = {
  id: string;
  createdAt: string;
  timecodeStart: number | string | null;
  isResolved: boolean;
  acceptedCommentId: string | null;
  /** True for whoever asked, authors of the item and staff. */
  viewerMayResolve: boolean | null;
  /** Null for as usual; absent where nobody asks for it. */
  viewerFollow?: Follow | null;
  selection: { text: string } | null;
  comments: CommentPage;
};

type DiscussionPage = { nodes: DiscussionNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

/** What `discussions` answers: the item of the asked kind. */
export type DiscussionsResult = Partial<
  Record<'clipById' | 'lessonById' | 'articleById', { commentsCount: number | null; discussions: DiscussionPage } | null>
>;

/** The discussions of an item, newest first, with the first of their comments. */
export const DiscussionsDocument =
  graphql(/* GraphQL */ `query discussions($id: UUID!, $isClip: Boolean!, $isLesson: Boolean!, $isArticle: Boolean!, $first: Int!, $after: Cursor) {
  clipById(id: $id) @include(if: $isClip) { commentsCount discussions(first: $first, after: $after) { ...page } }
  lessonById(id: $id) @include(if: $isLesson) { commentsCount discussions(first: $first, after: $after) { ...page } }
  articleById(id: $id) @include(if: $isArticle) { commentsCount discussions(first: $first, after: $after) { ...page } }
}
fragment page on DiscussionConnection {
  nodes {
    id createdAt timecodeStart isResolved acceptedCommentId viewerMayResolve
    viewerFollow { isFollowed mails }
    selection { text }
    comments(first: 10, condition: { parentId: null }) { nodes { ...shown } pageInfo { hasNextPage endCursor } }
  }
  pageInfo { hasNextPage endCursor }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`);

/** One discussion with a page of its comments: those that answer no other (`{ parentId: null }`), or all (`{}`). */
export const ThreadDocument = graphql(/* GraphQL */ `query thread($id: UUID!, $first: Int!, $after: Cursor, $of: CommentCondition!) {
  discussionById(id: $id) {
    id createdAt timecodeStart isResolved acceptedCommentId viewerMayResolve
    viewerFollow { isFollowed mails }
    selection { text }
    comments(first: $first, after: $after, condition: $of) { nodes { ...shown } pageInfo { hasNextPage endCursor } }
  }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`);

/** What `replies` answers. */
export type RepliesNode = { replies: CommentPage };

/** The replies to a comment, oldest first. */
export const RepliesDocument = graphql(
  /* GraphQL */ `query replies($id: UUID!, $after: Cursor) {
  commentById(id: $id) {
    replies(first: 50, after: $after, orderBy: [CREATED_AT_ASC]) { nodes { ...shown } pageInfo { hasNextPage endCursor } }
  }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`,
);

/** How many comments an item has. */
export const CommentsCountDocument =
  graphql(/* GraphQL */ `query commentsCount($id: UUID!, $isClip: Boolean!, $isLesson: Boolean!, $isArticle: Boolean!) {
  clipById(id: $id) @include(if: $isClip) { commentsCount }
  lessonById(id: $id) @include(if: $isLesson) { commentsCount }
  articleById(id: $id) @include(if: $isArticle) { commentsCount }
}`);

/** One comment, wherever it stands; where they are asked for with those above it, the nearest first. */
export const CommentDocument = graphql(/* GraphQL */ `query comment($id: UUID!, $hasAncestors: Boolean!) {
  commentById(id: $id) { ...shown parent { repliesCount } ancestors(first: 100) @include(if: $hasAncestors) { nodes { ...shown } } }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`);

/** Translates the API's comment into the pages'. */
export function commentOf(node: CommentNode): Comment {
  const { reactionCounts, viewerReactions, parent: _parent, ancestors: _ancestors, ...rest } = node;
  return {
    ...rest,
    isDiscussionAuthor: node.isDiscussionAuthor ?? false,
    isContributor: node.isContributor ?? false,
    isAdmin: node.isAdmin ?? false,
    reactions: (reactionCounts ?? []).map(({ kind, count }) => ({
      kind: kind as ReactionKind,
      count,
      isMine: viewerReactions?.includes(kind) ?? false,
    })),
  };
}

/** Translates the API's discussion into the pages'. */
export function discussionOf(node: DiscussionNode): Discussion {
  const { pageInfo, nodes } = node.comments;
  return {
    id: node.id,
    createdAt: node.createdAt,
    timecodeStart: node.timecodeStart === null ? null : Number(node.timecodeStart),
    quote: node.selection?.text ?? null,
    isResolved: node.isResolved,
    acceptedCommentId: node.acceptedCommentId,
    mayResolve: node.viewerMayResolve ?? false,
    follow: node.viewerFollow ?? null,
    comments: nodes.map((comment) => commentOf(comment)),
    after: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}
