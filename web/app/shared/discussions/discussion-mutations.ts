import { graphql } from '../graphql-document.ts';

/** Begins a discussion with its first comment. */
export const CreateDiscussionDocument =
  graphql(/* GraphQL */ `mutation createDiscussionWithComment($comment: NewCommentInput!, $discussion: NewDiscussionInput!) {
  createDiscussionWithComment(input: { comment: $comment, discussion: $discussion }) {
    comment { ...CommentFields }
    discussion {
      ...DiscussionFields
      comments(first: 10, condition: { parentId: null }) { nodes { ...CommentFields } pageInfo { hasNextPage endCursor } }
    }
  }
}`);

/** Answers a comment. */
export const ReplyDocument = graphql(/* GraphQL */ `mutation replyToComment($comment: NewReplyInput!) {
  replyToComment(input: { comment: $comment }) { comment { ...CommentFields } }
}`);

/** Deletes a comment; the server sets deletedAt whatever is sent. */
export const DeleteCommentDocument = graphql(/* GraphQL */ `mutation updateCommentById($id: UUID!, $patch: CommentPatch!) {
  updateCommentById(input: { id: $id, patch: $patch }) { comment { id } }
}`);

/** Changes the text of one's own comment. */
export const EditCommentDocument = graphql(/* GraphQL */ `mutation editComment($id: UUID!, $bodyDelta: String, $bodyMarkdown: String) {
  editComment(input: { id: $id, bodyDelta: $bodyDelta, bodyMarkdown: $bodyMarkdown }) { comment { ...CommentFields } }
}`);

/** Sets a reaction of one's own, or takes it back. */
export const ToggleReactionDocument = graphql(/* GraphQL */ `mutation toggleReaction($commentId: UUID!, $kind: String!, $enabled: Boolean) {
  toggleReaction(input: { commentId: $commentId, kind: $kind, enabled: $enabled }) { comment { ...CommentFields } }
}`);

/** Tells the moderators of a comment. */
export const ReportCommentDocument = graphql(/* GraphQL */ `mutation reportComment($commentId: UUID!, $reason: ReportReason!) {
  reportComment(input: { commentId: $commentId, reason: $reason }) { clientMutationId }
}`);

/** Accepts a comment as the answer, or takes that back. */
export const AcceptAnswerDocument = graphql(/* GraphQL */ `mutation acceptAnswer($commentId: UUID!, $isAccepted: Boolean!) {
  acceptAnswer(input: { commentId: $commentId, isAccepted: $isAccepted }) { discussion { id isResolved acceptedCommentId } }
}`);

/** Says that a discussion is resolved, or is open again. */
export const ResolveDocument = graphql(/* GraphQL */ `mutation setDiscussionResolved($id: UUID!, $isResolved: Boolean!) {
  setDiscussionResolved(input: { id: $id, isResolved: $isResolved }) { discussion { id isResolved acceptedCommentId } }
}`);

/** What the reader hears of a discussion. */
export const FollowDocument = graphql(/* GraphQL */ `query discussionFollow($id: UUID!) {
  discussionById(id: $id) { viewerFollow { isFollowed mails } }
}`);

/** Changes what the reader hears of a discussion. */
export const SetFollowDocument =
  graphql(/* GraphQL */ `mutation setDiscussionFollow($discussionId: UUID!, $isFollowed: Boolean, $mails: MailRhythm) {
  setDiscussionFollow(input: { discussionId: $discussionId, isFollowed: $isFollowed, mails: $mails }) {
    discussion { viewerFollow { isFollowed mails } }
  }
}`);

/** What a discussion came to. */
export type ResolvedNode = { id: string; isResolved: boolean; acceptedCommentId: string | null };
