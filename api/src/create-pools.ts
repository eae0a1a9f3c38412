import { statementTimeoutsMs } from '@newline/db/connect-through-poolers';
import type { Connections } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import type { Pool } from 'pg';
import { watchStatements } from './database/statement-watch.ts';
import type { Log } from './log.ts';

/** The connection pools of one process, by purpose. */
export type Pools = Readonly<Record<'app' | 'auth' | 'sessions' | 'worker' | 'mail', Pool>>;

/** The time from which a statement is logged as slow, in milliseconds. */
const usualSlowMs = 1_000;

/** Creates the connection pools of one process. */
export function createPools({
  connections,
  log,
  maxAppConnections = 10,
  slowStatementMs = usualSlowMs,
}: {
  readonly connections: Connections;
  readonly log: Log;
  readonly maxAppConnections?: number;
  readonly slowStatementMs?: number;
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
  watchStatements(app, (statement, ms) => {
    if (ms >= slowStatementMs) log.info({ statement, ms: Math.round(ms) }, 'database: a statement was slow');
  });
  return {
    app,
    // better-auth holds one connection during a whole sign-up, whose queries need another: with a shared pool, five concurrent sign-ups
    // would wait for each other.
    auth: createPool(connections.auth, {
      ...ofAccounts,
      applicationName: 'newline auth',
      // better-auth adds milliseconds to the time of the last try.
      areBigintsNumbers: true,
    }),
    sessions: createPool(connections.auth, { ...ofAccounts, applicationName: 'newline sessions' }),
    // Each runner listens on one connection, and one holds the lock of this process; the others are for the jobs' statements.
    worker: createPool(connections.worker, { max: 16, connectionTimeoutMs: 60_000, applicationName: 'newline worker', onError }),
    mail: createPool(connections.worker, { max: 6, connectionTimeoutMs: 60_000, applicationName: 'newline mail', onError }),
  };
}
