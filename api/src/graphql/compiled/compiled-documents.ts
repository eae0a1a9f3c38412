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
import type { Replica } from '../../database/replica.ts';
import { readTextAs, readTextBySession } from '../../database/reader-client.ts';
import type { Condition, Variables } from './arguments.ts';
import { compileDocument, type CompiledDocument } from './compile-document.ts';
import { nullWhereNone } from './json-text.ts';
import { NotCompilable } from './not-compilable.ts';

/** A persisted query with its variables, as received. */
export type KnownOperation = {
  readonly document: DocumentNode;
  /** Only needed if the document has several operations. */
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewer: Viewer;
  /** The viewer's session, if it may have ended in the meantime: the database checks it. */
  readonly session?: RememberedSession | undefined;
};

/** The data as JSON text, or the error if the database couldn't be reached. */
export type CompiledAnswer =
  | { readonly data: string; readonly errors?: undefined }
  | { readonly data: null; readonly errors: [GraphQLError] };

/** Answers an operation; null if PostGraphile has to, also to determine the error, and if the session belongs to another user. */
export type CompiledDocuments = (request: KnownOperation) => Promise<CompiledAnswer | null>;

/** The maximum number of statements per operation, half of them for one page size each. PostGraphile answers the others. */
const maxVariants = 16;

type Variant = {
  readonly conditions: readonly Condition[];
  readonly compiled: CompiledDocument | null;
  /** The names of the prepared statements, by role, because a plan depends on the policies of a role. */
  readonly names: Readonly<Record<Viewer['role'], string>>;
};

/** Compiles our pages' queries to one statement each, on their first use with a kind of variables. */
export function createCompiledDocuments(schema: GraphQLSchema, pool: Pool, replica: Replica | null = null): CompiledDocuments {
  const variantsOf = new WeakMap<OperationDefinitionNode, Variant[]>();

  function variantFor(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): Variant | null {
    const variants = variantsOf.get(operation) ?? [];
    const match = variants.find(({ conditions }) => conditions.every(({ name, read, expected }) => read(variables[name]) === expected));
    if (match || variants.length >= maxVariants) return match ?? null;
    const made = compile(schema, document, operation, variables, variants.length < maxVariants / 2);
    variantsOf.set(operation, [...variants, made]);
    return made;
  }

  return async ({ document, operationName, variables: rawVariables, viewer, session }) => {
    const operation = operationOf(document, operationName);
    if (operation?.operation !== OperationTypeNode.QUERY) return null;
    const { coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], rawVariables);
    const variant = variables ? variantFor(document, operation, variables) : null;
    if (!variables || !variant?.compiled) return null;
    const { text, values, guards } = variant.compiled;
    if (!guards.every((holds) => holds(variables, viewer))) return null;
    try {
      const statement = { name: variant.names[viewer.role], text, values: values(variables), operation: operation.name?.value };
      const data = await (session === undefined
        ? readTextAs(pool, viewer, statement, replica)
        : readTextBySession(pool, session.token, session.viewer, statement));
      return data === null || data === undefined || data.includes(nullWhereNone) ? null : { data };
    } catch (error) {
      if (!(error instanceof Error) || isOfStatement(error)) return null;
      return { data: null, errors: [new GraphQLError(error.message, { path: pathOf(operation), originalError: error })] };
    }
  };
}

/** Whether the statement itself was rejected, so that another one can locate the error. If the database is away or too busy, it isn't queried again. */
function isOfStatement(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|53|57|58|XX)/.test(code);
}

/** The location of an error of the whole operation: its first field. */
function pathOf({ selectionSet }: OperationDefinitionNode): string[] {
  const first = selectionSet.selections.find((node) => node.kind === Kind.FIELD);
  return first ? [(first.alias ?? first.name).value] : [];
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

/** Returns the operation with this name, or the only one. */
function operationOf({ definitions }: DocumentNode, name: string | undefined): OperationDefinitionNode | null {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const match = name === undefined && operations.length === 1 ? operations[0] : operations.find((one) => one.name?.value === name);
  return match ?? null;
}
