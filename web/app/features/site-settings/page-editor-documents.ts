import { graphql } from '../../shared/graphql-document.ts';

/** The sections of a page for its editor, with the available choices. */
export const EditedPageDocument = graphql(/* GraphQL */ `query editedPage($page: SitePage!) {
  pageLayout(page: $page) { sections revision }
  logos(first: 60, orderBy: [POSITION_ASC]) { nodes { name imageUrl darkImageUrl websiteUrl isStudentLogo } }
  tags(condition: { isCategory: true }, orderBy: [POSITION_ASC], first: 30) { nodes { name slug } }
  countedFacts(first: 20) { nodes { fact amount } }
  titlesInPro
  homePage { testimonialSlugs }
}`);

/** Saves the sections of a page; for the home page all logos as well. */
export const SavePageLayoutDocument = graphql(/* GraphQL */ `mutation savePageLayout(
  $page: SitePage!
  $sections: JSON!
  $revision: Int!
  $logos: JSON
) {
  savePageLayout(input: { page: $page, sections: $sections, revision: $revision, logos: $logos }) { pageLayout { revision } }
}`);

/** A title from the search, by its path. */
export const TitleByPathDocument = graphql(/* GraphQL */ `query titleByPath($path: String!) {
  permalinkByPath(path: $path) { course { slug title } book { slug title } }
}`);

/** Reviews that everyone can see, newest first. */
export const ReviewsToChooseDocument = graphql(/* GraphQL */ `query reviewsToChoose($person: String, $before: UUID) {
  reviewList(isHidden: false, person: $person, before: $before, first: 20) {
    nodes { id rating quoteMd user { displayName } course { title } book { title } }
  }
}`);

/** The content of a chosen review. */
export const ChosenReviewsDocument = graphql(/* GraphQL */ `query chosenReviews($ids: [UUID!]!) {
  testimonialsByIds(ids: $ids, first: 50) { nodes { id quoteMd name user { displayName } } }
}`);
