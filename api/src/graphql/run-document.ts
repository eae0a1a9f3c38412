import { execute as executeGrafast, hookArgs, isAsyncIterable } from 'postgraphile/grafast';
import {
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
} from 'postgraphile/graphql';
import { type Trace, untraced } from '../tracing.ts';
import { type RateLimit, countedSubnet } from '../rate-limits.ts';
import { type RememberedSession, type Viewer, visitor } from '../viewer.ts';
import { checkAmounts, limits, tooManyBytes, type OperationShape } from './document-limits.ts';
import { tooMany, type AdHocAnswer, type AdHocQueries, type AdHocRequest, type TextResult } from './ad-hoc-queries/ad-hoc-queries.ts';
import type { CompiledDocuments } from './compiled/compiled-documents.ts';
import { documentError } from '../errors/error-codes.ts';
import type { MaskError } from '../errors/mask-error.ts';
import { limitReading, mayReadReplica } from '../database/reader-client.ts';
import { nameStatements } from '../database/statement-watch.ts';
import { parseDocument, type PreparedDocument, type PrepareDocument } from './prepare-document.ts';

/** An operation to run in this process, with the permissions of a viewer. */
export type Operation<TVariables> = {
  readonly document: string;
  /** Required only if the document has several operations. */
  readonly operationName?: string | undefined;
  readonly variables?: TVariables | undefined;
  readonly viewer: Viewer;
  /** Subnet of the user who submitted a form; without it, the operation comes from this process and isn't rate-limited. */
  readonly subnet?: string | undefined;
};

/** Runs an operation without HTTP. Errors are masked as over HTTP; it doesn't throw for them. */
export type Execute = <TData = Record<string, unknown>, TVariables extends object = Record<string, unknown>>(
  operation: Operation<TVariables>,
) => Promise<ExecutionResult<TData>>;

/** Runs prepared operations. grafserv calls `executePrepared` after it has parsed the request. */
export type DocumentRunner = {
  readonly execute: Execute;
  readonly parseAndValidate: (
    text: string,
  ) => { document: DocumentNode; errors?: undefined } | { errors: readonly GraphQLError[]; document?: undefined };
  readonly executePrepared: (args: Grafast.ExecutionArgs) => Promise<TextResult | Awaited<ReturnType<typeof executeGrafast>>>;
  /** Answers a persisted query as text; null if it must take the normal path, as failing ones do. */
  readonly answerPersisted: (query: PersistedRequest) => Promise<string | null>;
  /**
   * Like `execute`, for the user of a session that is still valid; null if that has to be verified first, or the session belongs to another
   * user.
   */
  readonly executeBySession: (
    operation: Pick<Operation<object>, 'document' | 'variables'>,
    session: RememberedSession,
  ) => Promise<ExecutionResult | null>;
  /** Validates and runs an ad-hoc query in this thread. */
  readonly runAdHoc: (request: AdHocRequest) => Promise<Omit<AdHocAnswer, 'cpuMs'>>;
};

/** A persisted query by its text, for the viewer of a session that the database verifies; null for a visitor. */
export type PersistedRequest = {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly session: RememberedSession | null;
};

/**
 * Time limit of mutations and persisted queries; other queries have the limit of the preset. It is wall time, so it's only for operations
 * that hang: on a busy machine a long text takes minutes, and is saved anyway.
 */
const longTimeoutMs = 5 * 60_000;

type Prepared = Extract<PreparedDocument, { document: DocumentNode }>;

/**
 * Creates the runner that HTTP and the pages share: one cache of documents and plans, the same limits, the same error masks.
 * @param persisted texts of our pages' persisted queries
 * @param compiled answers persisted queries that can be compiled
 * @param adHocQueries runs read-only ad-hoc queries; without it they run in this thread, uncounted
 * @param searches rate limit of searches by subnet; without it they aren't counted
 * @param afterWriting awaited before the result of a mutation
 * @param trace records operations by their names; ad-hoc queries have none
 */
