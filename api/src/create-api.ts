import './graphql/graphile-mode.ts';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Connections } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Env } from './env.ts';
import { createAttemptLimits } from './features/accounts/attempt-limits.ts';
import { addAuthRoutes } from './features/accounts/auth-routes.ts';
import type { Auth } from './features/accounts/create-auth.ts';
import { createFirstAdmin, type FirstAdmin } from './features/accounts/first-admin.ts';
import { addFirstAdminRoutes } from './features/accounts/first-admin-routes.ts';
import { createViewerOf, type ViewerOf } from './features/accounts/viewer-of.ts';
import { createMailbox, type Mailbox } from './features/mail/mailbox.ts';
import { addMailboxRoutes } from './features/mail/mailbox-routes.ts';
import { startMailJobs } from './features/mail/mail-jobs.ts';
import { addMediaRoutes } from './features/media/media-routes.ts';
import { createGraphQL } from './graphql/create-graphql.ts';
import { addGraphQLRoutes } from './graphql/graphql-routes.ts';
import type { Execute } from './graphql/run-document.ts';
import { addHealthRoutes } from './health-routes.ts';
import type { Log } from './log.ts';
import { startPublicationClock } from './publication-clock.ts';
import { refuseForeignRequests } from './request-origin.ts';
import { listenForTags, type TagsListener } from './tags-listener.ts';

/** What of the environment the API reads. */
export type ApiEnv = Pick<Env, 'publicUrl' | 'isProduction' | 'dataDir' | 'secretKey' | 'smtpUrl' | 'mailFrom' | 'gitHub'>;

/** What `createApi` needs. */
export type ApiOptions = {
  readonly env: ApiEnv;
  readonly connections: Connections;
  readonly log: Log;
  /** The site's name, for mails. */
  readonly siteName?: string;
  /** Our own pages' documents, by the SHA-256 of their text in hex; the browser sends only the hash. */
  readonly knownDocuments?: Readonly<Record<string, string>>;
  /** Connections for requests, 10 unless given. */
  readonly maxAppConnections?: number;
};

/** GraphQL and everything that leaves the database. */
export type Api = {
  /** Mounts `/graphql`, `/api/auth/*`, `/api/first-admin`, `/media/*`, `/dev/*`, `/healthz`, `/readyz`, and refuses foreign requests for the whole app. */
  register(app: FastifyInstance): Promise<void>;
  /** Who asks, from a request's headers. */
  readonly viewerOf: ViewerOf;
  /** Runs a GraphQL document in this process, with the right of a viewer. */
  readonly execute: Execute;
  /** Calls the listener with the tags of pages that went stale; with null when some may have been missed. */
  onTagsChanged(listener: TagsListener): () => void;
  /** What the sign-in forms offer beside a password. */
  readonly signInMethods: readonly ('link' | 'github')[];
  /** Sign-in, loaded when it is first asked for: that takes longer than the rest of a start, and no page needs it. */
  auth(): Promise<Auth>;
  /** The one-time link for whoever starts a site without an administrator. */
  readonly firstAdmin: FirstAdmin;
  /** The site's own mailbox; null in production and when an SMTP server is set. */
  readonly mailbox: Mailbox | null;
  /** Ends jobs and connections. Stop the server first. */
  close(): Promise<void>;
};

/** Videos and pictures of the demo. */
const demoMedia = fileURLToPath(new URL('../../db/demo/media', import.meta.url));

/** Starts the API on a database that has been migrated. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { env, connections, log, siteName = 'newline' } = options;
  const pools = createPools(options);
  const tags = listenForTags(connections.direct, log);
  const mailbox = env.isProduction || env.smtpUrl !== null ? null : createMailbox(join(env.dataDir, 'mailbox'));
  const [graphql, jobs] = await Promise.all([
    createGraphQL({ pool: pools.app, log, isProduction: env.isProduction, knownDocuments: options.knownDocuments ?? {} }),
    startMailJobs({
      workerPool: pools.worker,
      authPool: pools.auth,
      log,
      siteName,
      publicUrl: env.publicUrl,
      from: env.mailFrom,
      smtpUrl: env.smtpUrl,
      mailbox,
    }),
    tags.ready,
  ]);
  const publications = startPublicationClock(pools.app, tags, log);
  let loadedAuth: Promise<Auth> | null = null;
  const auth = (): Promise<Auth> => {
    loadedAuth ??= import('./features/accounts/create-auth.ts').then(({ createAuth }) =>
      createAuth({
        publicUrl: env.publicUrl,
        secretKey: env.secretKey,
        pool: pools.auth,
        limits: createAttemptLimits(pools.auth),
        sendMail: jobs.send,
        log,
        gitHub: env.gitHub,
      }),
    );
    return loadedAuth;
  };
  const firstAdmin = createFirstAdmin({ pool: pools.auth, auth, publicUrl: env.publicUrl });
  const viewerOf = createViewerOf({ pool: pools.auth, publicUrl: env.publicUrl, secretKey: env.secretKey });

  return {
    viewerOf,
    execute: graphql.execute,
    onTagsChanged: tags.onTagsChanged,
    signInMethods: env.gitHub ? ['link', 'github'] : ['link'],
    auth,
    firstAdmin,
    mailbox,
    async register(app) {
      refuseForeignRequests(app, env.publicUrl);
      addHealthRoutes(app, pools.app);
      addAuthRoutes(app, { auth, publicUrl: env.publicUrl, maskError: graphql.maskError });
      addFirstAdminRoutes(app, firstAdmin);
      addMediaRoutes(app, [join(env.dataDir, 'media'), demoMedia]);
      if (mailbox) addMailboxRoutes(app, mailbox);
      await addGraphQLRoutes(app, { ...graphql, viewerOf });
    },
    async close() {
      publications.close();
      await Promise.all([tags.close(), jobs.close()]);
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

function createPools({ connections, log, maxAppConnections = 10 }: ApiOptions): { app: Pool; auth: Pool; worker: Pool } {
  const onError = (error: Error) => log.warn({ err: error }, 'database: a connection broke');
  return {
    app: createPool(connections.app, {
      max: maxAppConnections,
      statementTimeoutMs: 3_000,
      connectionTimeoutMs: 3_000,
      applicationName: 'newline app',
      onError,
    }),
    auth: createPool(connections.auth, {
      max: 5,
      statementTimeoutMs: 5_000,
      connectionTimeoutMs: 3_000,
      applicationName: 'newline auth',
      onError,
    }),
    worker: createPool(connections.worker, { max: 5, applicationName: 'newline worker', onError }),
  };
}
