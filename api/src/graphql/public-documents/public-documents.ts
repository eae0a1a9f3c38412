import { type DocumentNode, getVariableValues, type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from 'postgraphile/graphql';
import type { PageTag } from '../../page-tags.ts';
import { publicQueryUrl } from '../../rules/public-query-url.ts';
import { visitor } from '../../viewer.ts';
import type { Execute } from '../run-document.ts';
import { publicTagsOf } from './public-directive.ts';

/** The result of a public query: JSON in GraphQL's format. */
export type PublicAnswer = { readonly status: 200 | 400 | 500 | 503; readonly body: string; readonly tags: readonly PageTag[] };

/** Our pages' queries that have the same result for everyone, by their GET URL. */
export type PublicDocuments = {
  /**
   * Returns the normalized URL, which is the cache key of the result; null if the URL isn't that of a public query, or its variables are
   * invalid.
   */
  readonly keyOf: (url: string) => string | null;
  /** Returns the same for a query by its hash, as in the body of a POST request. */
  readonly keyOfHash: (hash: string, variables: Readonly<Record<string, unknown>>) => string | null;
  /** Computes the result for a key: as a visitor, without any other data of the request. */
  readonly answer: (key: string) => Promise<PublicAnswer>;
};

type PublicDocument = {
  readonly text: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly tags: readonly PageTag[];
};

/** A public query with its variables. */
type Match = { readonly hash: string; readonly query: PublicDocument; readonly variables: Record<string, unknown> };

/** Longer URLs can't belong to a page of a list. */
const maxUrlLength = 1024;
const path = '/graphql?';

/** Finds the public queries among the persisted ones. */
export function createPublicDocuments(
  schema: GraphQLSchema,
  persistedTexts: ReadonlyMap<string, string>,
  execute: Execute,
): PublicDocuments {
  const publicQueries = new Map(
    [...persistedTexts].flatMap(([hash, text]) => {
      // Parsing all of them would slow down the start.
      const publicQuery = text.includes('@public') ? readPublicQuery(text) : null;
      return publicQuery ? [[hash, publicQuery] as const] : [];
    }),
  );

  function findMatch(hash: string, variables: Readonly<Record<string, unknown>> | null): Match | null {
    const query = publicQueries.get(hash);
    if (!query || !variables) return null;
    const { coerced } = getVariableValues(schema, query.operation.variableDefinitions ?? [], variables);
    return coerced ? { hash, query, variables: coerced } : null;
  }

  function parseUrl(url: string): Match | null {
    if (!url.startsWith(path) || url.length > maxUrlLength) return null;
    const parameters = new URLSearchParams(url.slice(path.length));
    const hash = parameters.get('documentId')?.replace(/^sha256:/, '') ?? '';
    if (parameters.size > 2 || (parameters.size === 2 && !parameters.has('variables'))) return null;
    return findMatch(hash, objectOf(parameters.get('variables') ?? '{}'));
  }

  const keyOfMatch = (match: Match | null) => match && publicQueryUrl(match.hash, match.variables);

  return {
    keyOf: (url) => keyOfMatch(parseUrl(url)),
    keyOfHash(hash, variables) {
      const key = keyOfMatch(findMatch(hash, variables));
      return key === null || key.length > maxUrlLength ? null : key;
    },
    async answer(key) {
      const match = parseUrl(key);
      if (!match) throw new Error('PublicDocuments: expected a key of its own, got another');
      const { query, variables } = match;
      const { data, errors } = await execute({ document: query.text, variables, viewer: visitor });
      if (!errors) return { status: 200, body: JSON.stringify({ data }), tags: query.tags };
      const code = errors[0]?.extensions['code'];
      return {
        status: code === 'UNAVAILABLE' || code === 'TIMEOUT' ? 503 : code === 'FAULT' ? 500 : 400,
        body: JSON.stringify({ data, errors }),
        tags: [],
      };
    },
  };
}

function readPublicQuery(text: string): PublicDocument | null {
  const document = parse(text);
  const tags = publicTagsOf(document);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return tags && operation ? { text, document, operation, tags } : null;
}

function objectOf(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
