import { typed } from '../graphql-document.ts';
import type { Follow, MailRhythm, NewSelection, ReportReason } from './discussion.ts';
import type { CommentNode, DiscussionNode } from './discussion-documents.ts';

/** What a comment is written with: bodyDelta, a document as JSON, wins over bodyMarkdown. */
type Body = { bodyMarkdown: string | null; bodyDelta: string };
/** One for each press of Send, so that a text that is sent twice is one comment. */
type Key = { key: string };

/** Begins a discussion with its first comment. */
export const CreateDiscussionDocument = typed<
  { createDiscussionWithComment: { comment: CommentNode | null; discussion: DiscussionNode | null } | null },
  {
    comment: Body & Key;
    discussion: {
      lessonId: string | null;
      articleId: string | null;
      clipId: string | null;
      timecodeStart: number | null;
      selection: NewSelection | null;
    };
  }
>(/* GraphQL */ `mutation createDiscussionWithComment($comment: NewCommentInput!, $discussion: NewDiscussionInput!) {
  createDiscussionWithComment(input: { comment: $comment, discussion: $discussion }) {
    comment { ...shown }
    discussion {
      id createdAt timecodeStart isResolved acceptedCommentId viewerMayResolve
      viewerFollow { isFollowed mails }
      selection { text }
      comments(first: 10, condition: { parentId: null }) { nodes { ...shown } pageInfo { hasNextPage endCursor } }
    }
  }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`);

/** Answers a comment. */
export const ReplyDocument = typed<
  { replyToComment: { comment: CommentNode | null } | null },
  { comment: Body & Key & { discussionId: string; parentId: string } }
>(/* GraphQL */ `mutation replyToComment($comment: NewReplyInput!) {
  replyToComment(input: { comment: $comment }) { comment { ...shown } }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`);

/** Deletes a comment; the server sets deletedAt whatever is sent. */
export const DeleteCommentDocument = typed<
  { updateCommentById: { comment: { id: string } | null } | null },
  { id: string; patch: { deleted: true; deletedAt: string } }
>(/* GraphQL */ `mutation updateCommentById($id: UUID!, $patch: CommentPatch!) {
  updateCommentById(input: { id: $id, patch: $patch }) { comment { id } }
}`);

/** Changes the text of one's own comment. */
export const EditCommentDocument = typed<
  { editComment: { comment: CommentNode | null } | null },
  { id: string } & Body
>(/* GraphQL */ `mutation editComment($id: UUID!, $bodyDelta: String, $bodyMarkdown: String) {
  editComment(input: { id: $id, bodyDelta: $bodyDelta, bodyMarkdown: $bodyMarkdown }) { comment { ...shown } }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`);

/** Switches a reaction of one's own. */
export const ToggleReactionDocument = typed<
  { toggleReaction: { comment: CommentNode | null } | null },
  { commentId: string; kind: string }
>(/* GraphQL */ `mutation toggleReaction($commentId: UUID!, $kind: String!) {
  toggleReaction(input: { commentId: $commentId, kind: $kind }) { comment { ...shown } }
}
fragment shown on Comment {
  id discussionId parentId createdAt bodyDelta bodyDrawings edited deleted isDiscussionAuthor isContributor isAdmin
  repliesCount
  reactionCounts { kind count }
  viewerReactions
  user { id username displayName profileImageUrl }
}`);

/** Tells the moderators of a comment. */
export const ReportCommentDocument = typed<
  { reportComment: { clientMutationId: string | null } | null },
  { commentId: string; reason: ReportReason }
>(/* GraphQL */ `mutation reportComment($commentId: UUID!, $reason: ReportReason!) {
  reportComment(input: { commentId: $commentId, reason: $reason }) { clientMutationId }
}`);

/** Accepts a comment as the answer, or takes that back. */
export const AcceptAnswerDocument = typed<
  { acceptAnswer: { discussion: ResolvedNode | null } | null },
  { commentId: string; isAccepted: boolean }
>(/* GraphQL */ `mutation acceptAnswer($commentId: UUID!, $isAccepted: Boolean!) {
  acceptAnswer(input: { commentId: $commentId, isAccepted: $isAccepted }) { discussion { id isResolved acceptedCommentId } }
}`);

/** Says that a discussion is resolved, or is open again. */
export const ResolveDocument = typed<
  { setDiscussionResolved: { discussion: ResolvedNode | null } | null },
  { id: string; isResolved: boolean }
>(/* GraphQL */ `mutation setDiscussionResolved($id: UUID!, $isResolved: Boolean!) {
  setDiscussionResolved(input: { id: $id, isResolved: $isResolved }) { discussion { id isResolved acceptedCommentId } }
}`);

/** What the reader hears of a discussion. */
export const FollowDocument = typed<
  { discussionById: { viewerFollow: Follow | null } | null },
  { id: string }
>(/* GraphQL */ `query discussionFollow($id: UUID!) {
  discussionById(id: $id) { viewerFollow { isFollowed mails } }
}`);

/** Changes what the reader hears of a discussion. */
export const SetFollowDocument = typed<
  { setDiscussionFollow: { discussion: { viewerFollow: Follow | null } | null } | null },
  { discussionId: string; isFollowed: boolean | null; mails: MailRhythm | null }
>(/* GraphQL */ `mutation setDiscussionFollow($discussionId: UUID!, $isFollowed: Boolean, $mails: MailRhythm) {
  setDiscussionFollow(input: { discussionId: $discussionId, isFollowed: $isFollowed, mails: $mails }) {
    discussion { viewerFollow { isFollowed mails } }
  }
}`);

/** What a discussion came to. */
export type ResolvedNode = { id: string; isResolved: boolean; acceptedCommentId: string | null };
