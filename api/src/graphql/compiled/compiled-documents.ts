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

/** A document of our own pages to be answered, with the variables as they came. */
export type KnownOperation = {
  readonly document: DocumentNode;
  /** Needed only when the document has several operations. */
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly viewer: Viewer;
  /** The session of the viewer, when it is not sure that it still is: the database finds out. */
  readonly session?: RememberedSession | undefined;
};

/** The data as text of JSON; or the one error of a database that could not be asked. */
export type CompiledAnswer =
  | { readonly data: string; readonly errors?: undefined }
  | { readonly data: null; readonly errors: [GraphQLError] };

/** Answers an operation; null where PostGraphile has to, also where it knows best which error it is, and where the session is somebody else's. */
export type CompiledDocuments = (request: KnownOperation) => Promise<CompiledAnswer | null>;

/** Of so many statements one operation may have, half of them for one page size each; a document whose variables ask for more of them is PostGraphile's. */
const maxVariants = 16;

type Variant = {
  readonly conditions: readonly Condition[];
  readonly compiled: CompiledDocument | null;
  /** Under which the statement is prepared, by role: a plan is made under the policies of one. */
  readonly names: Readonly<Record<Viewer['role'], string>>;
};

/** Compiles our own pages' queries to one statement each, the first time that they are asked with variables of a kind. */
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
      const statement = { name: variant.names[viewer.role], text, values: values(variables) };
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

/** The statement itself was refused: a second one may be told of the error at its place. Where the database is away or too busy, it is not asked again. */
function isOfStatement(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|53|57|58|XX)/.test(code);
}

/** Where the error of an operation stands that was not answered at all: at its first field. */
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

/** The operation of a document by its name, or its only one. */
function operationOf({ definitions }: DocumentNode, name: string | undefined): OperationDefinitionNode | null {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const match = name === undefined && operations.length === 1 ? operations[0] : operations.find((one) => one.name?.value === name);
  return match ?? null;
}
