import './graphile-mode.ts';
import { createHash } from 'node:crypto';
import { resolvePreset } from 'graphile-config';
import type { Pool } from 'pg';
import { makeSchema } from 'postgraphile';
import type { GraphQLSchema } from 'postgraphile/graphql';
import type { DiskWatch } from '../disk-watch.ts';
import type { Log } from '../log.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Services } from '../services.ts';
import { type Trace, untraced } from '../tracing.ts';
import type { Replica } from '../database/replica.ts';
import { createCompiledDocuments } from './compiled/compiled-documents.ts';
import { createAdHocQueries, type AdHocRunner } from './ad-hoc-queries/ad-hoc-queries.ts';
import { createCpuShares } from './ad-hoc-queries/cpu-shares.ts';
import { createForgottenIntrospection } from './forget-introspection.ts';
import { createPersistedRequests, type PersistedRequests } from './persisted-requests.ts';
import { createMaskError, type MaskError } from '../errors/mask-error.ts';
import { createPrepareDocument } from './prepare-document.ts';
import { createRunPreset, createSchemaPreset, type SchemaOptions } from './preset.ts';
import { createPublicDocuments, type PublicDocuments } from './public-documents/public-documents.ts';
import { maxTextBodyBytes } from './read-request-body.ts';
import { createRequestPlugin } from './request-plugin.ts';
import { createDocumentRunner, type DocumentRunner } from './run-document.ts';

/** The GraphQL schema, with its HTTP handlers and functions for calls within this process. */
export type GraphQL = {
  readonly schema: GraphQLSchema;
  readonly preset: GraphileConfig.Preset;
  readonly execute: DocumentRunner['execute'];
  readonly executeBySession: DocumentRunner['executeBySession'];
  readonly answerPersisted: DocumentRunner['answerPersisted'];
  /** Answers our pages' persisted queries, without parsing and validating them again. */
  readonly answerPersistedRequest: PersistedRequests;
  /** Runs an ad-hoc query in this thread, without counting it toward rate limits. */
  readonly runAdHoc: DocumentRunner['runAdHoc'];
  readonly maskError: MaskError;
  /** Queries with the same response for everyone, over GET. */
  readonly publicDocuments: PublicDocuments;
};

/**
 * Returns the schema, which it builds unless it has one of a database with the same tables and functions: tests share one among theirs,
 * because building it takes longer than most of them.
 */
export type ShareSchema = (build: () => Promise<GraphQLSchema>) => Promise<GraphQLSchema>;

