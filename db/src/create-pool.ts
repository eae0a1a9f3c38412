import pg from 'pg';
import type { Connection } from './connections.ts';

/** The size and the time limits of a pool. */
export type PoolOptions = {
  /** The most connections. */
  max: number;
  /** The time after which a statement is canceled. Unlimited if absent. */
  statementTimeoutMs?: number;
  /** The longest wait for a connection before an error. 5 s if absent. */
  connectionTimeoutMs?: number;
  /** The most requests that can wait for a connection; further ones fail immediately. Unlimited if absent. */
  maxWaiting?: number;
  /** The name in pg_stat_activity. */
  applicationName?: string;
  /** Returns bigint as a number, for a library that calculates with milliseconds. If absent, bigint is text. */
  areBigintsNumbers?: boolean;
  /** Called when a connection breaks; the pool replaces it automatically. */
  onError?: (error: Error) => void;
};

/** Creates a pool that reports broken connections, idle or in use, instead of ending the process. */
export function createPool(connection: Connection, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: options.max,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5000,
    application_name: options.applicationName ?? 'newline',
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
    ...(options.areBigintsNumbers && { types: numbersForBigints }),
  });
  // On the connection, not the pool, which stops listening while the connection is in use: a broken connection would then end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  pool.on('error', () => undefined);
  if (options.maxWaiting !== undefined) boundQueue(pool, options.maxWaiting);
  return pool;
}

/** Rejects a request behind too many waiting ones: a queue that only grows helps none of them. */
function boundQueue(pool: pg.Pool, maxWaiting: number): void {
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<pg.PoolClient>;
  const boundConnect = (callback?: ConnectCallback): Promise<pg.PoolClient> | void => {
    if (pool.waitingCount < maxWaiting) return connect(callback);
    const error = new Error(`timeout exceeded when trying to connect: ${maxWaiting} wait already`);
    if (!callback) return Promise.reject(error);
    callback(error, undefined, () => undefined);
  };
  pool.connect = boundConnect as typeof pool.connect;
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

const numbersForBigints: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? (text: string) => Number(text) : pg.types.getTypeParser(type, format),
};
