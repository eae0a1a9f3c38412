import { execute as executeGrafast, hookArgs, isAsyncIterable } from 'postgraphile/grafast';
import { GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'postgraphile/graphql';
import type { Viewer } from '../viewer.ts';
import { checkAmounts } from './document-limits.ts';
import type { MaskError } from './mask-error.ts';
import type { PreparedDocument, PrepareDocument } from './prepare-document.ts';

/** An operation to run in this process, with the right of a viewer. */
export type Operation<TVariables> = {
  readonly document: string;
  /** Needed only when the document has several operations. */
  readonly operationName?: string | undefined;
  readonly variables?: TVariables | undefined;
  readonly viewer: Viewer;
};

/** Runs an operation without HTTP. Errors are masked as they are there; it does not throw for them. */
export type Execute = <TData = Record<string, unknown>, TVariables extends object = Record<string, unknown>>(
  operation: Operation<TVariables>,
) => Promise<ExecutionResult<TData>>;

/** Runs prepared operations; `executePrepared` is what grafserv calls after its own parsing of the request. */
export type DocumentRunner = {
  readonly execute: Execute;
  readonly parseAndValidate: (
    text: string,
  ) => { document: DocumentNode; errors?: undefined } | { errors: readonly GraphQLError[]; document?: undefined };
  readonly executePrepared: (args: Grafast.ExecutionArgs) => ReturnType<typeof executeGrafast>;
};

type Prepared = Extract<PreparedDocument, { document: DocumentNode }>;

/** Creates the runner that HTTP and the pages share: one cache of documents and plans, the same limits, the same masks. */
export function createDocumentRunner({
  schema,
  resolvedPreset,
  prepare,
  maskError,
}: {
  readonly schema: GraphQLSchema;
  readonly resolvedPreset: GraphileConfig.ResolvedPreset;
  readonly prepare: PrepareDocument;
  readonly maskError: MaskError;
}): DocumentRunner {
  const preparedByDocument = new WeakMap<DocumentNode, Prepared>();

  const parseAndValidate: DocumentRunner['parseAndValidate'] = (text) => {
    const prepared = prepare(text);
    if (!prepared.document) return { errors: prepared.errors };
    preparedByDocument.set(prepared.document, prepared);
    return { document: prepared.document };
  };

  const executePrepared: DocumentRunner['executePrepared'] = (args) => {
    const error = refuse(preparedByDocument.get(args.document), args.operationName ?? undefined, args.variableValues ?? {});
    return error ? { errors: [error] } : executeGrafast(args);
  };

  const execute = async ({ document: text, operationName, variables, viewer }: Operation<object>): Promise<ExecutionResult> => {
    const { document, errors } = parseAndValidate(text);
    if (!document) return { errors };
    const args = await hookArgs({
      schema,
      document,
      operationName,
      variableValues: { ...variables },
      resolvedPreset,
      requestContext: { viewer },
      contextValue: {},
    });
    const result = await executePrepared(args);
    if (isAsyncIterable(result)) throw new Error('execute: expected one answer, got a stream');
    return result.errors ? { ...result, errors: result.errors.map(maskError) } : result;
  };

  return { execute: execute as Execute, parseAndValidate, executePrepared };
}

function refuse(
  prepared: Prepared | undefined,
  operationName: string | undefined,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | null {
  if (!prepared) throw new Error('executePrepared: expected a document that was prepared, got another');
  const shape =
    operationName === undefined && prepared.shapes.size === 1 ? [...prepared.shapes.values()][0] : prepared.shapes.get(operationName ?? '');
  // Without a shape the name fits no operation; GraphQL says so itself.
  return shape ? checkAmounts(shape, variables, prepared) : null;
}
