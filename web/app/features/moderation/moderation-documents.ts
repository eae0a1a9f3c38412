import type { ModerationQueueQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A reported comment. */
export type ReportedComment = NonNullable<ModerationQueueQuery['moderationQueue']>['nodes'][number];

/** Comments that await moderation, hidden ones first. */
export const ModerationDocument = graphql(/* GraphQL */ `query moderationQueue($first: Int!) {
  moderationQueue(first: $first) {
    nodes {
      ...CommentSaid discussionId createdAt hiddenAt withheldBodyDelta
      user { suspension { endsAt } }
      discussion { clip { title } lesson { title } article { title } }
      reports(first: 20) { nodes { id reason details decidedAt user { displayName } } }
    }
  }
}`);

/** Approves a reported comment, so that it's visible again. */
export const ApproveCommentDocument = graphql(
  /* GraphQL */ `mutation approveComment($id: UUID!) {
  approveComment(input: { id: $id }) { comment { id } }
}`,
);

/** Deletes a reported comment. */
export const DeleteReportedDocument = graphql(/* GraphQL */ `mutation deleteReportedComment($id: UUID!, $patch: CommentPatch!) {
  updateCommentById(input: { id: $id, patch: $patch }) { comment { id } }
}`);

/** Suspends a user from commenting until a time, or permanently. */
export const SuspendUserDocument = graphql(/* GraphQL */ `mutation suspendUser($userId: UUID!, $endsAt: Datetime) {
  suspendUser(input: { userId: $userId, endsAt: $endsAt }) { user { id } }
}`);

/** Ends a user's suspension. */
export const EndSuspensionDocument = graphql(
  /* GraphQL */ `mutation endSuspension($userId: UUID!) {
  endSuspension(input: { userId: $userId }) { user { id } }
}`,
);
