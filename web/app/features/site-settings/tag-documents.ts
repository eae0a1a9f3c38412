import { graphql } from '../../shared/graphql-document.ts';

/** The editable fields of a tag. */
export type EditedTag = {
  id: string;
  name: string;
  slug: string;
  isCategory: boolean;
  icon: string | null;
  color: string | null;
  numUses: number;
};

/** One tag, and the tags that it can be merged into. */
export const TagDocument = graphql(/* GraphQL */ `query administrationTag($id: UUID!) {
  tagById(id: $id) { id name slug isCategory icon color numUses }
  tagList(first: 100) { nodes { id name } }
}`);

/** Creates a tag, or changes one. */
export const SaveTagDocument = graphql(
  /* GraphQL */ `mutation saveTag($id: UUID, $changes: TagChangeInput!) {
  saveTag(input: { id: $id, changes: $changes }) { tag { id } }
}`,
);

/** Merges a tag into another one. */
export const MergeTagsDocument = graphql(
  /* GraphQL */ `mutation mergeTags($id: UUID!, $intoId: UUID!) {
  mergeTags(input: { id: $id, intoId: $intoId }) { tag { id } }
}`,
);