/** Creates the schema from the database, with limits, error masking and persisted queries. */
export async function createGraphQL({
  pool,
  startPool = pool,
  replica = null,
  log,
  disk = null,
  isProduction,
  persistedQueries,
  publicUrl,
  plugins,
  services,
  rateLimits = null,
  adHocRunner = null,
  timeLimitMs,
  cachedQueries,
  isCompiling = true,
  afterWriting = null,
  trace = untraced,
  shareSchema = (build) => build(),
}: {
  /** A pool of the login newline_app. */
  readonly pool: Pool;
  /** Reads the database catalogs, once, without the limits of a request; `pool` by default. It isn't used afterward. */
  readonly startPool?: Pool;
  /** The replica for visitors' queries; without one, they use the pool. */
  readonly replica?: Replica | null;
  readonly log: Log;
  /** Notified of errors caused by a full disk. */
  readonly disk?: Pick<DiskWatch, 'note'> | null;
  readonly isProduction: boolean;
  /** Our pages' persisted queries, by the SHA-256 of their text in hex. */
  readonly persistedQueries: Readonly<Record<string, string>>;
  readonly publicUrl: string;
  /** The features' additions to the schema. */
  readonly plugins: SchemaOptions['plugins'];
  /** Services that plans use besides the database. An operation that needs another one fails: the query worker only has those of queries. */
  readonly services: Partial<Services>;
  /** The rate limits of ad-hoc queries; without them, nothing is counted. */
  readonly rateLimits?: Pick<RateLimits, 'documents' | 'documentTime' | 'searches'> | null;
  /** Runs ad-hoc queries that only read; by default they run in this thread. */
  readonly adHocRunner?: AdHocRunner | null;
  /** The time limit for planning and for running an ad-hoc query; five seconds by default. */
  readonly timeLimitMs?: number;
  /** The number of queries whose plans are cached; 500 by default. A plan takes up to two megabytes. */
  readonly cachedQueries?: number;
  /** False makes PostGraphile answer persisted queries, too, to compare the compiled ones with it. */
  readonly isCompiling?: boolean;
  /** Awaited before a mutation's response is sent, so that caches have been invalidated by then. */
  readonly afterWriting?: (() => Promise<void>) | null;
  /** Records operations. By default nothing does. */
  readonly trace?: Trace;
  readonly shareSchema?: ShareSchema;
}): Promise<GraphQL> {
  const textsByHash = checkHashes(persistedQueries);
  const maskError = createMaskError(log, disk);
  let runner: DocumentRunner | null = null;
  const introspection = createForgottenIntrospection();
  const preset: GraphileConfig.Preset = {
    extends: [
      createSchemaPreset(pool, { plugins, startPool, replica }),
      createRunPreset({ services, siteOrigin: new URL(publicUrl).origin, timeLimitMs }),
      introspection.preset,
    ],
    plugins: [
      createRequestPlugin(textsByHash, () => {
        if (!runner) throw new Error('GraphQL: expected the runner to be there before the first request');
        return runner;
      }),
    ],
    grafserv: {
      graphqlPath: '/graphql',
      graphqlOverGET: true,
      graphiql: !isProduction,
      graphiqlOnGraphQLGET: false,
      graphiqlPath: '/dev/explorer',
      graphiqlStaticPath: '/dev/explorer-files/',
      maxRequestLength: maxTextBodyBytes,
      outputDataAsString: true,
      maskError,
    },
  };
  const schema = await shareSchema(async () => (await makeSchema(preset)).schema);
  introspection.forget();
  if (cachedQueries !== undefined) keepPlansOf(schema, cachedQueries);
  const texts = new Set(textsByHash.values());
  const made = createDocumentRunner({
    schema,
    resolvedPreset: resolvePreset(preset),
    prepare: createPrepareDocument(schema, { persisted: texts, isIntrospectionAllowed: !isProduction, cachedAdHocQueries: cachedQueries }),
    maskError,
    persisted: texts,
    compiled: isCompiling ? createCompiledDocuments(schema, pool, replica) : async () => null,
    adHocQueries: rateLimits && createAdHocQueries(rateLimits, adHocRunner ?? here((request) => made.runAdHoc(request))),
    searches: rateLimits?.searches ?? null,
    afterWriting,
    trace,
  });
  runner = made;
  const publicDocuments = createPublicDocuments(schema, textsByHash, made.execute);
  const answerPersistedRequest = createPersistedRequests(textsByHash, made.answerPersisted, publicDocuments);
  return {
    schema,
    preset,
    execute: made.execute,
    executeBySession: made.executeBySession,
    answerPersisted: made.answerPersisted,
    answerPersistedRequest,
    runAdHoc: made.runAdHoc,
    maskError,
    publicDocuments,
  };
}

/** A query may need several plans, because variables can change them, as with `@include`. */
function keepPlansOf(schema: GraphQLSchema, documents: number): void {
  Object.assign(schema.extensions, {
    grafast: { ...schema.extensions.grafast, operationsCacheMaxLength: documents, operationOperationPlansCacheMaxLength: 2 },
  });
}

/** Runs ad-hoc queries in this thread. */
function here(run: DocumentRunner['runAdHoc']): AdHocRunner {
  const cpu = createCpuShares();
  return async (request) => {
    const share = cpu.begin();
    const answer = await run(request);
    return { ...answer, cpuMs: share.end() };
  };
}

function checkHashes(documents: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  for (const [hash, text] of Object.entries(documents)) {
    const expected = createHash('sha256').update(text).digest('hex');
    if (hash !== expected) throw new Error(`Known document: expected the hash ${expected}, got ${hash}`);
  }
  return new Map(Object.entries(documents));
}
