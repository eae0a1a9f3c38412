import pg from 'pg';
import { type Connection, type Connections, databaseOf, userOf, withLogin } from './connections.ts';
import { detectPooling } from './detect-pooling.ts';
import { StartError } from './start-error.ts';
import { withClient } from './with-client.ts';

/** How long a statement of a login may take. A pool sets this at the start of each connection; through a pooler the login itself has it. */
export const statementTimeoutsMs = { app: 3_000, auth: 30_000 } as const;

/** Throws a StartError when sessions of this connection are shared: LISTEN, advisory locks, migrations and jobs would not work on it. */
export async function requireOwnSession(connection: Connection, setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'WORKER_DATABASE_URL') {
  if ((await detectPooling(connection))?.isShared !== true) return;
  const remedy =
    setting === 'DATABASE_URL'
      ? 'Set DATABASE_DIRECT_URL to a direct connection to the server.'
      : `Set ${setting} to a direct connection to the server, without the pooler.`;
  throw new StartError(
    `${setting} goes through a connection pooler in transaction mode, such as pgbouncer. Migrations, jobs and LISTEN need a direct connection. ${remedy}`,
  );
}

/**
 * Returns the connections with the properties of their poolers, for a database whose logins exist. Those to the owner's server are direct,
 * like the owner's. Throws a StartError if a connection that needs a session goes through a pooler that shares sessions.
 */
export async function connectThroughPoolers(connections: Connections, log: (line: string) => void): Promise<Connections> {
  const { owner, worker } = connections;
  if (!isOnSameWay(worker, owner)) await requireOwnSession(worker, 'WORKER_DATABASE_URL');
  const app = await describe(connections.app, { owner, timeoutMs: statementTimeoutsMs.app, log });
  const auth = await describe(connections.auth, { owner, timeoutMs: statementTimeoutsMs.auth, log });
  const direct = app.pooling && isOnSameWay(connections.direct, app) ? pastThePooler(app, owner) : connections.direct;
  const read = connections.read && (await describeReplica(connections.read, log));
  return { ...connections, app, auth, direct, ...(read && { read }) };
}

/** The same for a replica, which may be unavailable. Its logins have the limits of the primary's. */
async function describeReplica(connection: Connection, log: (line: string) => void): Promise<Connection> {
  try {
    const pooling = await detectPooling(connection);
    return pooling === null ? connection : { ...connection, pooling };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    log(`READ_DATABASE_URL: ${error.message} Until it responds, visitors read from the primary.`);
    return { ...connection, pooling: { isShared: true, hasNamedStatements: false } };
  }
}

/** Returns the connection with the properties of its pooler, and the limit of its login. */
async function describe(
  connection: Connection,
  { owner, timeoutMs, log }: { owner: Connection; timeoutMs: number; log: (line: string) => void },
): Promise<Connection> {
  if (isOnSameWay(connection, owner)) return connection;
  // Before the first connection through the pooler, whose session would else be without it.
  await limitLogin(pastThePooler(connection, owner), timeoutMs);
  const pooling = await detectPooling(connection);
  if (pooling === null) return connection;
  const { rows } = await withClient(connection, (client) =>
    client.query<{ ms: number }>(`select setting::int as ms from pg_settings where name = 'statement_timeout'`),
  );
  if (rows[0]?.ms !== timeoutMs)
    log(
      'The connection pooler has open connections without a statement timeout. Run RECONNECT in its console, or wait until it replaces them.',
    );
  return { ...connection, pooling };
}

/** Returns true if two URLs have the same server and port. */
function isOnSameWay(one: Connection, other: Connection): boolean {
  return wayOf(one) === wayOf(other);
}

/** Returns the server and port in a connection's URL. */
function wayOf({ connectionString }: Connection): string {
  const { hostname, port, searchParams } = new URL(connectionString);
  return `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || '5432')}`;
}

/** Returns the login's connection at the owner's URL. */
function pastThePooler(connection: Connection, owner: Connection): Connection {
  const url = new URL(connection.connectionString);
  const user = userOf(connection);
  if (user === null) return owner;
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  const database = databaseOf(connection);
  return withLogin(owner.connectionString, { user, password, ...(database !== null && { database }) });
}

/**
 * Sets a login's statement timeout, because a pooler doesn't accept one at the start of a connection. PostgreSQL applies it whenever the
 * pooler opens a session. Sessions that are already open don't have it until the pooler replaces them; until then, only the transactions of
 * requests set it themselves.
 */
async function limitLogin(direct: Connection, timeoutMs: number): Promise<void> {
  const wanted = `${timeoutMs}ms`;
  await withClient(direct, async (client) => {
    const { rows } = await client.query<{ database: string; is_set: boolean }>(
      `select current_database() as database, exists (
         select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
         where r.rolname = current_user and d.datname = current_database() and 'statement_timeout=' || $1 = any (s.setconfig)
       ) as is_set`,
      [wanted],
    );
    const [state] = rows;
    if (state && !state.is_set)
      await client.query(`alter role current_user in database ${pg.escapeIdentifier(state.database)} set statement_timeout = '${wanted}'`);
  });
}
