import { graphql } from '../../shared/graphql-document.ts';

type People = { nodes: { user: { displayName: string; username: string } | null }[] };

/** A page of a list, as many as the API gives at once. */
export type Batch<TNode> = { totalCount: number; nodes: TNode[] };

/** A course, a book or an article, as sitemap and feeds tell of it. */
export type ListedTitle = {
  id: string;
  title: string;
  permalink: string;
  summary: string | null;
  description: string | null;
  createdAt: string;
  publishedAt: string | null;
  updatedAt: string;
  contributions: People;
};

/** A course or a book with its picture, its trailer and the addresses of its lessons. */
export type ListedItem = ListedTitle & {
  posterImageUrl: string | null;
  heroVideoUrl: string | null;
  lessons: { nodes: { lesson: { permalink: string; updatedAt: string } | null }[] };
};

/** The listed courses, newest first. */
export const ListedCoursesDocument = graphql(/* GraphQL */ `query listedCourses($first: Int!, $offset: Int!) {
  list: coursesByTag(first: $first, offset: $offset) {
    totalCount
    nodes {
      id title permalink summary description createdAt publishedAt updatedAt posterImageUrl heroVideoUrl
      contributions(first: 5) { nodes { user { displayName username } } }
      lessons: courseLessons(first: 100) { nodes { lesson { permalink updatedAt } } }
    }
  }
}`);

/** The listed books, newest first. */
export const ListedBooksDocument = graphql(/* GraphQL */ `query listedBooks($first: Int!, $offset: Int!) {
  list: booksByTag(first: $first, offset: $offset) {
    totalCount
    nodes {
      id title permalink summary description createdAt publishedAt updatedAt posterImageUrl heroVideoUrl
      contributions(first: 5) { nodes { user { displayName username } } }
      lessons: bookLessons(first: 100) { nodes { lesson { permalink updatedAt } } }
    }
  }
}`);

/** The listed articles, newest first. */
export const ListedArticlesDocument = graphql(/* GraphQL */ `query listedArticles($first: Int!, $offset: Int!) {
  list: articlesForTag(first: $first, offset: $offset) {
    totalCount
    nodes {
      id title permalink summary description createdAt publishedAt updatedAt mainImageUrl canonicalUrl
      contributions(first: 5) { nodes { user { displayName username } } }
    }
  }
}`);

/** The clips, newest first. */
export const ListedClipsDocument = graphql(/* GraphQL */ `query listedClips($first: Int!, $offset: Int!) {
  list: clips(first: $first, offset: $offset) {
    totalCount
    nodes { id title description videoUrl thumbnailSeconds durationSeconds createdAt }
  }
}`);
