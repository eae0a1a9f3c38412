import type { BookCardNode, CourseCardNode } from '../../shared/catalogue/card-facts.ts';
import { typed } from '../../shared/graphql-document.ts';

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
      course: (CourseCardNode & { isShownPublicly: boolean }) | null;
      book: (BookCardNode & { isShownPublicly: boolean }) | null;
    }[];
  };
};

/** The author whose own address this is. */
export const AuthorDocument = typed<
  { permalinkByPath: { isCurrent: boolean; user: AuthorNode | null } | null },
  { path: string }
>(/* GraphQL */ `query author($path: String!) {
  permalinkByPath(path: $path) {
    isCurrent
    user {
      id username displayName profileImageUrl employmentTitle employerName biography websiteUrl githubUsername twitterUsername linkedInUrl
      authorPage { quoteMd }
      contributions(first: 50) {
        nodes {
          title
          course {
            id title permalink topic summary posterImageUrl isFree isShownPublicly isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt
            ratingCount ratingSum contributions(first: 5) { nodes { user { displayName } } }
          }
          book {
            id title permalink topic summary posterImageUrl isForSale isShownPublicly isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt
            ratingCount ratingSum contributions(first: 5) { nodes { user { displayName } } }
          }
        }
      }
    }
  }
}`);
