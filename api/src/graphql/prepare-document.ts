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
import { documentError } from '../errors/error-codes.ts';
import { withoutSuggestion } from '../errors/mask-error.ts';

/** A document that may run, with the measurements of its operations by name; or the errors why it may not. */
export type PreparedDocument =
  | {
      readonly document: DocumentNode;
      readonly shapes: ReadonlyMap<string, OperationShape>;
      readonly isPersisted: boolean;
      readonly errors?: undefined;
    }
  | { readonly errors: readonly GraphQLError[]; readonly document?: undefined };

/** Parses, validates and measures a document, once for each text. */
export type PrepareDocument = (text: string) => PreparedDocument;

/**
 * Creates the first stage of every operation, for HTTP and for pages in this process. Caches the parsed document, and with it its plan.
 * @param persisted texts of our pages' persisted queries, which are trusted: only their paging is limited
 * @param isIntrospectionAllowed false in production
 * @param cachedAdHocQueries number of ad-hoc queries that are cached; persisted queries are always cached
 */
export function createPrepareDocument(
  schema: GraphQLSchema,
  {
    persisted,
    isIntrospectionAllowed,
    cachedAdHocQueries = 200,
  }: { persisted: ReadonlySet<string>; isIntrospectionAllowed: boolean; cachedAdHocQueries?: number | undefined },
): PrepareDocument {
  const rules = isIntrospectionAllowed ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const persistedCache = new Map<string, PreparedDocument>();
  const adHocCache = new LRUCache<string, PreparedDocument>({ max: cachedAdHocQueries });

  function prepare(text: string): PreparedDocument {
    const isPersisted = persisted.has(text);
    const { document, errors: parseErrors } = parseDocument(text, { isPersisted });
    if (!document) return { errors: parseErrors };
    const errors = validate(schema, document, rules, { maxErrors: 5 });
    if (errors.length > 0) return { errors: errors.map(describe) };
    try {
      const shapes = measureDocument(schema, document);
      const tooLarge = isPersisted ? [] : [...shapes.values()].flatMap((shape) => checkShape(shape) ?? []);
      return tooLarge.length > 0 ? { errors: tooLarge } : { document, shapes, isPersisted };
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
  }

  return (text) => {
    const cache = persisted.has(text) ? persistedCache : adHocCache;
    const cached = cache.get(text);
    if (cached) return cached;
    const prepared = prepare(text);
    cache.set(text, prepared);
    return prepared;
  };
}

/** Parses a document; limits the length of an ad-hoc query. */
export function parseDocument(
  text: string,
  { isPersisted }: { readonly isPersisted: boolean },
): { document: DocumentNode; errors?: undefined } | { errors: readonly GraphQLError[]; document?: undefined } {
  try {
    return { document: parse(new Source(text, 'GraphQL request'), isPersisted ? {} : { maxTokens: limits.tokens }) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const isTooLong = /more that? \d+ tokens/.test(error.message);
    return { errors: [isTooLong ? refusal('tokens', 'TOKENS_LIMIT_EXCEEDED', { max: limits.tokens }) : error] };
  }
}

function describe(error: GraphQLError): GraphQLError {
  const nodes = error.nodes ?? null;
  if (error.message.startsWith('GraphQL introspection has been disabled'))
    return documentError('INTROSPECTION_DISABLED', {}, {}, { nodes });
  return new GraphQLError(withoutSuggestion(error.message), { nodes });
}
