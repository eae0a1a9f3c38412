import type { BookCardNode, CourseCardNode } from '../../shared/catalogue/card-facts.ts';
import { typed } from '../../shared/graphql-document.ts';

/** Something the person wrote in a discussion. */
export type ProfileComment = {
  id: string;
  discussionId: string;
  createdAt: string;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  discussion: { clip: { title: string } | null; lesson: { title: string } | null; article: { title: string } | null } | null;
};

/** A person as their page shows them. */
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
  contributions: {
    nodes: { course: (CourseCardNode & { isShownPublicly: boolean }) | null; book: (BookCardNode & { isShownPublicly: boolean }) | null }[];
  };
};

/** The person of a user name with the courses and books they made. */
export const ProfileDocument = typed<
  { userByUsername: ProfileNode | null },
  { username: string }
>(/* GraphQL */ `query profile($username: String!) {
  userByUsername(username: $username) {
    id username displayName profileImageUrl employmentTitle employerName biography websiteUrl githubUsername twitterUsername linkedInUrl
    publicComments(first: 10) {
      nodes { id discussionId createdAt bodyDelta bodyDrawings discussion { clip { title } lesson { title } article { title } } }
    }
    contributions(first: 50) {
      nodes {
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
}`);
