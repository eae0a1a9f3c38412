import { graphql } from '../../shared/graphql-document.ts';

/** A comment that somebody reported. */
export type ReportedComment = {
  id: string;
  discussionId: string;
  createdAt: string;
  hiddenAt: string | null;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  withheldBodyDelta: string | null;
  user: {
    id: string;
    username: string;
    displayName: string;
    profileImageUrl: string | null;
    suspension: { endsAt: string | null } | null;
  } | null;
  discussion: { clip: { title: string } | null; lesson: { title: string } | null; article: { title: string } | null } | null;
  reports: {
    nodes: { id: string; reason: string; details: string | null; decidedAt: string | null; user: { displayName: string } | null }[];
  };
};

/** Comments that wait for a moderator, hidden ones first. */
export const ModerationDocument = graphql(/* GraphQL */ `query moderationQueue($first: Int!) {
  moderationQueue(first: $first) {
    nodes {
      id discussionId createdAt hiddenAt bodyDelta bodyDrawings withheldBodyDelta
      user { id username displayName profileImageUrl suspension { endsAt } }
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
