import { graphql } from '../graphql-document.ts';

/** Creates a discussion with its first comment. */
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

/** Replies to a comment. */
export const ReplyDocument = graphql(/* GraphQL */ `mutation replyToComment($comment: NewReplyInput!) {
  replyToComment(input: { comment: $comment }) { comment { ...CommentFields } }
}`);

/** Deletes a comment; the server sets deletedAt itself, whatever the request contains. */
export const DeleteCommentDocument = graphql(/* GraphQL */ `mutation updateCommentById($id: UUID!, $patch: CommentPatch!) {
  updateCommentById(input: { id: $id, patch: $patch }) { comment { id } }
}`);

/** Changes the text of the user's own comment. */
export const EditCommentDocument = graphql(/* GraphQL */ `mutation editComment($id: UUID!, $bodyDelta: String, $bodyMarkdown: String) {
  editComment(input: { id: $id, bodyDelta: $bodyDelta, bodyMarkdown: $bodyMarkdown }) { comment { ...CommentFields } }
}`);

/** Adds the user's reaction, or removes it. */
export const ToggleReactionDocument = graphql(/* GraphQL */ `mutation toggleReaction($commentId: UUID!, $kind: String!, $enabled: Boolean) {
  toggleReaction(input: { commentId: $commentId, kind: $kind, enabled: $enabled }) { comment { ...CommentFields } }
}`);

/** Reports a comment to the moderators. */
export const ReportCommentDocument = graphql(/* GraphQL */ `mutation reportComment($commentId: UUID!, $reason: ReportReason!) {
  reportComment(input: { commentId: $commentId, reason: $reason }) { clientMutationId }
}`);

/** Accepts a comment as the answer, or undoes that. */
export const AcceptAnswerDocument = graphql(/* GraphQL */ `mutation acceptAnswer($commentId: UUID!, $isAccepted: Boolean!) {
  acceptAnswer(input: { commentId: $commentId, isAccepted: $isAccepted }) { discussion { id isResolved acceptedCommentId } }
}`);

/** Resolves or reopens a discussion. */
export const ResolveDocument = graphql(/* GraphQL */ `mutation setDiscussionResolved($id: UUID!, $isResolved: Boolean!) {
  setDiscussionResolved(input: { id: $id, isResolved: $isResolved }) { discussion { id isResolved acceptedCommentId } }
}`);

/** The notification settings of the reader for a discussion. */
export const FollowDocument = graphql(/* GraphQL */ `query discussionFollow($id: UUID!) {
  discussionById(id: $id) { viewerFollow { isFollowed mails } }
}`);

/** Changes the notification settings of the reader for a discussion. */
export const SetFollowDocument =
  graphql(/* GraphQL */ `mutation setDiscussionFollow($discussionId: UUID!, $isFollowed: Boolean, $mails: MailRhythm) {
  setDiscussionFollow(input: { discussionId: $discussionId, isFollowed: $isFollowed, mails: $mails }) {
    discussion { viewerFollow { isFollowed mails } }
  }
}`);

/** The state of a discussion after it was resolved or reopened. */
export type ResolvedNode = { id: string; isResolved: boolean; acceptedCommentId: string | null };
