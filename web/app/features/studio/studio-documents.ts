import { typed } from '../../shared/graphql-document.ts';
import type { RevisionLine, RevisionText, SaveVariables, WorkingAnchor, WorkingText } from './text-calls.ts';

/** The state of an article as its writers see it. */
export type ArticleStatus = 'DRAFT' | 'SCHEDULED' | 'PUBLISHED' | 'ARCHIVED';

/** An article as a line of the studio's list. */
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

/** The state of a course or a book as its writers see it. */
export type ItemStatus = ArticleStatus | 'COMING_SOON' | 'EARLY_ACCESS';

/** A course or a book as a line of the studio's list. */
export type ItemLine = { id: string; title: string; status: ItemStatus; publishedAt: string | null; updatedAt: string; numLessons: number };

type Lines<TLine> = { totalCount: number; nodes: TLine[] };

/** What somebody writes, and whether they may begin something. Without `hasArticles` those are left out: none has the state that is asked for. */
export const StudioDocument = typed<
  {
    isAuthor: boolean;
    viewer: { isAdmin: boolean } | null;
    myCourses: Lines<ItemLine>;
    myBooks: Lines<ItemLine>;
    myArticles?: Lines<StudioLine>;
  },
  {
    search: string | null;
    status: ArticleStatus | null;
    itemStatus: ItemStatus | null;
    hasArticles: boolean;
    isEveryones: boolean;
    first: number;
    offset: number;
  }
