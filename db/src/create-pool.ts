import pg from 'pg';
import type { Connection } from './connections.ts';

/** The size and the time limits of a pool. */
export type PoolOptions = {
  /** Maximum number of connections. */
  max: number;
  /** Time after which a statement is canceled. If absent, the login's limit applies, if any; 0 means unlimited. */
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

/** The settings of each transaction on a connection through a pooler, which doesn't keep them. */
export type TransactionLimits = {
  statementTimeoutMs: number;
  hasNamedStatements: boolean;
};

const limitsOf = new WeakMap<pg.Pool | pg.ClientBase, TransactionLimits>();

/** The limits of a pool or a connection that goes through a pooler; undefined if the connection itself has them. */
export function transactionLimits(of: pg.Pool | pg.ClientBase): TransactionLimits | undefined {
  return limitsOf.get(of);
}

/**
 * A pool whose broken connections, idle or in use, are reported instead of ending the process. Through a pooler that doesn't support
 * prepared statements, statements are sent without names, and limits are left to `transactionLimits` and to the login
 * (connect-through-poolers.ts).
 */
export function createPool({ connectionString, pooling }: Connection, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5000,
    application_name: options.applicationName ?? 'newline',
    ...(pooling ? {} : limitAtStart(options.statementTimeoutMs)),
    ...(pooling?.hasNamedStatements === false && { Client: UnnamedClient }),
    ...(options.areBigintsNumbers && { types: numbersForBigints }),
  });
  // On the connection, not the pool, which stops listening while the connection is in use: a broken connection would then end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  pool.on('error', () => undefined);
  if (pooling) {
    const limits = { statementTimeoutMs: options.statementTimeoutMs ?? 0, hasNamedStatements: pooling.hasNamedStatements };
    limitsOf.set(pool, limits);
    pool.on('connect', (client) => limitsOf.set(client, limits));
  }
  if (options.maxWaiting !== undefined) boundQueue(pool, options.maxWaiting);
  return pool;
}

/** Returns the startup settings of a direct connection. pg leaves out a 0. */
function limitAtStart(statementTimeoutMs: number | undefined): pg.PoolConfig {
  if (statementTimeoutMs === undefined) return {};
  return statementTimeoutMs === 0 ? { options: '-c statement_timeout=0' } : { statement_timeout: statementTimeoutMs };
}

/** A connection through a pooler that doesn't support prepared statements: statements are sent without a name. */
class UnnamedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((first: unknown, ...rest: unknown[]) => query(withoutName(first), ...rest)) as typeof this.query;
  }
}

function withoutName(query: unknown): unknown {
  const isConfig = typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
  return isConfig ? { ...query, name: undefined } : query;
}

/** Rejects requests beyond the limit of the queue, because a queue that only grows helps nobody. */
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
