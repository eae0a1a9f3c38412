import type { BookCardFragment, CourseCardFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** An author as their own page shows them. */
export type AuthorNode = {
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
  authorPage: { quoteMd: string } | null;
  contributions: {
    nodes: {
      title: string;
      course: (CourseCardFragment & { isShownPublicly: boolean }) | null;
      book: (BookCardFragment & { isShownPublicly: boolean }) | null;
    }[];
  };
};

/** The author whose page has this path. */
export const AuthorDocument = graphql(/* GraphQL */ `query author($path: String!) {
  permalinkByPath(path: $path) {
    isCurrent
    user {
      id username displayName profileImageUrl employmentTitle employerName biography websiteUrl githubUsername twitterUsername linkedInUrl
      authorPage { quoteMd }
      contributions(first: 50) {
        nodes {
          title
          course { isShownPublicly ...CourseCard }
          book { isShownPublicly ...BookCard }
        }
      }
    }
  }
}`);