>(/* GraphQL */ `query studio($search: String, $status: ArticleStatus, $itemStatus: ItemStatus, $hasArticles: Boolean!, $isEveryones: Boolean, $first: Int!, $offset: Int!) {
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

/** Begins a course. */
export const CreateCourseDocument = typed<{ createCourse: { course: { id: string } } }, { title: string }>(
  /* GraphQL */ `mutation createCourse($title: String!) { createCourse(input: { title: $title }) { course { id } } }`,
);

/** Begins a book. */
export const CreateBookDocument = typed<{ createBook: { book: { id: string } } }, { title: string }>(
  /* GraphQL */ `mutation createBook($title: String!) { createBook(input: { title: $title }) { book { id } } }`,
);

/** Details of an article that the publish dialog shows and changes. */
export type ArticleDetails = {
  slug: string;
  canonicalUrl: string | null;
  description: string | null;
  summary: string | null;
  mainImageUrl: string | null;
  topic: string;
  subscriptionRequired: boolean;
  previewPercent: number | null;
  isShownPublicly: boolean;
  taggings: { nodes: { tag: { slug: string; name: string } | null }[] };
};

/** An article in the studio: its state, its details and its working text. */
export type StudioArticle = ArticleDetails & {
  id: string;
  title: string;
  permalink: string;
  status: ArticleStatus;
  mayPublish: boolean;
  publishedAt: string | null;
  latestRevision: WorkingText | null;
  /** Where annotations of readers are in the working text; without positions their words are not in it. */
  workingAnchors: readonly WorkingAnchor[] | null;
};

/** The article of the editor's page, with the tags there are. */
export const StudioArticleDocument = typed<
  { articleById: StudioArticle | null; tags: { nodes: { slug: string; name: string }[] } },
  { id: string }
>(/* GraphQL */ `query studioArticle($id: UUID!) {
  articleById(id: $id) {
    id title permalink status mayPublish publishedAt slug canonicalUrl description summary mainImageUrl topic subscriptionRequired
    previewPercent isShownPublicly
    taggings(first: 20) { nodes { tag { slug name } } }
    latestRevision { version title bodyDelta updatedAt publishedAt }
    workingAnchors { discussionId from to text }
  }
  tags(first: 100) { nodes { slug name } }
}`);

/** The same without the text, after something changed. */
export const ArticleStateDocument = typed<
  {
    articleById: Omit<StudioArticle, 'latestRevision' | 'workingAnchors'> & {
      latestRevision: { version: number; publishedAt: string | null } | null;
    };
  },
  { id: string }
>(/* GraphQL */ `query articleState($id: UUID!) {
  articleById(id: $id) {
    id title permalink status mayPublish publishedAt slug canonicalUrl description summary mainImageUrl topic subscriptionRequired
    previewPercent isShownPublicly
    taggings(first: 20) { nodes { tag { slug name } } }
    latestRevision { version publishedAt }
  }
}`);

/** Begins an article. */
export const CreateArticleDocument = typed<
  { createArticle: { article: { id: string } } },
  { title: string; bodyMarkdown: string | null }
>(/* GraphQL */ `mutation createArticle($title: String!, $bodyMarkdown: String) {
  createArticle(input: { title: $title, bodyMarkdown: $bodyMarkdown }) { article { id } }
}`);

/** Saves the working title and text. */
export const SaveArticleDocument = typed<
  { saveArticle: { version: number; savedAt: string } },
  SaveVariables
>(/* GraphQL */ `mutation saveArticle($id: UUID!, $baseVersion: Int!, $title: String!, $bodyDelta: String!, $sessionId: UUID!, $sequence: Int!, $anchors: [AnchorHint!]) {
  saveArticle(input: { id: $id, baseVersion: $baseVersion, title: $title, bodyDelta: $bodyDelta, sessionId: $sessionId, sequence: $sequence, anchors: $anchors }) {
    version
    savedAt
  }
}`);

/** The history of an article, the newest first. */
export const RevisionsDocument = typed<
  { articleById: { revisions: { totalCount: number; nodes: RevisionLine[] } } | null },
  { id: string; first: number; offset: number }
>(/* GraphQL */ `query revisions($id: UUID!, $first: Int!, $offset: Int!) {
  articleById(id: $id) {
    revisions(first: $first, offset: $offset) {
      totalCount
      nodes { id version title numWords restoredVersion publishedAt updatedAt user { displayName } }
    }
  }
}`);

/** The text of a revision. */
export const RevisionTextDocument = typed<
  { articleRevisionById: RevisionText | null },
  { id: string }
>(/* GraphQL */ `query revisionText($id: UUID!) {
  articleRevisionById(id: $id) { title bodyDelta }
}`);

/** Makes an old state the newest one. */
export const RestoreRevisionDocument = typed<
  { restoreArticleRevision: { version: number; savedAt: string; revision: RevisionText } },
  { revisionId: string; baseVersion: number }
>(/* GraphQL */ `mutation restoreRevision($revisionId: UUID!, $baseVersion: Int!) {
  restoreArticleRevision(input: { revisionId: $revisionId, baseVersion: $baseVersion }) {
    version
    savedAt
    revision { title bodyDelta }
  }
}`);

/** Details that change; what is absent stays. */
export type DetailsPatch = Partial<Omit<ArticleDetails, 'taggings'>> & { tags?: string[] };

/** Changes details. */
export const UpdateArticleDocument = typed<
  { updateArticle: { article: { id: string } } },
  { id: string; patch: DetailsPatch }
>(/* GraphQL */ `mutation updateArticle($id: UUID!, $patch: ArticleDetails!) {
  updateArticle(input: { id: $id, patch: $patch }) { article { id } }
}`);

/** Puts a version before readers. */
export const PublishArticleDocument = typed<
  { publishArticle: { article: { id: string } } },
  { id: string; version: number; publishedAt: string | null }
>(/* GraphQL */ `mutation publishArticle($id: UUID!, $version: Int!, $publishedAt: Datetime) {
  publishArticle(input: { id: $id, version: $version, publishedAt: $publishedAt }) { article { id } }
}`);

/** Makes it a draft again. */
export const UnpublishArticleDocument = typed<{ unpublishArticle: { article: { id: string } } }, { id: string }>(
  /* GraphQL */ `mutation unpublishArticle($id: UUID!) { unpublishArticle(input: { id: $id }) { article { id } } }`,
);

/** Withdraws it, or brings it back. */
export const ArchiveArticleDocument = typed<
  { archiveArticle: { article: { id: string } } },
  { id: string; isArchived: boolean }
>(/* GraphQL */ `mutation archiveArticle($id: UUID!, $isArchived: Boolean!) {
  archiveArticle(input: { id: $id, isArchived: $isArchived }) { article { id } }
}`);
