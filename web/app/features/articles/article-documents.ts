import { graphql } from '../../shared/graphql-document.ts';

/** Somebody who wrote or edited the article. */
export type ArticleAuthor = {
  id: string;
  username: string;
  displayName: string;
  profileImageUrl: string | null;
  employmentTitle: string | null;
  employerName: string | null;
};

/** Another article, as a line. */
export type ArticleLine = {
  id: string;
  title: string;
  permalink: string;
  summary: string | null;
  publishedAt: string | null;
  subscriptionRequired: boolean;
  contributions: { nodes: { user: { displayName: string } | null }[] };
};

/** An article with its text, as far as the reader may read it. */
export type ArticleNode = {
  id: string;
  title: string;
  slug: string;
  permalink: string;
  topic: string;
  description: string | null;
  summary: string | null;
  canonicalUrl: string | null;
  mainImageUrl: string | null;
  subscriptionRequired: boolean;
  isPublished: boolean;
  isShownPublicly: boolean;
  archivedAt: string | null;
  createdAt: string;
  publishedAt: string | null;
  updatedAt: string;
  isCut: boolean | null;
  /** What opens its repository on the assets server; null for who has only part of the text. */
  repositoryPass: string | null;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  contributions: { nodes: { title: string; user: ArticleAuthor | null }[] };
  taggings: { nodes: { tag: { name: string; slug: string } | null }[] };
};

/** The article of a slug with everything its page shows. */
export const ArticleDocument = graphql(/* GraphQL */ `query article($slug: String!) {
  articleBySlug(slug: $slug) {
    id title slug permalink topic description summary canonicalUrl mainImageUrl subscriptionRequired isPublished isShownPublicly
    archivedAt createdAt publishedAt updatedAt isCut repositoryPass bodyDelta bodyDrawings
    contributions(first: 20) {
      nodes { title user { id username displayName profileImageUrl employmentTitle employerName } }
    }
    taggings(first: 20) { nodes { tag { name slug } } }
  }
}`);

/** The newest articles with a tag. */
export const RelatedArticlesDocument = graphql(/* GraphQL */ `query relatedArticles($tagName: String, $first: Int!) {
  articlesForTag(tagName: $tagName, first: $first) {
    nodes {
      id title permalink summary publishedAt subscriptionRequired
      contributions(first: 3) { nodes { user { displayName } } }
    }
  }
}`);

/** What an address of the past leads to. */
export const FormerArticleDocument = graphql(/* GraphQL */ `query formerArticle($path: String!) {
  permalinkByPath(path: $path) { article { permalink } }
}`);

/** An article with its working text, for those who write it. */
export const ArticlePreviewDocument = graphql(/* GraphQL */ `query articlePreview($id: UUID!) {
  articleById(id: $id) {
    id title slug permalink topic description summary canonicalUrl mainImageUrl subscriptionRequired isPublished isShownPublicly
    archivedAt createdAt publishedAt updatedAt repositoryPass
    contributions(first: 20) {
      nodes { title user { id username displayName profileImageUrl employmentTitle employerName } }
    }
    taggings(first: 20) { nodes { tag { name slug } } }
    latestRevision { title bodyDelta bodyDrawings openBlocks }
  }
}`);
