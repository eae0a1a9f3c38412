import type { BooksExplorerQuery, GetTaggedContentQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** The three lists of a category, each with as many titles as requested. */
export type TaggedContent = GetTaggedContentQuery;

/** A course in the explore section; `dependencies` is a JSON string. */
export type ExploreCourse = TaggedContent['coursesByTag']['nodes'][number];

/** A book in the explore section. */
export type ExploreBook = TaggedContent['booksByTag']['nodes'][number];

/** An article in the explore section. */
export type ExploreArticle = TaggedContent['articlesForTag']['nodes'][number];

/** Published titles with a tag (its slug or name; null for all), newest first, in three lists. */
export const TaggedContentDocument = graphql(/* GraphQL */ `query getTaggedContent($tagName: String, $first: Int!, $offset: Int!)
  @public(tags: ["articles", "books", "contributions", "courses", "lessons", "plans", "tags", "testimonials", "users"]) {
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
      ...CourseCard
      description coverImageUrl dependencies videoSeconds
      taggings(first: 8) { nodes { tag { name isCategory } } }
    }
  }
  booksByTag(tagName: $tagName, first: $first, offset: $offset) {
    totalCount
    nodes {
      ...BookCard
      description coverImageUrl
      taggings(first: 8) { nodes { tag { name isCategory } } }
    }
  }
}`);

/** The categories in order, each with its number of titles, and the total number of titles. */
export const CategoriesDocument = graphql(/* GraphQL */ `query categories @public(tags: ["articles", "books", "courses", "tags"]) {
  tags(condition: { isCategory: true }, orderBy: [POSITION_ASC], first: 30) { nodes { name slug numTitles } }
  articlesForTag { totalCount }
  coursesByTag { totalCount }
  booksByTag { totalCount }
}`);

/** The category that has a slug, or had it. */
export const CategoryDocument = graphql(/* GraphQL */ `query category($tagName: String!) {
  tagOf(tagName: $tagName) { slug isCategory }
}`);

/** A book in the books explorer. */
export type RankedBook = BooksExplorerQuery['recent']['nodes'][number];

/** The four tabs of the books explorer, with at most nine titles each, and the number of books. */
export const BooksExplorerDocument = graphql(/* GraphQL */ `query booksExplorer {
  recent: rankedBooks(ranking: MOST_RECENT, first: 9) {
    nodes { ...BookCard videoSeconds }
  }
  popular: rankedBooks(ranking: MOST_POPULAR, first: 9) {
    nodes { ...BookCard videoSeconds }
  }
  rated: rankedBooks(ranking: HIGHEST_RATED, first: 9) {
    nodes { ...BookCard videoSeconds }
  }
  coming: rankedBooks(ranking: COMING_SOON, first: 9) {
    nodes { ...BookCard videoSeconds }
  }
  booksByTag { totalCount }
}`);
