import { execute as executeGrafast, hookArgs, isAsyncIterable } from 'postgraphile/grafast';
import {
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
} from 'postgraphile/graphql';
import { type RateLimit, countedSubnet } from '../rate-limits.ts';
import { type RememberedSession, type Viewer, visitor } from '../viewer.ts';
import { checkAmounts, limits, tooManyBytes, type OperationShape } from './document-limits.ts';
import { tooMany, type AdHocAnswer, type AdHocQueries, type AdHocRequest, type TextResult } from './ad-hoc-queries/ad-hoc-queries.ts';
import type { CompiledDocuments } from './compiled/compiled-documents.ts';
import type { MaskError } from '../errors/mask-error.ts';
import { limitReading } from '../database/reader-client.ts';
import { parseDocument, type PreparedDocument, type PrepareDocument } from './prepare-document.ts';

/** An operation to run in this process, with the right of a viewer. */
export type Operation<TVariables> = {
  readonly document: string;
  /** Needed only when the document has several operations. */
  readonly operationName?: string | undefined;
  readonly variables?: TVariables | undefined;
  readonly viewer: Viewer;
  /** The network of who sent a form; without one the call comes from this process and counts against no limit. */
  readonly subnet?: string | undefined;
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
  readonly executePrepared: (args: Grafast.ExecutionArgs) => Promise<TextResult | Awaited<ReturnType<typeof executeGrafast>>>;
  /** Answers a query of our own pages; null when that takes the whole way, as what fails does. */
  readonly answerKnown: (asked: KnownRequest) => Promise<string | null>;
  /** As `execute`, for whoever is still signed in by a session; null when that has to be looked up first, or is somebody else. */
  readonly executeBySession: (
    operation: Pick<Operation<object>, 'document' | 'variables'>,
    session: RememberedSession,
  ) => Promise<ExecutionResult | null>;
  /** Validates and runs a guest's document here. */
  readonly runAdHoc: (request: AdHocRequest) => Promise<Omit<AdHocAnswer, 'cpuMs'>>;
};

/** One of our own documents by its text, from the viewer of a session that the database still looks up; null for a visitor. */
export type KnownRequest = {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly session: RememberedSession | null;
};

/**
 * How long a mutation is waited for, and a document of our own pages; any other query has the limit of the preset. It is wall time, so it is only for
 * what never comes: on a busy machine a long text takes minutes, and is saved all the same.
 */
const longTimeoutMs = 5 * 60_000;

type Prepared = Extract<PreparedDocument, { document: DocumentNode }>;

/**
 * Creates the runner that HTTP and the pages share: one cache of documents and plans, the same limits, the same masks.
 *
 * @param known texts of our own pages' documents
 * @param compiled answers what of the known is compiled
 * @param guests where other documents run that only read; without it they run here, uncounted
 * @param searches what a network may look for; without it nobody counts
 * @param afterWriting what the answer of a mutation waits for
 */
