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

/** The schema, and how HTTP and this process execute operations. */
export type GraphQL = {
  readonly schema: GraphQLSchema;
  readonly preset: GraphileConfig.Preset;
  readonly execute: DocumentRunner['execute'];
  readonly executeBySession: DocumentRunner['executeBySession'];
  /** Answers our pages' persisted queries without grafserv. */
  readonly answerPersistedRequest: PersistedRequests;
  /** Runs an ad-hoc query in this thread, without counting it. */
  readonly runAdHoc: DocumentRunner['runAdHoc'];
  readonly maskError: MaskError;
  /** Public queries, which have the same result for everyone, over GET. */
  readonly publicDocuments: PublicDocuments;
};

/** Builds the schema from the database and applies limits, error masks and persisted queries to it. */
export async function createGraphQL({
  pool,
  startPool = pool,
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
}: {
  readonly pool: Pool;
  /** Reads the database's catalogs once, without the limits of a request, and isn't used afterwards; defaults to the other pool. */
  readonly startPool?: Pool;
  readonly log: Log;
  /** Gets the errors of a full disk, if set. */
  readonly disk?: Pick<DiskWatch, 'note'> | null;
  readonly isProduction: boolean;
  /** Texts of our pages' persisted queries, by their SHA-256 in hex. */
  readonly persistedQueries: Readonly<Record<string, string>>;
  readonly publicUrl: string;
  /** The features' additions to the schema. */
  readonly plugins: SchemaOptions['plugins'];
  /**
   * Services that plans use besides the database. An operation that needs another one fails: the query worker has only those of queries.
   */
  readonly services: Partial<Services>;
  /** Rate limits of ad-hoc queries; without them, nothing is counted. */
  readonly rateLimits?: Pick<RateLimits, 'documents' | 'documentTime' | 'searches'> | null;
  /** Runs read-only ad-hoc queries; without it, they run in this thread. */
  readonly adHocRunner?: AdHocRunner | null;
  /** Time limit for planning and for executing ad-hoc queries; defaults to five seconds. */
  readonly timeLimitMs?: number;
  /** Number of operations whose plans are cached, 500 by default. A plan takes up to two megabytes. */
  readonly cachedQueries?: number;
  /** False makes PostGraphile answer persisted queries too, to compare its results with the compiled ones. */
  readonly isCompiling?: boolean;
  /** Awaited before the result of a mutation: by then caches know of the change. */
  readonly afterWriting?: (() => Promise<void>) | null;
}): Promise<GraphQL> {
  const persistedTexts = checkHashes(persistedQueries);
  const maskError = createMaskError(log, disk);
  let runner: DocumentRunner | null = null;
  const introspection = createForgottenIntrospection();
  const preset: GraphileConfig.Preset = {
    extends: [
      createSchemaPreset(pool, { plugins, startPool }),
      createRunPreset({ services, siteOrigin: new URL(publicUrl).origin, timeLimitMs }),
      introspection.preset,
    ],
    plugins: [
      createRequestPlugin(persistedTexts, () => {
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
  const { schema } = await makeSchema(preset);
  introspection.forget();
  if (cachedQueries !== undefined) limitPlanCache(schema, cachedQueries);
  const texts = new Set(persistedTexts.values());
  const documentRunner = createDocumentRunner({
    schema,
    resolvedPreset: resolvePreset(preset),
    prepare: createPrepareDocument(schema, { persisted: texts, isIntrospectionAllowed: !isProduction, cachedAdHocQueries: cachedQueries }),
    maskError,
    persisted: texts,
    compiled: isCompiling ? createCompiledDocuments(schema, pool) : async () => null,
    adHocQueries:
      rateLimits && createAdHocQueries(rateLimits, adHocRunner ?? runInThisThread((request) => documentRunner.runAdHoc(request))),
    searches: rateLimits?.searches ?? null,
    afterWriting,
  });
  runner = documentRunner;
  const publicDocuments = createPublicDocuments(schema, persistedTexts, documentRunner.execute);
  const answerPersistedRequest = createPersistedRequests(persistedTexts, documentRunner.answerPersisted);
  return {
    schema,
    preset,
    execute: documentRunner.execute,
    executeBySession: documentRunner.executeBySession,
    answerPersistedRequest,
    runAdHoc: documentRunner.runAdHoc,
    maskError,
    publicDocuments,
  };
}

/** Different variables may need another plan, as for `@include`. */
function limitPlanCache(schema: GraphQLSchema, documents: number): void {
  Object.assign(schema.extensions, {
    grafast: { ...schema.extensions.grafast, operationsCacheMaxLength: documents, operationOperationPlansCacheMaxLength: 2 },
  });
}

/** Runs ad-hoc queries in this thread. */
function runInThisThread(run: DocumentRunner['runAdHoc']): AdHocRunner {
  const cpu = createCpuShares();
  return async (request) => {
    const account = cpu.begin();
    const answer = await run(request);
    return { ...answer, cpuMs: account.end() };
  };
}

function checkHashes(documents: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  for (const [hash, text] of Object.entries(documents)) {
    const expected = createHash('sha256').update(text).digest('hex');
    if (hash !== expected) throw new Error(`Persisted query: expected the hash ${expected}, got ${hash}`);
  }
  return new Map(Object.entries(documents));
}
