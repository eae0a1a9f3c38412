import type {} from 'postgraphile';
import {
  DirectiveLocation,
  type DocumentNode,
  getDirectiveValues,
  GraphQLDirective,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  Kind,
  specifiedDirectives,
} from 'postgraphile/graphql';
import { type PageTag, tagsOfAll } from '../../page-tags.ts';

/** The directive of a query that has the same result for everyone. */
const publicDirective = new GraphQLDirective({
  name: 'public',
  description:
    'For queries of this site’s own pages: the result is the same for everyone. It is computed as a visitor, cached, served over GET, and recomputed when anything with one of these tags changes.',
  locations: [DirectiveLocation.QUERY],
  args: { tags: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))) } },
});

export const PublicDirectivePlugin: GraphileConfig.Plugin = {
  name: 'PublicDirectivePlugin',
  schema: {
    hooks: {
      GraphQLSchema(schema) {
        return { ...schema, directives: [...(schema.directives ?? specifiedDirectives), publicDirective] };
      },
    },
  },
};

/**
 * Returns the tags of a query with `@public`; null for any other.
 * @throws for an unknown tag
 */
export function publicTagsOf({ definitions }: DocumentNode): readonly PageTag[] | null {
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const tags = getDirectiveValues(publicDirective, definition)?.['tags'] as string[] | undefined;
    if (tags) return tags.map(tagOf);
  }
  return null;
}

function tagOf(name: string): PageTag {
  const tag = tagsOfAll.find((candidate) => candidate === name);
  if (tag === undefined) throw new Error(`@public: expected one of ${tagsOfAll.join(', ')}, got ${name}`);
  return tag;
}
