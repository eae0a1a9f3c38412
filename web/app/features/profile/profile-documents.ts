import type { BookCardFragment, CourseCardFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A comment by the user. */
export type ProfileComment = {
  id: string;
  discussionId: string;
  createdAt: string;
  bodyDelta: string | null;
  discussion: { clip: { title: string } | null; lesson: { title: string } | null; article: { title: string } | null } | null;
};

/** A user as their profile shows them. */
export type ProfileNode = {
  id: string;
  username: string;
  displayName: string;
  profileImageUrl: string | null;
  employmentTitle: string | null;
  employerName: string | null;
  biography: string | null;
  websiteUrl: string | null;
  githubUsername: string | null;
  twitterUsername: string | null;
  linkedInUrl: string | null;
  publicComments: { nodes: ProfileComment[] };
  /** A visitor, for whom the page is rendered, sees those that the user shows here. */
  certificates: { nodes: { id: string; courseTitle: string; issuedAt: string; isOnProfile: boolean; revokedAt: string | null }[] };
  contributions: {
    nodes: {
      course: (CourseCardFragment & { isShownPublicly: boolean }) | null;
      book: (BookCardFragment & { isShownPublicly: boolean }) | null;
    }[];
  };
};

/** The user with a username, and their courses and books. */
export const ProfileDocument = graphql(/* GraphQL */ `query profile($username: String!) {
  userByUsername(username: $username) {
    id username displayName profileImageUrl employmentTitle employerName biography websiteUrl githubUsername twitterUsername linkedInUrl
    publicComments(first: 10) {
      nodes { id discussionId createdAt bodyDelta discussion { clip { title } lesson { title } article { title } } }
    }
    certificates(first: 50, orderBy: ISSUED_AT_DESC) { nodes { id courseTitle issuedAt isOnProfile revokedAt } }
    contributions(first: 50) {
      nodes {
        course { isShownPublicly ...CourseCard }
        book { isShownPublicly ...BookCard }
      }
    }
  }
}`);
