import { statementTimeoutsMs } from '@newline/db/connect-through-poolers';
import type { Connections } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import type { Pool } from 'pg';
import { watchConnections, watchStatements } from './database/statement-watch.ts';
import type { Log } from './log.ts';
import { type Trace, untraced } from './tracing.ts';

/** The connection pools of one process, by purpose. */
export type Pools = Readonly<Record<'app' | 'auth' | 'sessions' | 'worker' | 'mail', Pool>>;

/** Creates the connection pools of one process. */
export function createPools({
  connections,
  log,
  maxAppConnections = 10,
  slowStatementMs,
  trace = untraced,
}: {
  readonly connections: Connections;
  readonly log: Log;
  readonly maxAppConnections?: number;
  /** The time from which a statement is logged as slow; a second by default. */
  readonly slowStatementMs?: number;
  readonly trace?: Trace;
}): Pools {
  const onError = (error: Error) => log.warn({ err: error }, 'database: a connection broke');
  // Passwords are hashed between their statements, and a busy machine takes long to make a connection: a sign-in waits, and does not fail.
  const ofAccounts = { max: 5, statementTimeoutMs: statementTimeoutsMs.auth, connectionTimeoutMs: 60_000, maxWaiting: 500, onError };
  const app = createPool(connections.app, {
    max: maxAppConnections,
    statementTimeoutMs: statementTimeoutsMs.app,
    connectionTimeoutMs: 10_000,
    maxWaiting: 500,
    applicationName: 'newline app',
    onError,
  });
  // better-auth holds one connection during a whole sign-up, whose queries need another: with a shared pool, five concurrent sign-ups
  // would wait for each other.
  const auth = createPool(connections.auth, {
    ...ofAccounts,
    applicationName: 'newline auth',
    // better-auth adds milliseconds to the time of the last try.
    areBigintsNumbers: true,
  });
  const sessions = createPool(connections.auth, { ...ofAccounts, applicationName: 'newline sessions' });
  watchStatements(app, { log, trace, slowStatementMs });
  for (const pool of [auth, sessions]) watchConnections(pool, { log, trace, slowStatementMs });
  return {
    app,
    auth,
    sessions,
    // Each runner listens on one connection, and one holds the lock of this process; the others are for the jobs' statements.
    worker: createPool(connections.worker, { max: 16, connectionTimeoutMs: 60_000, applicationName: 'newline worker', onError }),
    mail: createPool(connections.worker, { max: 6, connectionTimeoutMs: 60_000, applicationName: 'newline mail', onError }),
  };
}