export function createDocumentRunner({
  schema,
  resolvedPreset,
  prepare,
  maskError,
  known,
  compiled,
  guests = null,
  searches = null,
  afterWriting = null,
}: {
  readonly schema: GraphQLSchema;
  readonly resolvedPreset: GraphileConfig.ResolvedPreset;
  readonly prepare: PrepareDocument;
  readonly maskError: MaskError;
  readonly known: ReadonlySet<string>;
  readonly compiled: CompiledDocuments;
  readonly guests?: AdHocQueries | null;
  readonly searches?: RateLimit | null;
  readonly afterWriting?: (() => Promise<void>) | null;
}): DocumentRunner {
  const presetWith = (timeouts: NonNullable<GraphileConfig.GrafastOptions['timeouts']>): GraphileConfig.ResolvedPreset => ({
    ...resolvedPreset,
    grafast: { ...resolvedPreset.grafast, timeouts },
  });
  // Ours are planned once, and what else changes something has few fields: neither planning is to be given up, for its limit is wall time, and on a
  // busy machine a page shall be late, not broken. Some wait for a picture or for another site; each statement is still held to its own limit.
  const patient = presetWith({ execution: longTimeoutMs });
  const preparedByDocument = new WeakMap<DocumentNode, Prepared>();
  const adHocTexts = new WeakMap<DocumentNode, string>();

  const parseAndValidate: DocumentRunner['parseAndValidate'] = (text) => {
    if (guests === null || known.has(text)) return prepareHere(text);
    const parsed = parseDocument(text, { isKnown: false });
    if (!parsed.document || !onlyReads(parsed.document)) return prepareHere(text);
    adHocTexts.set(parsed.document, text);
    return parsed;
  };

  const prepareHere: DocumentRunner['parseAndValidate'] = (text) => {
    const prepared = prepare(text);
    if (!prepared.document) return { errors: prepared.errors };
    preparedByDocument.set(prepared.document, prepared);
    return { document: prepared.document };
  };

  const executePrepared: DocumentRunner['executePrepared'] = async (args) => {
    if (guests === null) return runPrepared(args);
    const { viewer, subnet, pgSettings } = args.contextValue;
    const adHocText = adHocTexts.get(args.document);
    if (adHocText !== undefined) {
      const { operationName, variableValues } = args;
      const variables = { ...variableValues };
      return guests.run({ text: adHocText, operationName: operationName ?? undefined, variables, viewer, subnet });
    }
    if (preparedByDocument.get(args.document)?.isKnown) return runPrepared(args);
    const refused = await guests.count({ viewer, subnet });
    if (refused) return { errors: [refused] };
    if (pgSettings) limitReading(pgSettings, limits.bytes, tooManyBytes);
    return runPrepared(args);
  };

  async function runPrepared(args: Grafast.ExecutionArgs): Promise<Awaited<ReturnType<typeof executeGrafast>>> {
    const prepared = preparedByDocument.get(args.document);
    if (!prepared) throw new Error('runPrepared: expected a document that was prepared, got another');
    const shape = shapeOf(prepared, args.operationName ?? undefined);
    // Without a shape the name fits no operation; GraphQL says so itself.
    const { subnet } = args.contextValue;
    const error = shape && (checkAmounts(shape, args.variableValues ?? {}, prepared) ?? (await countSearches(shape, subnet)));
    if (error) return { errors: [error] };
    if (shape?.operation === OperationTypeNode.MUTATION) {
      const written = await executeGrafast({ ...args, resolvedPreset: patient });
      await afterWriting?.();
      return written;
    }
    if (prepared.isKnown) return (await runCompiled(args)) ?? executeGrafast({ ...args, resolvedPreset: patient });
    return executeGrafast(args);
  }

  /** The answer by one compiled statement; null where there is none. */
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

  const answerKnown: DocumentRunner['answerKnown'] = async ({ text, variables, session }) => {
    if (!known.has(text)) return null;
    const { document } = prepareHere(text);
    const prepared = document && preparedByDocument.get(document);
    const shape = prepared && shapeOf(prepared, undefined);
    if (!document || !prepared || !shape || shape.searches > 0 || checkAmounts(shape, variables, prepared)) return null;
    const answer = await compiled({
      document,
      operationName: undefined,
      variables,
      viewer: session?.viewer ?? visitor,
      session: session ?? undefined,
    });
    if (!answer) return null;
    // The database could not be asked, and is not asked twice.
    if (answer.errors) return JSON.stringify({ errors: answer.errors.map(maskError), data: null });
    return `{"data":${answer.data}}`;
  };

  const executeBySession: DocumentRunner['executeBySession'] = async ({ document: text, variables }, session) => {
    const answer = await answerKnown({ text, variables: { ...variables }, session });
    return answer === null ? null : (JSON.parse(answer) as ExecutionResult);
  };

  const execute = async ({ document: text, operationName, variables, viewer, subnet }: Operation<object>): Promise<ExecutionResult> => {
    return runHere({ text, operationName, variables: { ...variables }, viewer, subnet: subnet ?? null });
  };

  async function runHere(
    request: AdHocRequest,
    form: { outputDataAsString: boolean; maxReadBytes?: number } = { outputDataAsString: false },
  ): Promise<ExecutionResult> {
    const { text, operationName, variables, viewer, subnet } = request;
    const { document, errors } = prepareHere(text);
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
    const { data, errors: found } = result;
    return { ...(data === undefined ? {} : { data }), ...(found && { errors: found.map(maskError) }) };
  }

  const runAdHoc: DocumentRunner['runAdHoc'] = async (request) => {
    const form = { outputDataAsString: true, maxReadBytes: limits.bytes };
    const { data, errors } = (await runHere(request, form)) as TextResult;
    if (data && data.length > limits.bytes) return { errors: [bare(tooManyBytes())] };
    return {
      ...(data === undefined ? {} : { data }),
      ...(errors && { errors: errors.map(bare) }),
    };
  };

  return { execute: execute as Execute, parseAndValidate, executePrepared, answerKnown, executeBySession, runAdHoc };
}

function bare({ message, positions, path, extensions }: GraphQLError): NonNullable<AdHocAnswer['errors']>[number] {
  return { message, positions, path, extensions };
}

function shapeOf({ shapes }: Prepared, operationName: string | undefined): OperationShape | undefined {
  return operationName === undefined && shapes.size === 1 ? [...shapes.values()][0] : shapes.get(operationName ?? '');
}

/** True for a document without mutations. */
function onlyReads({ definitions }: DocumentNode): boolean {
  return definitions.every((one) => one.kind !== Kind.OPERATION_DEFINITION || one.operation !== OperationTypeNode.MUTATION);
}
