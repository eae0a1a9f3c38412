import './graphql/graphile-mode.ts';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { statementTimeoutsMs } from '@newline/db/connect-through-poolers';
import { createPool } from '@newline/db/create-pool';
import { createRateLimits } from './rate-limits.ts';
import { featurePlugins, features } from './features.ts';
import { createLog } from './log.ts';
import { createOutbound } from './outbound.ts';
import { startForQueries } from './start-features.ts';
import { untraced } from './tracing.ts';
import { watchStatements } from './database/statement-watch.ts';
import { createGraphQL } from './graphql/create-graphql.ts';
import { createCpuShares } from './graphql/ad-hoc-queries/cpu-shares.ts';
import type { FromQueryWorker, QueryWorkerSettings, ToQueryWorker } from './graphql/ad-hoc-queries/query-worker.ts';

// The query worker: the thread of ad-hoc queries, from start to end. Its schema determines what it may do.

/** With this priority it gets a third of a normal thread's CPU time if both need a whole core. */
const niceness = 5;

const { env, connections, logLevel, slowStatementMs } = workerData as QueryWorkerSettings;
const port = parentPort;
if (port === null) throw new Error('run-query-worker: expected to run as a thread, was started as a program');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: FromQueryWorker) => port.postMessage(message);

// On Linux this sets the priority of the thread; elsewhere it may be that of the whole process, which then stays unchanged.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW));

const log = createLog(logLevel, {
  write(text) {
    const { level, time: _time, ...line } = JSON.parse(text) as Record<string, unknown>;
    send({ level: level === 'error' || level === 'warn' || level === 'debug' ? level : 'info', line });
  },
});
const onError = (error: Error) => log.warn({ err: error }, 'database: a connection broke');
const sizes = { statementTimeoutMs: statementTimeoutsMs.app, connectionTimeoutMs: 10_000, applicationName: 'newline guests', onError };
const pools = {
  app: createPool(connections.app, { ...sizes, max: 2 }),
  sessions: createPool(connections.auth, { ...sizes, max: 1 }),
  worker: createPool(connections.worker, { ...sizes, max: 1 }),
};
// Traces end in the main thread, which has one span for the whole query.
watchStatements(pools.app, { log, trace: untraced, slowStatementMs });
const startPool = createPool(connections.direct, {
  max: 1,
  statementTimeoutMs: 0,
  connectionTimeoutMs: 60_000,
  applicationName: 'newline guests start',
});
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
  // Wall time, which says nothing about a query on a busy machine. The main thread ends this one by its CPU time, and each statement has
  // its own limit.
  timeLimitMs: 30 * 60_000,
  // The thread's memory has space for a hundred plans of the largest queries.
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
  const account = cpu.begin();
  void graphql.runAdHoc(request).then((answer) => send({ id, answer: { ...answer, cpuMs: account.end() } }));
});
send('ready');
