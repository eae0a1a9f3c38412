import { createHmac } from 'node:crypto';

/** Where a login connects, in the form that `pg`, better-auth and graphile-worker take. It holds a password: never log it. */
export type Connection = {
  connectionString: string;
  /** Only for a connection through a pooler, where settings and prepared statements may not persist. */
  pooling?: Pooling;
};

/** The properties of a pooler between the site and PostgreSQL, such as pgbouncer (detect-pooling.ts). */
export type Pooling = {
  /** True if each transaction may run in another session of the server. */
  isShared: boolean;
  /** True if named prepared statements work in every transaction. */
  hasNamedStatements: boolean;
};

/** One connection for each kind of work. All except `app` and `auth` bypass a pgbouncer. */
export type Connections = {
  /** Owns the tables. Only to migrate, load the demo and create the logins. */
  owner: Connection;
  /** newline_app: requests. It has no permissions of its own; each transaction sets one of the three roles. */
  app: Connection;
  /** newline_auth: better-auth, in the schema auth. */
  auth: Connection;
  /** newline_worker: graphile-worker, which owns its schema. */
  worker: Connection;
  /** newline_app on the direct host: for LISTEN. */
  direct: Connection;
  /** newline_app on a replica, for visitors' queries; only if there is one. */
  read?: Connection;
};

/** The three logins of the running site. */
export type LoginName = 'newline_app' | 'newline_auth' | 'newline_worker';

/** Derives the password of a database login, so that it's stored nowhere and changes with SECRET_KEY. */
export function derivePassword(secretKey: string, role: string): string {
  return createHmac('sha256', secretKey).update(`newline database login ${role}`).digest('base64url');
}

/** Returns the URL `address` with another user, and with another database if one is given. */
export function withLogin(address: string, login: { user: string; password: string; database?: string }): Connection {
  const url = new URL(address);
  // In the query, because the URL of a Unix socket has no host and can't have a user before it.
  url.username = '';
  url.password = '';
  url.searchParams.set('user', login.user);
  url.searchParams.set('password', login.password);
  if (login.database !== undefined) url.pathname = `/${encodeURIComponent(login.database)}`;
  return { connectionString: url.href };
}

/** Returns the user of a connection, or null if its URL has none. */
export function userOf(connection: Connection): string | null {
  const url = new URL(connection.connectionString);
  return url.searchParams.get('user') ?? (url.username === '' ? null : decodeURIComponent(url.username));
}

/** Returns the database of a connection, or null if its URL has none. */
export function databaseOf(connection: Connection): string | null {
  return decodeURIComponent(new URL(connection.connectionString).pathname.slice(1)) || null;
}

/**
 * Adds the CA of its server to a URL: a file, or `system` for those that Node trusts. A URL without `sslmode` then gets the strictest one.
 * Unix sockets have no TLS, and parameters in the URL take precedence.
 */
export function withCertificateAuthority(address: string, authority: string | undefined): string {
  const url = new URL(address);
  const { searchParams } = url;
  const host = searchParams.get('host') ?? url.hostname;
  const isLocal = host === '' || host.startsWith('/') || /^%2f/i.test(host);
  const wanted = searchParams.get('sslrootcert') ?? authority;
  if (isLocal || wanted === undefined || searchParams.get('sslmode') === 'disable') return address;
  if (!searchParams.has('sslmode')) searchParams.set('sslmode', 'verify-full');
  if (wanted === 'system') searchParams.delete('sslrootcert');
  else searchParams.set('sslrootcert', wanted);
  return url.href;
}

/** Returns the URLs of all logins, derived from the owner's: on the same server, with passwords derived from SECRET_KEY. */
export function deriveConnections(options: {
  databaseUrl: string;
  secretKey: string;
  databaseDirectUrl?: string | undefined;
  appDatabaseUrl?: string | undefined;
  authDatabaseUrl?: string | undefined;
  workerDatabaseUrl?: string | undefined;
  readDatabaseUrl?: string | undefined;
}): Connections {
  const { databaseUrl, secretKey } = options;
  const directUrl = options.databaseDirectUrl ?? databaseUrl;
  const own = (address: string, user: string) => withLogin(address, { user, password: derivePassword(secretKey, user) });
  const app = options.appDatabaseUrl === undefined ? own(databaseUrl, 'newline_app') : { connectionString: options.appDatabaseUrl };
  const appParameters = new URL(app.connectionString);
  const appLogin = {
    user: userOf(app) ?? 'newline_app',
    password: appParameters.searchParams.get('password') ?? decodeURIComponent(appParameters.password),
  };
  return {
    owner: { connectionString: directUrl },
    app,
    auth: options.authDatabaseUrl === undefined ? own(databaseUrl, 'newline_auth') : { connectionString: options.authDatabaseUrl },
    worker: options.workerDatabaseUrl === undefined ? own(directUrl, 'newline_worker') : { connectionString: options.workerDatabaseUrl },
    direct: options.databaseDirectUrl === undefined ? app : withLogin(directUrl, appLogin),
    ...(options.readDatabaseUrl !== undefined && { read: withLogin(options.readDatabaseUrl, appLogin) }),
  };
}
