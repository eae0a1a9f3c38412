import { graphql } from '../../shared/graphql-document.ts';
import type { WorkingText } from './text-calls.ts';

/** A site page as administrators edit it. */
export type StudioPageNode = {
  id: string;
  slug: string;
  title: string;
  permalink: string;
  publishedAt: string | null;
  publishedVersion: number | null;
  latestRevision: WorkingText | null;
};

/** The page of the editor, with its working text. */
export const StudioOwnersPageDocument = graphql(/* GraphQL */ `query studioOwnersPage($id: UUID!) {
  pageById(id: $id) {
    id slug title permalink publishedAt publishedVersion
    latestRevision { version title bodyDelta updatedAt publishedAt }
  }
}`);

/** The published text. */
export const PublishedPageDocument = graphql(/* GraphQL */ `query publishedPage($id: UUID!) {
  pageById(id: $id) { title bodyDelta }
}`);

/** Saves the working title and text. */
export const SavePageDocument =
  graphql(/* GraphQL */ `mutation savePage($id: UUID!, $baseVersion: Int!, $title: String!, $bodyDelta: String!, $sessionId: UUID!, $sequence: Int!) {
  savePage(input: { id: $id, baseVersion: $baseVersion, title: $title, bodyDelta: $bodyDelta, sessionId: $sessionId, sequence: $sequence }) {
    version
    savedAt
  }
}`);

/** The history of a page, newest first. */
export const PageRevisionsDocument = graphql(/* GraphQL */ `query pageRevisions($id: UUID!, $first: Int!, $offset: Int!) {
  pageById(id: $id) {
    revisions(first: $first, offset: $offset) {
      totalCount
      nodes { id version title numWords restoredVersion publishedAt updatedAt user { displayName } }
    }
  }
}`);

/** The text of a revision. */
export const PageRevisionTextDocument = graphql(/* GraphQL */ `query pageRevisionText($id: UUID!) {
  pageRevisionById(id: $id) { title bodyDelta }
}`);

/** Restores an old version as the newest one. */
export const RestorePageRevisionDocument = graphql(/* GraphQL */ `mutation restorePageRevision($revisionId: UUID!, $baseVersion: Int!) {
  restorePageRevision(input: { revisionId: $revisionId, baseVersion: $baseVersion }) {
    version
    savedAt
    revision { title bodyDelta }
  }
}`);

/** Publishes a version. */
export const PublishPageDocument = graphql(/* GraphQL */ `mutation publishPage($id: UUID!, $version: Int!, $asksAgain: Boolean!) {
  publishPage(input: { id: $id, version: $version, asksAgain: $asksAgain }) { page { id publishedVersion } }
}`);

/** Makes a page a draft again. */
export const UnpublishPageDocument = graphql(
  /* GraphQL */ `mutation unpublishPage($id: UUID!) { unpublishPage(input: { id: $id }) { page { id } } }`,
);
