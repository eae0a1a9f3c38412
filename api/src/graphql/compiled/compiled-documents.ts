import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  type DocumentNode,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'postgraphile/graphql';
import type { RememberedSession, Viewer } from '../../viewer.ts';
import { readTextAs, readTextBySession } from '../../database/reader-client.ts';
import type { Condition, Variables } from './arguments.ts';
import { compileDocument, type CompiledDocument } from './compile-document.ts';
import { nullWhereNone } from './json-text.ts';
import { NotCompilable } from './not-compilable.ts';

/** A persisted query to answer, with the variables of the request. */
export type PersistedOperation = {
  readonly document: DocumentNode;
  /** Required only if the document has several operations. */
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewer: Viewer;
  /** The session of the viewer, if it still has to be verified: the database does that. */
  readonly session?: RememberedSession | undefined;
};

/** The data as JSON text, or the error of a database that couldn't be reached. */
export type CompiledAnswer =
  | { readonly data: string; readonly errors?: undefined }
  | { readonly data: null; readonly errors: [GraphQLError] };

/**
 * Answers an operation. Returns null if PostGraphile must answer it, which includes operations that fail, or if the session belongs to
 * another user.
 */
export type CompiledDocuments = (operation: PersistedOperation) => Promise<CompiledAnswer | null>;

/**
 * Maximum number of statements of one operation, half of them for one page size each; further kinds of variables are left to PostGraphile.
 */
const maxVariants = 16;

type Variant = {
  readonly conditions: readonly Condition[];
  readonly compiled: CompiledDocument | null;
  /** Names of the prepared statement, by role: a plan depends on the policies of one role. */
  readonly names: Readonly<Record<Viewer['role'], string>>;
};

/** Compiles our pages' persisted queries to one statement each, at the first request with variables of a kind. */
export function createCompiledDocuments(schema: GraphQLSchema, pool: Pool): CompiledDocuments {
  const variantsByOperation = new WeakMap<OperationDefinitionNode, Variant[]>();

  function variantFor(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): Variant | null {
    const variants = variantsByOperation.get(operation) ?? [];
    const match = variants.find(({ conditions }) => conditions.every(({ name, read, expected }) => read(variables[name]) === expected));
    if (match || variants.length >= maxVariants) return match ?? null;
    const variant = compile(schema, document, operation, variables, variants.length < maxVariants / 2);
    variantsByOperation.set(operation, [...variants, variant]);
    return variant;
  }

  return async ({ document, operationName, variables: inputs, viewer, session }) => {
    const operation = operationOf(document, operationName);
    if (operation?.operation !== OperationTypeNode.QUERY) return null;
    const { coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], inputs);
    const variant = variables ? variantFor(document, operation, variables) : null;
    if (!variables || !variant?.compiled) return null;
    const { text, values, guards } = variant.compiled;
    if (!guards.every((holds) => holds(variables, viewer))) return null;
    try {
      const statement = { name: variant.names[viewer.role], text, values: values(variables) };
      const data = await (session === undefined
        ? readTextAs(pool, viewer, statement)
        : readTextBySession(pool, session.token, session.viewer, statement));
      return data === null || data === undefined || data.includes(nullWhereNone) ? null : { data };
    } catch (error) {
      if (!(error instanceof Error) || isOfStatement(error)) return null;
      return { data: null, errors: [new GraphQLError(error.message, { path: pathOf(operation), originalError: error })] };
    }
  };
}

/**
 * Whether the statement itself was rejected: a second run can then locate the error. If the database is unavailable or too busy, it isn't
 * run again.
 */
function isOfStatement(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|53|57|58|XX)/.test(code);
}

/** Returns the path of an error that prevented the whole operation: its first field. */
function pathOf({ selectionSet }: OperationDefinitionNode): string[] {
  const firstField = selectionSet.selections.find((node) => node.kind === Kind.FIELD);
  return firstField ? [(firstField.alias ?? firstField.name).value] : [];
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  isForPageSize: boolean,
): Variant {
  const conditions: Condition[] = [];
  let compiled: CompiledDocument | null = null;
  try {
    compiled = compileDocument(schema, document, operation, variables, conditions, isForPageSize);
  } catch (error) {
    if (!(error instanceof NotCompilable)) throw error;
  }
  const hash = createHash('sha256')
    .update(compiled?.text ?? '')
    .digest('hex')
    .slice(0, 24);
  return { conditions, compiled, names: { visitor: `v${hash}`, learner: `l${hash}`, admin: `a${hash}` } };
}

/** Returns the operation of a document by its name, or its only one. */
function operationOf({ definitions }: DocumentNode, name: string | undefined): OperationDefinitionNode | null {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const match = name === undefined && operations.length === 1 ? operations[0] : operations.find((node) => node.name?.value === name);
  return match ?? null;
}
