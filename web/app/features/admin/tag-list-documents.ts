import { graphql } from '../../shared/graphql-document.ts';

/** A tag in the list. */
export type TagListRow = {
  id: string;
  name: string;
  slug: string;
  isCategory: boolean;
  icon: string | null;
  color: string | null;
  numUses: number;
};

/** Tags: the categories in their order, then the technologies by name. */
export const TagListDocument =
  graphql(/* GraphQL */ `query administrationTags($search: String, $isCategory: Boolean, $first: Int!, $offset: Int!) {
  tagList(search: $search, isCategory: $isCategory, first: $first, offset: $offset) {
    totalCount
    nodes { id name slug isCategory icon color numUses }
  }
}`);

/** Moves a category among the tabs of the catalog. */
export const MoveCategoryDocument = graphql(
  /* GraphQL */ `mutation moveCategory($id: UUID!, $position: Int!) {
  moveCategory(input: { id: $id, position: $position }) { tag { id } }
}`,
);

/** Deletes an unused tag. */
export const DeleteTagDocument = graphql(/* GraphQL */ `mutation deleteTag($id: UUID!) {
  deleteTag(input: { id: $id }) { result }
}`);
