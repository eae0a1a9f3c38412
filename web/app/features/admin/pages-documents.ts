import { graphql } from '../../shared/graphql-document.ts';

/** A site page in the administrators' list. */
export type PageRow = {
  id: string;
  slug: string;
  title: string;
  permalink: string;
  footerOrder: number | null;
  publishedAt: string | null;
  publishedVersion: number | null;
  latestRevision: { version: number; title: string; updatedAt: string } | null;
};

/** All site pages, including drafts. */
export const PagesDocument = graphql(/* GraphQL */ `query ownersPages {
  pages(first: 100) {
    nodes {
      id slug title permalink footerOrder publishedAt publishedVersion
      latestRevision { version title updatedAt }
    }
  }
}`);

/** Creates a page as a draft. */
export const CreatePageDocument = graphql(/* GraphQL */ `mutation createPage($slug: String!, $title: String!, $bodyMarkdown: String) {
  createPage(input: { slug: $slug, title: $title, bodyMarkdown: $bodyMarkdown }) { page { id } }
}`);

/** Deletes a page that was never published. */
export const DeletePageDocument = graphql(/* GraphQL */ `mutation deletePage($id: UUID!) { deletePage(input: { id: $id }) { result } }`);

/** Sets which pages the footer links to, in this order. */
export const ArrangeFooterDocument = graphql(
  /* GraphQL */ `mutation arrangeFooter($pageIds: [UUID!]!) { arrangeFooter(input: { pageIds: $pageIds }) { result } }`,
);
