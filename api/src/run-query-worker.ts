import './graphql/graphile-mode.ts';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '@newline/db/create-pool';
import { createRateLimits } from './rate-limits.ts';
import { featurePlugins, features } from './features.ts';
import { createLog } from './log.ts';
import { createOutbound } from './outbound.ts';
import { startForQueries } from './start-features.ts';
import { createGraphQL } from './graphql/create-graphql.ts';
import { createCpuShares } from './graphql/ad-hoc-queries/cpu-shares.ts';
import type { FromQueryWorker, QueryWorkerSettings, ToQueryWorker } from './graphql/ad-hoc-queries/query-worker.ts';

// The thread of guests' documents, from its start to its end. What it may do is what its schema does.

/** A third of what a thread of usual priority gets when both want the whole processor. */
const niceness = 5;

const { env, connections, logLevel } = workerData as QueryWorkerSettings;
const port = parentPort;
if (port === null) throw new Error('run-query-worker: expected to be a thread, was started as a program');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: FromQueryWorker) => port.postMessage(message);

// On Linux this is the thread's own; elsewhere it may be the whole process's, which is then left as it is.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW));

const log = createLog(logLevel, {
  write(text) {
    const { level, time: _time, ...line } = JSON.parse(text) as Record<string, unknown>;
    send({ level: level === 'error' || level === 'warn' || level === 'debug' ? level : 'info', line });
  },
});
const onError = (error: Error) => log.warn({ err: error }, 'database: a connection broke');
const sizes = { statementTimeoutMs: 3_000, connectionTimeoutMs: 10_000, applicationName: 'newline guests', onError };
const pools = {
  app: createPool(connections.app, { ...sizes, max: 2 }),
  sessions: createPool(connections.auth, { ...sizes, max: 1 }),
  worker: createPool(connections.worker, { ...sizes, max: 1 }),
};
const startPool = createPool(connections.app, { max: 1, connectionTimeoutMs: 60_000, applicationName: 'newline guests start' });
const outbound = createOutbound({ env, log });
const { services, close: closeServices } = startForQueries(features, {
  env,
  pools,
  rateLimits: createRateLimits(pools.sessions),
  outbound,
  log,
});
const graphql = await createGraphQL({
  pool: pools.app,
  startPool,
  log,
  isProduction: env.isProduction,
  persistedQueries: {},
  publicUrl: env.publicUrl,
  // Wall time, which says nothing about a query on a busy machine. Who started this thread ends it by its processor time, and each statement
  // has its own limit.
  timeLimitMs: 30 * 60_000,
  // The thread's memory has room for a hundred plans of the largest documents.
  cachedQueries: 16,
  plugins: featurePlugins,
  services,
}).finally(() => void startPool.end());
const cpu = createCpuShares();

port.on('message', (message: ToQueryWorker) => {
  if (message === 'close') {
    void Promise.all([outbound.close(), closeServices(), ...Object.values(pools).map((pool) => pool.end())]).finally(() => port.close());
    return;
  }
  const { id, request } = message;
  const share = cpu.begin();
  void graphql.runAdHoc(request).then((answer) => send({ id, answer: { ...answer, cpuMs: share.end() } }));
});
send('ready');
