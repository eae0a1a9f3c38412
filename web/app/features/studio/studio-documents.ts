import type { ItemStatus, Topic } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';
import type { WorkingAnchor, WorkingText } from './text-calls.ts';

/** The state of an article as its authors see it. */
export type ArticleStatus = 'DRAFT' | 'SCHEDULED' | 'PUBLISHED' | 'ARCHIVED';

/** An article in the studio's list. */
export type StudioLine = {
  id: string;
  title: string;
  status: ArticleStatus;
  publishedAt: string | null;
  latestRevision: {
    title: string;
    numWords: number;
    updatedAt: string;
    publishedAt: string | null;
    user: { displayName: string } | null;
  } | null;
};

/** A course or book in the studio's list. */
export type ItemLine = { id: string; title: string; status: ItemStatus; publishedAt: string | null; updatedAt: string; numLessons: number };

/**
 * The user's items, and whether they may create some. Without `hasArticles` articles are left out, because none has the requested state.
 */
export const StudioDocument =
  graphql(/* GraphQL */ `query studio($search: String, $status: ArticleStatus, $itemStatus: ItemStatus, $hasArticles: Boolean!, $isEveryones: Boolean, $first: Int!, $offset: Int!) {
  isAuthor
  viewer { isAdmin }
  myCourses(search: $search, status: $itemStatus, isEveryones: $isEveryones, first: 50) {
    totalCount
    nodes { id title status publishedAt updatedAt numLessons }
  }
  myBooks(search: $search, status: $itemStatus, isEveryones: $isEveryones, first: 50) {
    totalCount
    nodes { id title status publishedAt updatedAt numLessons }
  }
  myArticles(search: $search, status: $status, isEveryones: $isEveryones, first: $first, offset: $offset) @include(if: $hasArticles) {
    totalCount
    nodes { id title status publishedAt latestRevision { title numWords updatedAt publishedAt user { displayName } } }
  }
}`);

/** Creates a course. */
export const CreateCourseDocument = graphql(
  /* GraphQL */ `mutation createCourse($title: String!) { createCourse(input: { title: $title }) { course { id } } }`,
);

/** Creates a book. */
export const CreateBookDocument = graphql(
  /* GraphQL */ `mutation createBook($title: String!) { createBook(input: { title: $title }) { book { id } } }`,
);

/** The details of an article that the publish dialog shows and changes. */
export type ArticleDetails = {
  slug: string;
  canonicalUrl: string | null;
  description: string | null;
  summary: string | null;
  mainImageUrl: string | null;
  topic: Topic;
  subscriptionRequired: boolean;
  previewPercent: number | null;
  isShownPublicly: boolean;
  taggings: { nodes: { tag: { slug: string; name: string } | null }[] };
};

/** An article in the studio: its state, details and working text. */
export type StudioArticle = ArticleDetails & {
  id: string;
  title: string;
  permalink: string;
  status: ArticleStatus;
  mayPublish: boolean;
  publishedAt: string | null;
  latestRevision: WorkingText | null;
  /** The positions of readers' annotations in the working text; without positions their passages aren't in it. */
  workingAnchors: readonly WorkingAnchor[] | null;
};

/** The article of the editor's page, with all tags. */
export const StudioArticleDocument = graphql(/* GraphQL */ `query studioArticle($id: UUID!) {
  articleById(id: $id) {
    id title permalink status mayPublish publishedAt slug canonicalUrl description summary mainImageUrl topic subscriptionRequired
    previewPercent isShownPublicly
    taggings(first: 20) { nodes { tag { slug name } } }
    latestRevision { version title bodyDelta updatedAt publishedAt }
    workingAnchors { discussionId from to text }
  }
  tags(first: 100) { nodes { slug name } }
}`);

/** The same without the text, to refresh it after a change. */
export const ArticleStateDocument = graphql(/* GraphQL */ `query articleState($id: UUID!) {
  articleById(id: $id) {
    id title permalink status mayPublish publishedAt slug canonicalUrl description summary mainImageUrl topic subscriptionRequired
    previewPercent isShownPublicly
    taggings(first: 20) { nodes { tag { slug name } } }
    latestRevision { version publishedAt }
  }
}`);

/** The slug suggested for an article with this title. */
export const ProposedSlugDocument = graphql(/* GraphQL */ `query proposedSlug($title: String!) { proposedSlug(title: $title) }`);

/** Creates an article. */
export const CreateArticleDocument = graphql(/* GraphQL */ `mutation createArticle($title: String!, $bodyMarkdown: String) {
  createArticle(input: { title: $title, bodyMarkdown: $bodyMarkdown }) { article { id } }
}`);

/** Saves the working title and text. */
export const SaveArticleDocument =
  graphql(/* GraphQL */ `mutation saveArticle($id: UUID!, $baseVersion: Int!, $title: String!, $bodyDelta: String!, $sessionId: UUID!, $sequence: Int!, $anchors: [AnchorHint!]) {
  saveArticle(input: { id: $id, baseVersion: $baseVersion, title: $title, bodyDelta: $bodyDelta, sessionId: $sessionId, sequence: $sequence, anchors: $anchors }) {
    version
    savedAt
  }
}`);

/** The history of an article, newest first. */
export const RevisionsDocument = graphql(/* GraphQL */ `query revisions($id: UUID!, $first: Int!, $offset: Int!) {
  articleById(id: $id) {
    revisions(first: $first, offset: $offset) {
      totalCount
      nodes { id version title numWords restoredVersion publishedAt updatedAt user { displayName } }
    }
  }
}`);

/** The text of a revision. */
export const RevisionTextDocument = graphql(/* GraphQL */ `query revisionText($id: UUID!) {
  articleRevisionById(id: $id) { title bodyDelta }
}`);

/** Restores an old version as the newest one. */
export const RestoreRevisionDocument = graphql(/* GraphQL */ `mutation restoreRevision($revisionId: UUID!, $baseVersion: Int!) {
  restoreArticleRevision(input: { revisionId: $revisionId, baseVersion: $baseVersion }) {
    version
    savedAt
    revision { title bodyDelta }
  }
}`);

/** Changed details; absent ones stay as they are. */
export type DetailsPatch = Partial<Omit<ArticleDetails, 'taggings'>> & { tags?: string[] };

/** Updates details. */
export const UpdateArticleDocument = graphql(/* GraphQL */ `mutation updateArticle($id: UUID!, $patch: ArticleDetails!) {
  updateArticle(input: { id: $id, patch: $patch }) { article { id } }
}`);

/** Publishes a version. */
export const PublishArticleDocument = graphql(/* GraphQL */ `mutation publishArticle($id: UUID!, $version: Int!, $publishedAt: Datetime) {
  publishArticle(input: { id: $id, version: $version, publishedAt: $publishedAt }) { article { id } }
}`);

/** Unpublishes an article, which becomes a draft again. */
export const UnpublishArticleDocument = graphql(
  /* GraphQL */ `mutation unpublishArticle($id: UUID!) { unpublishArticle(input: { id: $id }) { article { id } } }`,
);

/** Archives an article, or restores it. */
export const ArchiveArticleDocument = graphql(/* GraphQL */ `mutation archiveArticle($id: UUID!, $isArchived: Boolean!) {
  archiveArticle(input: { id: $id, isArchived: $isArchived }) { article { id } }
}`);
