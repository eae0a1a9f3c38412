import { graphql } from '../../shared/graphql-document.ts';

/** A notification about something that the user wrote, follows or teaches. */
export type NotificationNode = {
  id: string;
  kind: 'REPLY' | 'MENTION' | 'ANSWER_ACCEPTED' | 'QUESTION';
  createdAt: string;
  readAt: string | null;
  actor: { username: string; displayName: string; profileImageUrl: string | null } | null;
  comment: { id: string; bodyDelta: string | null } | null;
  discussion: { id: string; clip: { title: string } | null; lesson: { title: string } | null; article: { title: string } | null } | null;
};

/** The notifications of the signed-in user. */
export const NotificationsDocument = graphql(/* GraphQL */ `query notifications($first: Int!, $after: Cursor) {
  unreadNoticesCount
  notifications: ownNotices(first: $first, after: $after) {
    nodes {
      id kind createdAt readAt
      actor { username displayName profileImageUrl }
      comment { id bodyDelta }
      discussion { id clip { title } lesson { title } article { title } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`);

/** Marks some or all notifications as read. */
export const MarkNotificationsReadDocument = graphql(/* GraphQL */ `mutation markNoticesRead($ids: [UUID]) {
  markNoticesRead(input: { ids: $ids }) { marked }
}`);
