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

/** The schema, how HTTP reaches it, and how this process does. */
export type GraphQL = {
  readonly schema: GraphQLSchema;
  readonly preset: GraphileConfig.Preset;
  readonly execute: DocumentRunner['execute'];
  readonly executeBySession: DocumentRunner['executeBySession'];
  /** Answers our own pages' queries by the shortest way. */
  readonly answerPersistedRequest: PersistedRequests;
  /** Runs a document of others here, uncounted. */
  readonly runAdHoc: DocumentRunner['runAdHoc'];
  readonly maskError: MaskError;
  /** What is the same for everybody, over GET. */
  readonly publicDocuments: PublicDocuments;
};

/** Builds the schema from the database and binds the limits, the masks and the known documents to it. */
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
}: {
  /** A pool of newline_app. */
  readonly pool: Pool;
  /** Reads the catalogues, once, without the limits of a request. Nothing is asked of it afterwards; without it the other pool does. */
  readonly startPool?: Pool;
  /** Answers what visitors read; without it the pool does. */
  readonly replica?: Replica | null;
  readonly log: Log;
  /** Told of errors of a full disk; without it nobody is. */
  readonly disk?: Pick<DiskWatch, 'note'> | null;
  readonly isProduction: boolean;
  /** Our own pages' documents, by the SHA-256 of their text in hex. */
  readonly persistedQueries: Readonly<Record<string, string>>;
  readonly publicUrl: string;
  /** What the features add to the schema. */
  readonly plugins: SchemaOptions['plugins'];
  /** What their plans ask beside the database. An operation fails that asks for another: the query worker has only those of queries. */
  readonly services: Partial<Services>;
  /** What others' documents may cost; without it nobody counts. */
  readonly rateLimits?: Pick<RateLimits, 'documents' | 'documentTime' | 'searches'> | null;
  /** Where others' documents run that only read; without it they run here. */
  readonly adHocRunner?: AdHocRunner | null;
  /** How long others' queries may be planned, and run; five seconds when it is left out. */
  readonly timeLimitMs?: number;
  /** Of how many documents the plans are kept; of 500 when it is left out. A plan has as many as two megabytes. */
  readonly cachedQueries?: number;
  /** False has PostGraphile answer our own documents, too: what the compiled ones are held against. */
  readonly isCompiling?: boolean;
  /** What the answer of a mutation waits for: whoever keeps answers has heard of it by then. */
  readonly afterWriting?: (() => Promise<void>) | null;
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
  const { schema } = await makeSchema(preset);
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
  });
  runner = made;
  const publicDocuments = createPublicDocuments(schema, textsByHash, made.execute);
  const answerPersistedRequest = createPersistedRequests(textsByHash, made.answerPersisted);
  return {
    schema,
    preset,
    execute: made.execute,
    executeBySession: made.executeBySession,
    answerPersistedRequest,
    runAdHoc: made.runAdHoc,
    maskError,
    publicDocuments,
  };
}

/** Each may need another plan for other variables, as for `@include`. */
function keepPlansOf(schema: GraphQLSchema, documents: number): void {
  Object.assign(schema.extensions, {
    grafast: { ...schema.extensions.grafast, operationsCacheMaxLength: documents, operationOperationPlansCacheMaxLength: 2 },
  });
}

/** This thread as the place of guests' documents. */
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
