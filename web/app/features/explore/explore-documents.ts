import type { BookCardNode, CourseCardNode } from '../../shared/catalogue/card-facts.ts';
import { typed } from '../../shared/graphql-document.ts';

type List<TNode> = { totalCount: number; nodes: TNode[] };
type Tagged = { taggings: { nodes: { tag: { name: string; isCategory: boolean } }[] } };

/** A course as the explore section asks for it; `dependencies` is a JSON string. */
export type ExploreCourse = CourseCardNode &
  Tagged & { description: string | null; coverImageUrl: string | null; dependencies: string | null; videoSeconds: number };

/** A book as the explore section asks for it. */
export type ExploreBook = BookCardNode & Tagged & { description: string | null; coverImageUrl: string | null };

/** An article as the explore section asks for it. */
export type ExploreArticle = Tagged & {
  id: string;
  title: string;
  permalink: string;
  topic: string;
  createdAt: string;
  description: string | null;
  summary: string | null;
  mainImageUrl: string | null;
  subscriptionRequired: boolean;
  contributions: { nodes: { user: { displayName: string } | null }[] };
};

/** The three lists of a category, as many of each as were asked for. */
export type TaggedContent = {
  articlesForTag: List<ExploreArticle>;
  coursesByTag: List<ExploreCourse>;
  booksByTag: List<ExploreBook>;
};

/** Published titles with a tag (its slug or name; null for all), newest first, in three lists. */
export const TaggedContentDocument = typed<
  TaggedContent,
  { tagName: string | null; first: number; offset: number }
>(/* GraphQL */ `query getTaggedContent($tagName: String, $first: Int!, $offset: Int!) {
  articlesForTag(tagName: $tagName, first: $first, offset: $offset) {
    totalCount
    nodes {
      id createdAt title permalink topic description summary mainImageUrl subscriptionRequired
      contributions(first: 5) { nodes { user { displayName } } }
      taggings(first: 8) { nodes { tag { name isCategory } } }
    }
  }
  coursesByTag(tagName: $tagName, first: $first, offset: $offset) {
    totalCount
    nodes {
      id createdAt title permalink topic description summary posterImageUrl coverImageUrl dependencies isFree isComingSoon isBootcamp isLiveWorkshop publishedAt
      ratingCount ratingSum videoSeconds
      contributions(first: 5) { nodes { user { displayName } } }
      taggings(first: 8) { nodes { tag { name isCategory } } }
    }
  }
  booksByTag(tagName: $tagName, first: $first, offset: $offset) {
    totalCount
    nodes {
      id createdAt title permalink topic description summary posterImageUrl coverImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop publishedAt
      ratingCount ratingSum
      contributions(first: 5) { nodes { user { displayName } } }
      taggings(first: 8) { nodes { tag { name isCategory } } }
    }
  }
}`);

/** The categories in their order, each with its number of titles, and the number of all titles. */
export const CategoriesDocument = typed<{
  tags: { nodes: { name: string; slug: string; numTitles: number }[] };
  articlesForTag: { totalCount: number };
  coursesByTag: { totalCount: number };
  booksByTag: { totalCount: number };
}>(/* GraphQL */ `query categories {
  tags(condition: { isCategory: true }, orderBy: [POSITION_ASC], first: 30) { nodes { name slug numTitles } }
  articlesForTag { totalCount }
  coursesByTag { totalCount }
  booksByTag { totalCount }
}`);

/** A book as its explorer asks for it. */
export type RankedBook = BookCardNode & { videoSeconds: number };

/** The four tabs of the books explorer, nine titles each at the most, and how many books there are. */
export const BooksExplorerDocument = typed<{
  recent: { nodes: RankedBook[] };
  popular: { nodes: RankedBook[] };
  rated: { nodes: RankedBook[] };
  coming: { nodes: RankedBook[] };
  booksByTag: { totalCount: number };
}>(/* GraphQL */ `query booksExplorer {
  recent: rankedBooks(ranking: MOST_RECENT, first: 9) {
    nodes {
      id title permalink topic summary posterImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum videoSeconds
      contributions(first: 5) { nodes { user { displayName } } }
    }
  }
  popular: rankedBooks(ranking: MOST_POPULAR, first: 9) {
    nodes {
      id title permalink topic summary posterImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum videoSeconds
      contributions(first: 5) { nodes { user { displayName } } }
    }
  }
  rated: rankedBooks(ranking: HIGHEST_RATED, first: 9) {
    nodes {
      id title permalink topic summary posterImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum videoSeconds
      contributions(first: 5) { nodes { user { displayName } } }
    }
  }
  coming: rankedBooks(ranking: COMING_SOON, first: 9) {
    nodes {
      id title permalink topic summary posterImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum videoSeconds
      contributions(first: 5) { nodes { user { displayName } } }
    }
  }
  booksByTag { totalCount }
}`);
