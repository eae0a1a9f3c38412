import { graphql } from '../../shared/graphql-document.ts';

type People = { nodes: { user: { displayName: string; username: string } | null }[] };

/**
 * A page of a list, as large as the API allows. Each page continues after the last row of the previous one, which costs the same at any
 * depth.
 */
export type Batch<TNode> = { nodes: TNode[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

/** The variables of a list: authors and lessons are only included when needed. An offset is for the first page of a part. */
export type BatchVariables = { first: number; after: string | null; offset: number | null; withAuthors: boolean; withLessons: boolean };

/** A course, book or article in the sitemap and feeds. */
export type ListedTitle = {
  id: string;
  title: string;
  permalink: string;
  summary: string | null;
  description: string | null;
  createdAt: string;
  publishedAt: string | null;
  updatedAt: string;
  isPublished: boolean;
  contributions?: People;
};

/** A course or book with its image, its trailer and the URLs of its lessons. */
export type ListedItem = ListedTitle & {
  posterImageUrl: string | null;
  heroVideoUrl: string | null;
  lessonPages?: readonly { permalink: string; updatedAt: string }[];
};

/** The listed courses, newest first, including announced ones. */
export const ListedCoursesDocument =
  graphql(/* GraphQL */ `query listedCourses($first: Int!, $after: Cursor, $offset: Int, $withAuthors: Boolean!, $withLessons: Boolean!) {
  list: courses(first: $first, after: $after, offset: $offset) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id title permalink summary description createdAt publishedAt updatedAt isPublished posterImageUrl heroVideoUrl
      contributions(first: 5) @include(if: $withAuthors) { nodes { user { displayName username } } }
      lessonPages @include(if: $withLessons) { permalink updatedAt }
    }
  }
}`);

/** The listed books, newest first, including announced ones. */
export const ListedBooksDocument =
  graphql(/* GraphQL */ `query listedBooks($first: Int!, $after: Cursor, $offset: Int, $withAuthors: Boolean!, $withLessons: Boolean!) {
  list: books(first: $first, after: $after, offset: $offset) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id title permalink summary description createdAt publishedAt updatedAt isPublished posterImageUrl heroVideoUrl
      contributions(first: 5) @include(if: $withAuthors) { nodes { user { displayName username } } }
      lessonPages @include(if: $withLessons) { permalink updatedAt }
    }
  }
}`);

/** The listed articles, newest first. */
export const ListedArticlesDocument =
  graphql(/* GraphQL */ `query listedArticles($first: Int!, $after: Cursor, $offset: Int, $withAuthors: Boolean!) {
  list: articles(first: $first, after: $after, offset: $offset) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id title permalink summary description createdAt publishedAt updatedAt isPublished mainImageUrl canonicalUrl
      contributions(first: 5) @include(if: $withAuthors) { nodes { user { displayName username } } }
    }
  }
}`);

/** The published site pages. */
export const ListedPagesDocument = graphql(/* GraphQL */ `query listedPages {
  pages(first: 100) { nodes { title permalink publishedAt } }
}`);

/** The clips, newest first. */
export const ListedClipsDocument = graphql(/* GraphQL */ `query listedClips($first: Int!, $after: Cursor, $offset: Int) {
  list: clips(first: $first, after: $after, offset: $offset) {
    pageInfo { hasNextPage endCursor }
    nodes { id title description videoUrl thumbnailSeconds durationSeconds createdAt }
  }
}`);

/** How many titles and clips the site lists, by which the sitemap is divided into files. */
export const ListedCountsDocument = graphql(/* GraphQL */ `query listedCounts {
  paths: listedLearningPaths { totalCount }
  courses { totalCount }
  books { totalCount }
  articles { totalCount }
  clips { totalCount }
}`);

/** The usernames of everyone who contributed to a published, listed title. */
export const ListedUsernamesDocument = graphql(/* GraphQL */ `query listedUsernames { listedUsernames }`);

/** The learning paths of a part of the list, newest first. */
export const ListedPathsDocument = graphql(/* GraphQL */ `query listedPaths($first: Int!, $offset: Int!) {
  listedLearningPaths(first: $first, offset: $offset) { nodes { title slug summary description updatedAt } }
}`);
