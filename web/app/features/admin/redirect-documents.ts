import { graphql } from '../../shared/graphql-document.ts';

/** A redirect in the list. */
export type RedirectRow = { id: string; fromPath: string; toUrl: string; status: number; createdAt: string };

/** Redirects, newest first. */
export const RedirectListDocument = graphql(/* GraphQL */ `query administrationRedirects($search: String, $before: UUID, $first: Int!) {
  redirectList(search: $search, before: $before, first: $first) { nodes { id fromPath toUrl status createdAt } }
}`);

/** Saves redirects, all or none. */
export const SaveRedirectsDocument = graphql(
  /* GraphQL */ `mutation saveRedirects($entries: [RedirectEntryInput]!, $allowsOtherSites: Boolean) {
  saveRedirects(input: { entries: $entries, allowsOtherSites: $allowsOtherSites }) { result }
}`,
);

/** Deletes a redirect. */
export const DeleteRedirectDocument = graphql(/* GraphQL */ `mutation deleteRedirect($id: UUID!) {
  deleteRedirect(input: { id: $id }) { result }
}`);
