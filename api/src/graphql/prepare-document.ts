import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  Source,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'postgraphile/graphql';
import { LRUCache } from 'lru-cache';
import { checkShape, limits, measureDocument, refusal, type OperationShape } from './document-limits.ts';
import { withoutSuggestion } from './mask-error.ts';

/** A document that may run, with the shapes of its operations by their names; or why it may not. */
export type PreparedDocument =
  | {
      readonly document: DocumentNode;
      readonly shapes: ReadonlyMap<string, OperationShape>;
      readonly isKnown: boolean;
      readonly errors?: undefined;
    }
  | { readonly errors: readonly GraphQLError[]; readonly document?: undefined };

/** Parses, validates and measures a document, once for each text. */
export type PrepareDocument = (text: string) => PreparedDocument;

const maxCachedDocuments = 500;

/**
 * Creates the first stage of every operation, whether it comes over HTTP or from a page in this process. The parsed
 * document is kept, and with it the plan that was made for it.
 *
 * @param known texts of our own pages' documents, which are trusted: only their paging is limited
 * @param isIntrospectionAllowed false in production
 */
export function createPrepareDocument(
  schema: GraphQLSchema,
  { known, isIntrospectionAllowed }: { known: ReadonlySet<string>; isIntrospectionAllowed: boolean },
): PrepareDocument {
  const rules = isIntrospectionAllowed ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const prepared = new LRUCache<string, PreparedDocument>({ max: maxCachedDocuments });

  function prepare(text: string): PreparedDocument {
    const isKnown = known.has(text);
    let document: DocumentNode;
    try {
      document = parse(new Source(text, 'GraphQL request'), isKnown ? {} : { maxTokens: limits.tokens });
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return {
        errors: [/more that? \d+ tokens/.test(error.message) ? refusal('tokens', `This has more than ${limits.tokens} tokens.`) : error],
      };
    }
    const errors = validate(schema, document, rules, { maxErrors: 5 });
    if (errors.length > 0) return { errors: errors.map(describe) };
    try {
      const shapes = measureDocument(schema, document);
      const tooLarge = isKnown ? [] : [...shapes.values()].map(checkShape).filter((error) => error !== null);
      return tooLarge.length > 0 ? { errors: tooLarge } : { document, shapes, isKnown };
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
  }

  return (text) => {
    const found = prepared.get(text);
    if (found) return found;
    const made = prepare(text);
    prepared.set(text, made);
    return made;
  };
}

function describe(error: GraphQLError): GraphQLError {
  const isIntrospection = error.message.startsWith('GraphQL introspection has been disabled');
  const message = isIntrospection ? 'Introspection is off here. The schema is in api/schema.graphql.' : withoutSuggestion(error.message);
  return new GraphQLError(message, { nodes: error.nodes ?? null, extensions: isIntrospection ? { code: 'INTROSPECTION_OFF' } : {} });
}
