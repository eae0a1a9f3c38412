import './graphql/graphile-mode.ts';
import type { Connections } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import type { FastifyInstance } from 'fastify';
import { sources } from '../../sources.config.ts';
import { createRateLimits } from './rate-limits.ts';
import { createPools } from './create-pools.ts';
import { guardDevelopmentPages } from './development-pages.ts';
import { createReplica } from './database/replica.ts';
import { createDiskWatch } from './disk-watch.ts';
import { createMaskError } from './errors/mask-error.ts';
import type { ApiEnv, JobQueue } from './feature.ts';
import { featurePlugins, features } from './features.ts';
import type { Auth } from './features/accounts/create-auth.ts';
import type { FirstAdmin } from './features/accounts/first-admin.ts';
import { methodsOfOidc, noOidc } from './features/accounts/oidc-settings.ts';
import { createSessionUses } from './features/accounts/session-uses.ts';
import { createTokenViewers } from './features/accounts/token-viewers.ts';
import { createViewers } from './features/accounts/viewer-of.ts';
import { receiveUpload } from './features/attachments/receive-upload.ts';
import { type MailJobs, startMailJobs } from './features/mail/mail-jobs.ts';
import type { Mailbox } from './features/mail/mailbox.ts';
import type { SiteImages } from './features/site/site-images.ts';
import { createQueryWorker } from './graphql/ad-hoc-queries/query-worker.ts';
import { createGraphQL, type ShareSchema } from './graphql/create-graphql.ts';
import { addGraphQLRoutes } from './graphql/graphql-routes.ts';
import type { ReadCached } from './graphql/persisted-requests.ts';
import type { PublicDocuments } from './graphql/public-documents/public-documents.ts';
import type { DocumentRunner, Execute } from './graphql/run-document.ts';
import { addHealthRoutes } from './health-routes.ts';
import type { Log } from './log.ts';
import { databaseMetrics } from './metrics/database-metrics.ts';
import type { Metric } from './metrics/metric.ts';
import { createOutbound } from './outbound.ts';
import { startPublicationClock } from './publication-clock.ts';
import { refuseForeignRequests } from './request-origin.ts';
import { refuseUnreadable } from './request-target.ts';
import { serviceOf } from './services.ts';
import { startFeatures } from './start-features.ts';
import { listenForTags, type TagsListener, type TagsListening } from './tags-listener.ts';
import { type Trace, untraced } from './tracing.ts';
import type { Viewers } from './viewer.ts';

export type ApiOptions = {
  readonly env: ApiEnv;
  readonly connections: Connections;
  readonly log: Log;
  /** Our own pages' documents, by the SHA-256 of their text in hex; the browser sends only the hash. */
  readonly persistedQueries?: Readonly<Record<string, string>>;
  /** An app that is already listening; its creator closes it. */
  readonly tags?: TagsListening;
  /** Maximum number of connections for requests, 10 by default. */
  readonly maxAppConnections?: number;
  /** Whether ad-hoc queries run in a separate thread. By default they run in the main thread. */
  readonly hasQueryWorker?: boolean;
  /** The folder of the built pages, whose scripts check exercises. Without it, none is checked. */
  readonly builtPages?: string;
  /** Records operations, statements and jobs. By default nothing does. */
  readonly trace?: Trace;
  /** By default the schema is built for this database. */
  readonly shareSchema?: ShareSchema;
};

/** The API: GraphQL and all routes that use the database. */
export type Api = Viewers & {
  /**
   * Registers `/graphql`, `/api/auth/*`, `/api/first-admin`, `/api/import-export`, `/media/*`, `/webhooks/*`, `/events`, `/dev/*`, `/healthz`,
   * `/readyz`, and rejects cross-site requests for the whole app.
   * @param readCached the cache of public queries
   */
  register(app: FastifyInstance, readCached?: ReadCached): Promise<void>;
  /** Runs a GraphQL operation in this process, with the permissions of a viewer. */
  readonly execute: Execute;
  /** Like `execute`, for the user of a session that is still valid. */
  readonly executeBySession: DocumentRunner['executeBySession'];
  /** Answers one of our pages' queries as text, for the user of a session that is still valid; null if it must take the normal path. */
  readonly answerPersisted: DocumentRunner['answerPersisted'];
  /** Our pages' queries that have the same result for everyone; caches store their results. */
  readonly publicDocuments: PublicDocuments;
  /**
   * Calls the listener with the tags of outdated pages, or with null if some may have been missed. Returns a function that removes the
   * listener.
   */
  onTagsChanged(listener: TagsListener): () => void;
  /** Sign-in methods besides a password. */
  readonly signInMethods: readonly string[];
  /** Returns the sign-in service, which is loaded on first use: that takes longer than the rest of a start, and no page needs it. */
  auth(): Promise<Auth>;
  /** The one-time link to create the first administrator of a new site. */
  readonly firstAdmin: FirstAdmin;
  /** Whether books are available as PDF, which requires Chromium on this machine. */
  readonly hasBookPdf: boolean;
  /** Returns the site's icon as a square PNG of this width; null if the site has no icon. */
  readonly siteIcon: SiteImages['icon'];
  /** The site's own mailbox; null in production and when an SMTP server is set. */
  readonly mailbox: Mailbox | null;
  /** Writes when sessions were last used, which is otherwise done once a minute. */
  noteSessionUses(): Promise<void>;
  /** Adds a job that renders texts without renderings, such as those of the demo. */
  renderTexts(): Promise<void>;
  /** The metrics of the database, the jobs and the features. */
  readonly metrics: readonly Metric[];
  /** Ends jobs and connections. Stop the server first. */
  close(): Promise<void>;
};

