import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { createApi, type Api, type ApiOptions } from '@newline/api/create-api';
import type { ApiEnv } from '@newline/api/feature';
import { createLog } from '@newline/api/log';
import { trustProxies } from '@newline/api/trust-proxies';
import { Browser } from './browser.ts';

/** The API on a database of its own, behind real HTTP. */
export type TestApi = {
  readonly api: Api;
  readonly db: TestDatabase;
  readonly app: FastifyInstance;
  /** Every route, with its method. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** What the API was made with. */
  readonly options: ApiOptions;
  /** Its address, which is its PUBLIC_URL too unless `env` said otherwise. */
  readonly url: string;
  /** Everything it logged, as lines of JSON. */
  readonly logLines: readonly string[];
  /** A fresh browser: no cookies. */
  newBrowser(): Browser;
  stop(): Promise<void>;
};

/** Starts it. `trustProxy` lets a test choose the address a request comes from. */
export async function startTestApi(
  options: {
    env?: Partial<ApiEnv>;
    demo?: boolean;
    trustProxy?: number;
    persistedQueries?: ApiOptions['persistedQueries'];
    maxAppConnections?: number;
    hasQueryWorker?: boolean;
  } = {},
): Promise<TestApi> {
  const [db, dataDir, port] = await Promise.all([
    startTestDatabase({ demo: options.demo ?? false }),
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
    connections: db.connections,
    log,
    ...(options.persistedQueries ? { persistedQueries: options.persistedQueries } : {}),
    hasQueryWorker: options.hasQueryWorker ?? false,
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
