import { graphql } from '../../shared/graphql-document.ts';

/** An author or editor of the article. */
export type ArticleAuthor = {
  id: string;
  username: string;
  displayName: string;
  profileImageUrl: string | null;
  employmentTitle: string | null;
  employerName: string | null;
};

/** Another article in a list. */
export type ArticleLine = {
  id: string;
  title: string;
  permalink: string;
  summary: string | null;
  publishedAt: string | null;
  subscriptionRequired: boolean;
  contributions: { nodes: { user: { displayName: string } | null }[] };
};

/** An article, with its text as far as the reader may read it. */
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
  /** The access token for its repository on the assets server; null unless the reader has the whole text. */
  repositoryPass: string | null;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  contributions: { nodes: { title: string; user: ArticleAuthor | null }[] };
  taggings: { nodes: { tag: { name: string; slug: string } | null }[] };
};

/** The article with a slug and everything its page shows. */
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

/** What belongs to the reader of an article: themselves, and which copy of the page they get. */
export const OwnArticleDocument = graphql(/* GraphQL */ `query ownArticle($slug: String!, $shell: Boolean!) {
  ... @include(if: $shell) {
    viewer { id username displayName profileImageUrl isAdmin settings { hasShortcuts timeZone followsBrowserTimeZone } }
    unreadNoticesCount
    pagesToAccept { nodes { id title permalink publishedVersion } }
  }
  articleBySlug(slug: $slug) { slug updatedAt isCut readerAccess }
}`);

/** Marks an article that was read to its end as completed. */
export const ReadArticleDocument = graphql(
  /* GraphQL */ `mutation readArticle($articleId: UUID!) { markCompleted(input: { articleId: $articleId, reason: READ }) { isCompleted } }`,
);

/** The newest articles with a tag. */
export const RelatedArticlesDocument = graphql(/* GraphQL */ `query relatedArticles($tagName: String, $first: Int!) {
  articlesForTag(tagName: $tagName, first: $first) {
    nodes {
      id title permalink summary publishedAt subscriptionRequired
      contributions(first: 3) { nodes { user { displayName } } }
    }
  }
}`);

/** The current article of a former URL. */
export const FormerArticleDocument = graphql(/* GraphQL */ `query formerArticle($path: String!) {
  permalinkByPath(path: $path) { article { permalink } }
}`);

/** An article with its working text, for its authors. */
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
