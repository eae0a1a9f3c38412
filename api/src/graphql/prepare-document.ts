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

/**
 * Creates the first stage of every operation, whether it comes over HTTP or from a page in this process. The parsed
 * document is kept, and with it the plan that was made for it.
 *
 * @param known texts of our own pages' documents, which are trusted: only their paging is limited
 * @param isIntrospectionAllowed false in production
 * @param keptOfOthers how many texts of others are kept; our own are all kept
 */
export function createPrepareDocument(
  schema: GraphQLSchema,
  {
    known,
    isIntrospectionAllowed,
    cachedAdHocQueries = 200,
  }: { known: ReadonlySet<string>; isIntrospectionAllowed: boolean; cachedAdHocQueries?: number | undefined },
): PrepareDocument {
  const rules = isIntrospectionAllowed ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const ofOurs = new Map<string, PreparedDocument>();
  const ofOthers = new LRUCache<string, PreparedDocument>({ max: cachedAdHocQueries });

  function prepare(text: string): PreparedDocument {
    const isKnown = known.has(text);
    const { document, errors: parseErrors } = parseDocument(text, { isKnown });
    if (!document) return { errors: parseErrors };
    const errors = validate(schema, document, rules, { maxErrors: 5 });
    if (errors.length > 0) return { errors: errors.map(describe) };
    try {
      const shapes = measureDocument(schema, document);
      const tooLarge = isKnown ? [] : [...shapes.values()].flatMap((shape) => checkShape(shape) ?? []);
      return tooLarge.length > 0 ? { errors: tooLarge } : { document, shapes, isKnown };
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
  }

  return (text) => {
    const kept = known.has(text) ? ofOurs : ofOthers;
    const found = kept.get(text);
    if (found) return found;
    const made = prepare(text);
    kept.set(text, made);
    return made;
  };
}

/** Parses a document; one that is not ours may be so long at most. */
export function parseDocument(
  text: string,
  { isKnown }: { readonly isKnown: boolean },
): { document: DocumentNode; errors?: undefined } | { errors: readonly GraphQLError[]; document?: undefined } {
  try {
    return { document: parse(new Source(text, 'GraphQL request'), isKnown ? {} : { maxTokens: limits.tokens }) };
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