/** Starts the API on a migrated database. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { env, connections, log, trace = untraced } = options;
  const pools = createPools(options);
  const tags = options.tags ?? listenForTags(connections.direct, log);
  const replica = connections.read ? createReplica(connections.read, { primary: pools.app, tags, log, trace }) : null;
  const disk = createDiskWatch({ dataDir: env.dataDir, log });
  const outbound = createOutbound({ env, log });
  const rateLimits = createRateLimits(pools.sessions);
  const uses = createSessionUses({ pool: pools.sessions, log });
  const viewers = createViewers({ uses, pool: pools.sessions, publicUrl: env.publicUrl, secretKey: env.secretKey });
  const maskError = createMaskError(log, disk);
  const stopping = new AbortController();
  const queue = Promise.withResolvers<MailJobs>();
  const running = await startFeatures(features, {
    env,
    pools,
    rateLimits,
    outbound,
    log,
    disk,
    tags,
    viewers,
    maskError,
    builtPages: options.builtPages ?? null,
    signal: stopping.signal,
    jobs: whenStarted(queue.promise),
  });
  const { services } = running;
  const mailbox = serviceOf(services, 'mailbox');
  const queryWorker = options.hasQueryWorker ? startQueryWorker(options, { log, maskError }) : null;
  const startPool = createPool(connections.direct, {
    max: 2,
    statementTimeoutMs: 0,
    connectionTimeoutMs: 60_000,
    applicationName: 'newline start',
  });
  const [graphql, jobs] = await Promise.all([
    createGraphQL({
      pool: pools.app,
      startPool,
      replica,
      log,
      disk,
      isProduction: env.isProduction,
      persistedQueries: options.persistedQueries ?? {},
      publicUrl: env.publicUrl,
      rateLimits,
      adHocRunner: queryWorker?.run ?? null,
      afterWriting: tags.caughtUp,
      trace,
      plugins: featurePlugins,
      services,
      ...(options.shareSchema && { shareSchema: options.shareSchema }),
    }).finally(() => void startPool.end()),
    startMailJobs({
      workerPool: pools.worker,
      mailPool: pools.mail,
      authPool: pools.auth,
      log,
      publicUrl: env.publicUrl,
      dataDir: env.dataDir,
      from: env.mailFrom,
      smtpUrl: env.smtpUrl,
      mailbox,
      onTaskError: disk.note,
      trace,
      tasks: running.tasks,
      ownRunners: running.ownRunners,
      cron: running.cron,
    }),
    tags.ready,
    pools.worker.query('select app_private.set_picture_hosts($1)', [sources.img.map((source) => new URL(source).host)]),
  ]);
  queue.resolve(jobs);
  const publications = startPublicationClock(pools.app, tags, log);
  const { incomingFolder } = serviceOf(services, 'attachments');
  const { oidc = noOidc } = env;

  return {
    ...viewers,
    execute: graphql.execute,
    executeBySession: graphql.executeBySession,
    answerPersisted: graphql.answerPersisted,
    publicDocuments: graphql.publicDocuments,
    onTagsChanged: tags.onTagsChanged,
    signInMethods: [...(oidc.isOnly ? [] : ['link']), ...(env.gitHub && !oidc.isOnly ? ['github'] : []), ...methodsOfOidc(oidc)],
    auth: serviceOf(services, 'auth'),
    firstAdmin: serviceOf(services, 'firstAdmin'),
    hasBookPdf: serviceOf(services, 'books').hasPdf,
    siteIcon: serviceOf(services, 'siteImages').icon,
    mailbox,
    async register(app, readCached) {
      refuseUnreadable(app);
      refuseForeignRequests(app, env.publicUrl);
      guardDevelopmentPages(app);
      addHealthRoutes(app, { pool: pools.app, disk, secretKey: env.secretKey, delaySeconds: jobs.delaySeconds });
      running.addRoutes(app);
      await addGraphQLRoutes(app, {
        ...graphql,
        viewers,
        readCached,
        viewerOfToken: createTokenViewers({ pool: pools.sessions, rateLimits, uses }),
        receiveUpload: (request, limits) => receiveUpload(request, { ...limits, pool: pools.app, folder: incomingFolder }),
      });
    },
    noteSessionUses: () => uses.write(),
    renderTexts: serviceOf(services, 'renderTexts'),
    metrics: [...databaseMetrics(pools), ...jobs.metrics, ...running.metrics],
    async close() {
      publications.close();
      stopping.abort();
      await Promise.all([
        uses.close(),
        running.close(),
        options.tags ? null : tags.close(),
        jobs.close(),
        outbound.close(),
        queryWorker?.close(),
        replica?.close(),
      ]);
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

/** Returns a queue that delays adding jobs until the real queue has started. */
function whenStarted(queue: Promise<JobQueue>): JobQueue {
  return {
    send: async (mail) => (await queue).send(mail),
    add: async (task, payload, options) => (await queue).add(task, payload, options),
  };
}

function startQueryWorker({ env, connections }: ApiOptions, tools: Pick<Parameters<typeof createQueryWorker>[1], 'log' | 'maskError'>) {
  const { publicUrl, isProduction, secretKey, fetchTestMap, codeHost, billing } = env;
  return createQueryWorker(
    { env: { publicUrl, isProduction, secretKey, fetchTestMap, codeHost, billing }, connections, logLevel: tools.log.level },
    { entry: new URL('./run-query-worker.ts', import.meta.url), ...tools },
  );
}
