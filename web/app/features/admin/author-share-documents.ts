import { graphql } from '../../shared/graphql-document.ts';

type TitleNode = { slug: string; title: string };

/** The authors' share of new sales of one title; of all titles without their own if it has none. */
export type AuthorShareRule = { id: string; percent: number; course: TitleNode | null; book: TitleNode | null };

/** A title with a price. */
export type PricedTitle = { course: TitleNode | null; book: TitleNode | null };

/** The authors' shares of new sales, and the titles that can have their own. */
export const AuthorShareRulesDocument = graphql(/* GraphQL */ `query administrationAuthorShares {
  authorShareRuleList(first: 100) { nodes { id percent course { slug title } book { slug title } } }
  itemPriceList(first: 100, isDefault: true) { nodes { isAdvanced course { slug title } book { slug title } } }
}`);

/** Sets the authors' share of new sales, or removes that of a title. */
export const SetAuthorShareDocument = graphql(
  /* GraphQL */ `mutation setAuthorShare($percent: Int, $courseSlug: String, $bookSlug: String) {
  setAuthorShare(input: { percent: $percent, courseSlug: $courseSlug, bookSlug: $bookSlug }) { authorShareRule { id } }
}`,
);
