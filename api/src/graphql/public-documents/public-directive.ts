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

/** The mark of a query that is the same for everybody. */
const publicDirective = new GraphQLDirective({
  name: 'public',
  description:
    'Of the documents of this site’s own pages: the answer is the same for everybody. It is made as a visitor, kept, served over GET, and made again when something changes that one of these tags stands for.',
  locations: [DirectiveLocation.QUERY],
  args: { tags: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))) } },
});

/** Adds `@public`. */
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
 * The tags of a document that is marked so; null for any other.
 *
 * @throws when a tag is none that is ever told
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
  const tag = tagsOfAll.find((one) => one === name);
  if (tag === undefined) throw new Error(`@public: expected one of ${tagsOfAll.join(', ')}, got ${name}`);
  return tag;
}
