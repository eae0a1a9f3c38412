import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Connections } from '@newline/db/connections';
import type { TestServer } from '@newline/db/test-server';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'postgraphile/graphql';
import { createApi, type Api, type ApiOptions } from '@newline/api/create-api';
import type { ApiEnv } from '@newline/api/feature';
import { createLog } from '@newline/api/log';
import { trustProxies } from '@newline/api/trust-proxies';
import { Browser } from './browser.ts';

/** The API on its own database, behind real HTTP. */
export type TestApi = {
  readonly api: Api;
  readonly db: TestDatabase;
  readonly app: FastifyInstance;
  /** All routes with their methods. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** The options that the API was created with. */
  readonly options: ApiOptions;
  /** Its URL, which is also its PUBLIC_URL unless `env` sets another. */
  readonly url: string;
  /** Everything it logged, as lines of JSON. */
  readonly logLines: readonly string[];
  /** Creates a new browser without cookies. */
  newBrowser(): Browser;
  stop(): Promise<void>;
};

/** The schema of the test databases, which all have the same tables. */
let schema: Promise<GraphQLSchema> | null = null;

/** Starts the API. With `trustProxy`, a test can set the IP address of a request. */
export async function startTestApi(
  options: {
    env?: Partial<ApiEnv>;
    demo?: boolean;
    trustProxy?: number;
    persistedQueries?: ApiOptions['persistedQueries'];
    maxAppConnections?: number;
    hasQueryWorker?: boolean;
    /** The database server; by default the one of the test run. */
    server?: TestServer;
    /** The connection to the database; the direct one by default. */
    connect?: (db: TestDatabase) => Promise<Connections>;
  } = {},
): Promise<TestApi> {
  const [db, dataDir, port] = await Promise.all([
    startTestDatabase({ demo: options.demo ?? false, server: options.server }),
    mkdtemp(join(tmpdir(), 'newline-api-')),
    freePort(),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const logLines: string[] = [];
  const lines = new PassThrough();
  lines.on('data', (chunk: Buffer) => logLines.push(...chunk.toString().split('\n').filter(Boolean)));
  const log = createLog('info', lines);
  const env: ApiEnv = {
    publicUrl: url,
    isProduction: false,
    dataDir,
    secretKey: db.secretKey,
    smtpUrl: null,
    mailFrom: 'newline <no-reply@localhost>',
    storage: { driver: 'local' },
    billing: { provider: 'manual', isGrantedAtOnce: true },
    newsletter: { provider: 'none', apiKey: null, listId: null },
    gitHub: null,
    fetchTestMap: new Map(),
    codeHost: { url: 'https://github.com', apiUrl: 'https://api.github.com', token: null },
    ...options.env,
  };
  const apiOptions: ApiOptions = {
    env,
    connections: (await options.connect?.(db)) ?? db.connections,
    log,
    ...(options.persistedQueries ? { persistedQueries: options.persistedQueries } : {}),
    hasQueryWorker: options.hasQueryWorker ?? false,
    shareSchema: (build) => (schema ??= build()),
    ...(options.maxAppConnections ? { maxAppConnections: options.maxAppConnections } : {}),
  };
  const api = await createApi(apiOptions);
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    trustProxy: trustProxies(options.trustProxy ?? 0),
    routerOptions: { maxParamLength: 500 },
  });
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  app.setNotFoundHandler((_request, reply) => void reply.code(404).send({ message: 'Not found' }));
  await api.register(app);
  await app.listen({ port, host: '127.0.0.1' });
  return {
    api,
    db,
    app,
    routes,
    options: apiOptions,
    url,
    logLines,
    newBrowser: () => new Browser(url, env.publicUrl),
    async stop() {
      await app.close();
      await api.close();
      await db.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
