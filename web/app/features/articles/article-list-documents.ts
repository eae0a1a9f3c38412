import { graphql } from '../../shared/graphql-document.ts';

/** An article in the list of all. */
export type ListedArticle = {
  id: string;
  title: string;
  permalink: string;
  topic: string;
  summary: string | null;
  mainImageUrl: string | null;
  publishedAt: string | null;
  subscriptionRequired: boolean;
  readingMinutes: number | null;
  contributions: { nodes: { user: { displayName: string } | null }[] };
};

/** The published, listed articles, newest first. */
export const ArticleListDocument = graphql(/* GraphQL */ `query articleList($first: Int!, $offset: Int!) {
  articlesForTag(first: $first, offset: $offset) {
    nodes {
      id title permalink topic summary mainImageUrl publishedAt subscriptionRequired readingMinutes
      contributions(first: 3) { nodes { user { displayName } } }
    }
    pageInfo { hasNextPage }
  }
}`);
