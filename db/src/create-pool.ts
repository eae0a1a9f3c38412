import pg from 'pg';
import type { Connection } from './connections.ts';

/** How large a pool is and how long its statements may take. */
export type PoolOptions = {
  /** Connections at most. */
  max: number;
  /** A statement that takes longer is cancelled. Unlimited when it is left out. */
  statementTimeoutMs?: number;
  /** Waiting longer than this for a connection is an error. 5 s when it is left out. */
  connectionTimeoutMs?: number;
  /** How many may wait for a connection at once; one more is an error at once. Unlimited when it is left out. */
  maxWaiting?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** bigint comes as a number, for a library that reckons with instants in milliseconds. It comes as text when this is left out. */
  areBigintsNumbers?: boolean;
  /** Told when a connection breaks; the pool replaces it by itself. */
  onError?: (error: Error) => void;
};

/** A pool whose broken connections, idle or in use, are reported instead of ending the process. */
export function createPool(connection: Connection, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: options.max,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5000,
    application_name: options.applicationName ?? 'newline',
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
    ...(options.areBigintsNumbers && { types: numbersForBigints }),
  });
  // On the connection and not on the pool, which stops listening while somebody holds it: a broken connection would then end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  pool.on('error', () => undefined);
  if (options.maxWaiting !== undefined) boundQueue(pool, options.maxWaiting);
  return pool;
}

/** Refuses who would wait behind so many: a queue that only grows helps nobody in it. */
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
