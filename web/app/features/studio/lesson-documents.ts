import { graphql } from '../../shared/graphql-document.ts';
import type { WorkingAnchor, WorkingText } from './text-calls.ts';

/** The course or book of a lesson in the studio, with its outline in order. */
export type StudioItem = {
  id: string;
  title: string;
  isPublished: boolean;
  isBootcamp: boolean;
  isLiveWorkshop: boolean;
  /** The lessons around it. */
  entries: { nodes: { lesson: { id: string; title: string } | null }[] };
};

/** A lesson or chapter in the studio. */
export type StudioLesson = {
  id: string;
  title: string;
  slug: string;
  description: string | null;
  permalink: string;
  videoUrl: string | null;
  videoDuration: number | null;
  updatedAt: string;
  isFree: boolean;
  isAdvancedPackageLesson: boolean;
  mayWrite: boolean;
  mayPublish: boolean;
  /** The working text; null for users who aren't authors, and without a text. */
  latestRevision: WorkingText | null;
  workingAnchors: readonly WorkingAnchor[] | null;
  course: (StudioItem & { isFree: boolean; isMasterclass: boolean }) | null;
  book: (StudioItem & { isForSale: boolean }) | null;
};

/** The lesson of the editor's page. */
export const StudioLessonDocument = graphql(
  /* GraphQL */ `query studioLesson($id: UUID!) {
  lessonById(id: $id) {
    id title slug description permalink videoUrl videoDuration updatedAt isFree isAdvancedPackageLesson mayWrite mayPublish
    latestRevision { version title bodyDelta updatedAt publishedAt }
    workingAnchors { discussionId from to text }
    course {
      id title isPublished isFree isMasterclass isBootcamp isLiveWorkshop
      entries: courseLessons { nodes { lesson { id title } } }
    }
    book {
      id title isPublished isForSale isBootcamp isLiveWorkshop
      entries: bookLessons { nodes { lesson { id title } } }
    }
  }
}`,
);

/** The working text. */
export const WorkingLessonDocument = graphql(/* GraphQL */ `query workingLesson($id: UUID!) {
  lessonById(id: $id) { latestRevision { version title bodyDelta updatedAt publishedAt } }
}`);

/** The published text. */
export const PublishedLessonDocument = graphql(/* GraphQL */ `query publishedLesson($id: UUID!) {
  lessonById(id: $id) { title bodyDelta }
}`);

/** Saves the working title and text. */
export const SaveLessonDocument =
  graphql(/* GraphQL */ `mutation saveLesson($id: UUID!, $baseVersion: Int!, $title: String!, $bodyDelta: String!, $sessionId: UUID!, $sequence: Int!, $anchors: [AnchorHint!]) {
  saveLesson(input: { id: $id, baseVersion: $baseVersion, title: $title, bodyDelta: $bodyDelta, sessionId: $sessionId, sequence: $sequence, anchors: $anchors }) {
    version
    savedAt
  }
}`);

/** The history of a lesson, newest first. */
export const LessonRevisionsDocument = graphql(/* GraphQL */ `query lessonRevisions($id: UUID!, $first: Int!, $offset: Int!) {
  lessonById(id: $id) {
    revisions(first: $first, offset: $offset) {
      totalCount
      nodes { id version title numWords restoredVersion publishedAt updatedAt user { displayName } }
    }
  }
}`);

/** The text of a revision. */
export const LessonRevisionTextDocument = graphql(/* GraphQL */ `query lessonRevisionText($id: UUID!) {
  lessonRevisionById(id: $id) { title bodyDelta }
}`);

/** Restores an old version as the newest one. */
export const RestoreLessonRevisionDocument = graphql(/* GraphQL */ `mutation restoreLessonRevision($revisionId: UUID!, $baseVersion: Int!) {
  restoreLessonRevision(input: { revisionId: $revisionId, baseVersion: $baseVersion }) {
    version
    savedAt
    revision { title bodyDelta }
  }
}`);

/** Publishes a version. */
export const PublishLessonDocument = graphql(/* GraphQL */ `mutation publishLesson($id: UUID!, $version: Int!) {
  publishLesson(input: { id: $id, version: $version }) { lesson { id } }
}`);

/** Saves the description; it takes effect immediately. */
export const DescribeLessonDocument = graphql(/* GraphQL */ `mutation describeLesson($id: UUID!, $description: String!) {
  updateLesson(input: { id: $id, patch: { description: $description } }) { lesson { description } }
}`);

/** Code in a lesson that was taken from repositories. */
export const LessonRemoteCodeDocument = graphql(/* GraphQL */ `query lessonRemoteCode($id: UUID!) {
  lessonById(id: $id) {
    remoteCodeSources(first: 100) {
      nodes {
        id blockId owner name filepath refname oid startLine endLine state reason newOid newStartLine newEndLine diff { kind text }
      }
    }
  }
}`);
