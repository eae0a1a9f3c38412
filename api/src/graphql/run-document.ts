import { execute as executeGrafast, hookArgs, isAsyncIterable } from 'postgraphile/grafast';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'postgraphile/graphql';
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
  /** The network of who sent a form; without one the call comes from this process and counts against no limit. */
  readonly network?: string | undefined;
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

/** How long a mutation may take, and a document of our own pages; any other query has the five seconds of the preset. */
const longTimeoutMs = 30_000;

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
  const presetWith = (timeouts: NonNullable<GraphileConfig.GrafastOptions['timeouts']>): GraphileConfig.ResolvedPreset => ({
    ...resolvedPreset,
    grafast: { ...resolvedPreset.grafast, timeouts },
  });
  // Some wait for a picture or for another site. Each statement is still held to its own limit.
  const ofMutations = presetWith({ ...resolvedPreset.grafast?.timeouts, execution: longTimeoutMs });
  // Planned once, and not to be given up: the limit is wall time, and on a busy machine a page shall be late, not broken.
  const ofOwn = presetWith({ execution: longTimeoutMs });
  const preparedByDocument = new WeakMap<DocumentNode, Prepared>();

  const parseAndValidate: DocumentRunner['parseAndValidate'] = (text) => {
    const prepared = prepare(text);
    if (!prepared.document) return { errors: prepared.errors };
    preparedByDocument.set(prepared.document, prepared);
    return { document: prepared.document };
  };

  const executePrepared: DocumentRunner['executePrepared'] = (args) => {
    const prepared = preparedByDocument.get(args.document);
    const error = refuse(prepared, args.operationName ?? undefined, args.variableValues ?? {});
    if (error) return { errors: [error] };
    if (prepared?.isKnown) return executeGrafast({ ...args, resolvedPreset: ofOwn });
    const isMutation = getOperationAST(args.document, args.operationName)?.operation === OperationTypeNode.MUTATION;
    return executeGrafast(isMutation ? { ...args, resolvedPreset: ofMutations } : args);
  };

  const execute = async ({ document: text, operationName, variables, viewer, network }: Operation<object>): Promise<ExecutionResult> => {
    const { document, errors } = parseAndValidate(text);
    if (!document) return { errors };
    const args = await hookArgs({
      schema,
      document,
      operationName,
      variableValues: { ...variables },
      resolvedPreset,
      requestContext: { viewer, network },
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
