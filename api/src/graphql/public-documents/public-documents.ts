import { type DocumentNode, getVariableValues, type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from 'postgraphile/graphql';
import type { PageTag } from '../../page-tags.ts';
import { publicQueryUrl } from '../../rules/public-query-url.ts';
import { visitor } from '../../viewer.ts';
import type { Execute } from '../run-document.ts';
import { publicTagsOf } from './public-directive.ts';

/** What a public document answers: JSON as GraphQL has it. */
export type PublicAnswer = { readonly status: 200 | 400 | 500 | 503; readonly body: string; readonly tags: readonly PageTag[] };

/** Our own documents that are the same for everybody, by the address that they have for GET. */
export type PublicDocuments = {
  /** The one spelling of an address, under which its answer is kept; null for what is no public document, or does not fit it. */
  readonly keyOf: (url: string) => string | null;
  /** Makes the answer at a key: as a visitor, without anything of the request that asks for it. */
  readonly answer: (key: string) => Promise<PublicAnswer>;
};

type PublicDocument = {
  readonly text: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly tags: readonly PageTag[];
};

/** A longer address is no page of a list. */
const maxUrlLength = 1024;
const path = '/graphql?';

/** Finds them among the known documents. */
export function createPublicDocuments(schema: GraphQLSchema, known: ReadonlyMap<string, string>, execute: Execute): PublicDocuments {
  const found = new Map(
    [...known].flatMap(([hash, text]) => {
      // Parsing all of them would be a part of a start.
      const made = text.includes('@public') ? read(text) : null;
      return made ? [[hash, made] as const] : [];
    }),
  );

  function asked(url: string): { hash: string; one: PublicDocument; variables: Record<string, unknown> } | null {
    if (!url.startsWith(path) || url.length > maxUrlLength) return null;
    const parameters = new URLSearchParams(url.slice(path.length));
    const hash = parameters.get('documentId')?.replace(/^sha256:/, '') ?? '';
    const one = found.get(hash);
    if (!one || parameters.size > 2 || (parameters.size === 2 && !parameters.has('variables'))) return null;
    const given = objectOf(parameters.get('variables') ?? '{}');
    const { coerced } = given ? getVariableValues(schema, one.operation.variableDefinitions ?? [], given) : {};
    return coerced ? { hash, one, variables: coerced } : null;
  }

  return {
    keyOf(url) {
      const found = asked(url);
      return found && publicQueryUrl(found.hash, found.variables);
    },
    async answer(key) {
      const found = asked(key);
      if (!found) throw new Error('PublicDocuments: expected a key of its own, got another');
      const { one, variables } = found;
      const { data, errors } = await execute({ document: one.text, variables, viewer: visitor });
      if (!errors) return { status: 200, body: JSON.stringify({ data }), tags: one.tags };
      const code = errors[0]?.extensions['code'];
      return {
        status: code === 'UNAVAILABLE' || code === 'TIMEOUT' ? 503 : code === 'FAULT' ? 500 : 400,
        body: JSON.stringify({ data, errors }),
        tags: [],
      };
    },
  };
}

function read(text: string): PublicDocument | null {
  const document = parse(text);
  const tags = publicTagsOf(document);
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
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
