import { graphql } from '../../shared/graphql-document.ts';

/** A site page, published or as a preview. */
export type PageNode = {
  id: string;
  slug: string;
  title: string;
  permalink: string;
  publishedAt: string | null;
  bodyDelta: string | null;
  bodyDrawings: string | null;
};

/** The published page with a slug. */
export const OwnersPageDocument = graphql(/* GraphQL */ `query ownersPage($slug: String!) {
  pageBySlug(slug: $slug) { id slug title permalink publishedAt bodyDelta bodyDrawings }
}`);

/** A page with its working text, for administrators. */
export const PagePreviewDocument = graphql(/* GraphQL */ `query pagePreview($id: UUID!) {
  pageById(id: $id) {
    id slug title permalink publishedAt
    latestRevision { title bodyDelta bodyDrawings }
  }
}`);
