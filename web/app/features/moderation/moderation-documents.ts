import type { ModerationQueueQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A comment that somebody reported. */
export type ReportedComment = NonNullable<ModerationQueueQuery['moderationQueue']>['nodes'][number];

/** Comments that wait for a moderator, hidden ones first. */
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

/** Shows a reported comment again. */
export const ApproveCommentDocument = graphql(
  /* GraphQL */ `mutation approveComment($id: UUID!) {
  approveComment(input: { id: $id }) { comment { id } }
}`,
);

/** Deletes one. */
export const DeleteReportedDocument = graphql(/* GraphQL */ `mutation deleteReportedComment($id: UUID!, $patch: CommentPatch!) {
  updateCommentById(input: { id: $id, patch: $patch }) { comment { id } }
}`);

/** Keeps somebody from writing until an instant, or for good. */
export const SuspendUserDocument = graphql(/* GraphQL */ `mutation suspendUser($userId: UUID!, $endsAt: Datetime) {
  suspendUser(input: { userId: $userId, endsAt: $endsAt }) { user { id } }
}`);

/** Lets somebody write again. */
export const EndSuspensionDocument = graphql(
  /* GraphQL */ `mutation endSuspension($userId: UUID!) {
  endSuspension(input: { userId: $userId }) { user { id } }
}`,
);