export function createDocumentRunner({
  schema,
  resolvedPreset,
  prepare,
  maskError,
  persisted,
  compiled,
  adHocQueries = null,
  searches = null,
  afterWriting = null,
  trace = untraced,
}: {
  readonly schema: GraphQLSchema;
  readonly resolvedPreset: GraphileConfig.ResolvedPreset;
  readonly prepare: PrepareDocument;
  readonly maskError: MaskError;
  readonly persisted: ReadonlySet<string>;
  readonly compiled: CompiledDocuments;
  readonly adHocQueries?: AdHocQueries | null;
  readonly searches?: RateLimit | null;
  readonly afterWriting?: (() => Promise<void>) | null;
  readonly trace?: Trace;
}): DocumentRunner {
  const presetWith = (timeouts: NonNullable<GraphileConfig.GrafastOptions['timeouts']>): GraphileConfig.ResolvedPreset => ({
    ...resolvedPreset,
    grafast: { ...resolvedPreset.grafast, timeouts },
  });
  // Persisted queries are planned once, and mutations have few fields: their planning must not time out, because its limit is wall time,
  // and on a busy machine a page should be late rather than broken. Some wait for an image or another site; each statement still has its
  // own limit.
  const patient = presetWith({ execution: longTimeoutMs });
  const preparedByDocument = new WeakMap<DocumentNode, Prepared>();
  const adHocTexts = new WeakMap<DocumentNode, string>();

  const parseAndValidate: DocumentRunner['parseAndValidate'] = (text) => {
    if (adHocQueries === null || persisted.has(text)) return prepareInThisThread(text);
    const parsed = parseDocument(text, { isPersisted: false });
    if (!parsed.document || !onlyReads(parsed.document)) return prepareInThisThread(text);
    adHocTexts.set(parsed.document, text);
    return parsed;
  };

  const prepareInThisThread: DocumentRunner['parseAndValidate'] = (text) => {
    const prepared = prepare(text);
    if (!prepared.document) return { errors: prepared.errors };
    preparedByDocument.set(prepared.document, prepared);
    return { document: prepared.document };
  };

  const executePrepared: DocumentRunner['executePrepared'] = async (args) => {
    if (adHocQueries === null) return runPrepared(args);
    const { viewer, subnet, pgSettings } = args.contextValue;
    const adHocText = adHocTexts.get(args.document);
    if (adHocText !== undefined) {
      const { operationName, variableValues } = args;
      const variables = { ...variableValues };
      return trace('operation', adHocName, () =>
        adHocQueries.run({ text: adHocText, operationName: operationName ?? undefined, variables, viewer, subnet }),
      );
    }
    if (preparedByDocument.get(args.document)?.isPersisted) return runPrepared(args);
    const refused = await adHocQueries.count({ viewer, subnet });
    if (refused) return { errors: [refused] };
    if (pgSettings) limitReading(pgSettings, limits.bytes, tooManyBytes);
    return runPrepared(args);
  };

  async function runPrepared(args: Grafast.ExecutionArgs): Promise<Awaited<ReturnType<typeof executeGrafast>>> {
    const prepared = preparedByDocument.get(args.document);
    if (!prepared) throw new Error('runPrepared: expected a document that was prepared, got another');
    // Names in other people's queries aren't logged.
    const name = prepared.isPersisted ? nameOfOperation(args) : adHocName;
    return trace('operation', name, () => runNamed(args, prepared, name));
  }

  async function runNamed(args: Grafast.ExecutionArgs, prepared: Prepared, name: string): ReturnType<typeof runPrepared> {
    const shape = shapeOf(prepared, args.operationName ?? undefined);
    const { pgSettings, viewer } = args.contextValue;
    if (pgSettings) nameStatements(pgSettings, name);
    // Without a shape, no operation has this name; GraphQL reports that itself.
    const { subnet } = args.contextValue;
    const error = shape && (checkAmounts(shape, args.variableValues ?? {}, prepared) ?? (await countSearches(shape, subnet)));
    if (error) return { errors: [error] };
    if (shape?.operation === OperationTypeNode.MUTATION) {
      // The database refuses as well; here, a mutation also reaches nothing else.
      if (args.contextValue.viewer.access === 'read') return { errors: [documentError('ACCESS_TOKEN_READ_ONLY', {})] };
      const result = await executeGrafast({ ...args, resolvedPreset: patient });
      await afterWriting?.();
      return result;
    }
    if (pgSettings && viewer.role === 'visitor') mayReadReplica(pgSettings);
    if (prepared.isPersisted) return (await runCompiled(args)) ?? executeGrafast({ ...args, resolvedPreset: patient });
    return executeGrafast(args);
  }

  /** Returns the result of one compiled statement; null if there is none. */
  async function runCompiled(args: Grafast.ExecutionArgs): Promise<ExecutionResult | null> {
    const { document, operationName, variableValues, contextValue } = args;
    const { viewer } = contextValue;
    const answer = await compiled({ document, operationName: operationName ?? undefined, variables: { ...variableValues }, viewer });
    if (!answer || answer.errors || args.outputDataAsString) return answer as ExecutionResult | null;
    return { data: JSON.parse(answer.data) as Record<string, unknown> };
  }

  async function countSearches({ searches: times }: OperationShape, subnet: string | null): Promise<GraphQLError | null> {
    const wait = times === 0 || searches === null ? null : await searches.consume(countedSubnet(subnet), times);
    return wait === null ? null : tooMany('SEARCH_LIMIT_REACHED', wait);
  }

  const answerPersisted: DocumentRunner['answerPersisted'] = async ({ text, variables, session }) => {
    if (!persisted.has(text)) return null;
    const { document } = prepareInThisThread(text);
    const prepared = document && preparedByDocument.get(document);
    const shape = prepared && shapeOf(prepared, undefined);
    if (!document || !prepared || !shape || shape.searches > 0 || checkAmounts(shape, variables, prepared)) return null;
    const request = { document, operationName: undefined, variables, viewer: session?.viewer ?? visitor, session: session ?? undefined };
    const answer = await trace('operation', nameOfOperation(request), () => compiled(request));
    if (!answer) return null;
    // The database couldn't be reached, so it isn't called again.
    if (answer.errors) return JSON.stringify({ errors: answer.errors.map(maskError), data: null });
    return `{"data":${answer.data}}`;
  };

  const executeBySession: DocumentRunner['executeBySession'] = async ({ document: text, variables }, session) => {
    const answer = await answerPersisted({ text, variables: { ...variables }, session });
    return answer === null ? null : (JSON.parse(answer) as ExecutionResult);
  };

  const execute = async ({ document: text, operationName, variables, viewer, subnet }: Operation<object>): Promise<ExecutionResult> => {
    return runInThisThread({ text, operationName, variables: { ...variables }, viewer, subnet: subnet ?? null });
  };

  async function runInThisThread(
    request: AdHocRequest,
    form: { outputDataAsString: boolean; maxReadBytes?: number } = { outputDataAsString: false },
  ): Promise<ExecutionResult> {
    const { text, operationName, variables, viewer, subnet } = request;
    const { document, errors } = prepareInThisThread(text);
    if (!document) return { errors };
    const args = await hookArgs({
      schema,
      document,
      operationName,
      variableValues: variables,
      resolvedPreset,
      requestContext: { viewer, subnet: subnet ?? undefined, maxReadBytes: form.maxReadBytes },
      contextValue: {},
    });
    const result = await runPrepared({ ...args, outputDataAsString: form.outputDataAsString });
    if (isAsyncIterable(result)) throw new Error('runHere: expected one answer, got a stream');
    const { data, errors: resultErrors } = result;
    return { ...(data === undefined ? {} : { data }), ...(resultErrors && { errors: resultErrors.map(maskError) }) };
  }

  const runAdHoc: DocumentRunner['runAdHoc'] = async (request) => {
    const form = { outputDataAsString: true, maxReadBytes: limits.bytes };
    const { data, errors } = (await runInThisThread(request, form)) as TextResult;
    if (data && data.length > limits.bytes) return { errors: [toAdHocError(tooManyBytes())] };
    return {
      ...(data === undefined ? {} : { data }),
      ...(errors && { errors: errors.map(toAdHocError) }),
    };
  };

  return { execute: execute as Execute, parseAndValidate, executePrepared, answerPersisted, executeBySession, runAdHoc };
}

/** The name of ad-hoc queries in the log and in traces. */
const adHocName = 'ad-hoc query';

function nameOfOperation({ document, operationName }: Pick<Grafast.ExecutionArgs, 'document' | 'operationName'>): string {
  const first = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operationName ?? first?.name?.value ?? 'unnamed';
}

function toAdHocError({ message, positions, path, extensions }: GraphQLError): NonNullable<AdHocAnswer['errors']>[number] {
  return { message, positions, path, extensions };
}

function shapeOf({ shapes }: Prepared, operationName: string | undefined): OperationShape | undefined {
  return operationName === undefined && shapes.size === 1 ? [...shapes.values()][0] : shapes.get(operationName ?? '');
}

/** Whether a document has no mutations. */
function onlyReads({ definitions }: DocumentNode): boolean {
  return definitions.every((node) => node.kind !== Kind.OPERATION_DEFINITION || node.operation !== OperationTypeNode.MUTATION);
}
