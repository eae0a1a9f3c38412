import { graphql } from '../../shared/graphql-document.ts';

/** Something that happened to what a person wrote, follows or teaches. */
export type NotificationNode = {
  id: string;
  kind: 'REPLY' | 'MENTION' | 'ANSWER_ACCEPTED' | 'QUESTION';
  createdAt: string;
  readAt: string | null;
  actor: { username: string; displayName: string; profileImageUrl: string | null } | null;
  comment: { id: string; bodyMarkdown: string | null } | null;
  discussion: { id: string; clip: { title: string } | null; lesson: { title: string } | null; article: { title: string } | null } | null;
};

/** A page of the signed-in person's notices, newest first. */
export type NotificationsData = {
  unreadNoticesCount: number | null;
  notifications: { nodes: NotificationNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } | null;
};

/** The notices of the signed-in person. */
export const NotificationsDocument = graphql(/* GraphQL */ `query notifications($first: Int!, $after: Cursor) {
  unreadNoticesCount
  notifications: ownNotices(first: $first, after: $after) {
    nodes {
      id kind createdAt readAt
      actor { username displayName profileImageUrl }
      comment { id bodyMarkdown }
      discussion { id clip { title } lesson { title } article { title } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`);

/** Takes note of some notices, or of all. */
export const MarkNotificationsReadDocument = graphql(/* GraphQL */ `mutation markNoticesRead($ids: [UUID]) {
  markNoticesRead(input: { ids: $ids }) { marked }
}`);
