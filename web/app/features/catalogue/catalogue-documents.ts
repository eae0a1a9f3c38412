import type { BookCardNode, CourseCardNode } from '../../shared/catalogue/card-facts.ts';
import { typed } from '../../shared/graphql-document.ts';

type Page<TNode> = { nodes: TNode[]; pageInfo: { hasNextPage: boolean } };

/** The listed courses, those coming soon among them, newest first. */
export const CoursesDocument = typed<
  { coursesBySlugs: Page<CourseCardNode> },
  { first: number; offset: number }
>(/* GraphQL */ `query courses($first: Int!, $offset: Int!) {
  coursesBySlugs(first: $first, offset: $offset) {
    nodes {
      id title permalink topic summary posterImageUrl isFree isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum
      contributions(first: 5) { nodes { user { displayName } } }
    }
    pageInfo { hasNextPage }
  }
}`);

/** The listed books, those coming soon among them, newest first. */
export const BooksDocument = typed<
  { booksBySlugs: Page<BookCardNode> },
  { first: number; offset: number }
>(/* GraphQL */ `query books($first: Int!, $offset: Int!) {
  booksBySlugs(first: $first, offset: $offset) {
    nodes {
      id title permalink topic summary posterImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum
      contributions(first: 5) { nodes { user { displayName } } }
    }
    pageInfo { hasNextPage }
  }
}`);
