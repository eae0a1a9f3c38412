import pg from 'pg';
import { guardDatabase } from './boot-guard.ts';
import { type Connections, databaseOf, derivePassword, userOf, withLogin } from './connections.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { installWorker } from './install-worker.ts';
import { migrate } from './migrate.ts';
import { ensureOwner, ensureRoles } from './roles.ts';
import { StartError } from './start-error.ts';

/** What decides which database the site uses; the names are those of the environment variables. */
export type DatabaseOptions = {
  dataDir: string;
  secretKey: string;
  /** A server instead of the embedded one. */
  databaseUrl?: string | undefined;
  databaseDirectUrl?: string | undefined;
  appDatabaseUrl?: string | undefined;
  authDatabaseUrl?: string | undefined;
  workerDatabaseUrl?: string | undefined;
  /** Starts in spite of what the boot guard finds, and logs it. */
  isInsecureAllowed?: boolean;
  /** What to do when a living process already runs the embedded server; 'refuse' when it is left out. */
  whenRunning?: 'refuse' | 'join';
  /** One plain sentence about what is going on, for the person who waits. */
  log: (line: string) => void;
};

/** A database that is migrated and ready, and the way to let it go. */
export type StartedDatabase = {
  connections: Connections;
  /** True when it is the PostgreSQL that came with the project. */
  embedded: boolean;
  /** Stops the embedded server if we started it; pools must have been ended before. Leaves any other server alone. */
  stop: () => Promise<void>;
};

const embeddedDatabase = 'newline';

/**
 * Starts or reaches PostgreSQL, makes its roles, migrates it and checks that the site may run on it.
 * Throws a StartError with a sentence for the person who starts the site.
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  if (options.databaseUrl !== undefined) {
    const connections = deriveConnections({ ...options, databaseUrl: options.databaseUrl });
    await prepareDatabase(connections, options);
    return { connections, embedded: false, stop: async () => undefined };
  }
  const server = await startEmbeddedServer({ dataDir: options.dataDir, log: options.log, whenRunning: options.whenRunning ?? 'refuse' });
  try {
    await withClient(server.superuser, (client) => ensureOwner(client, { secretKey: options.secretKey, database: embeddedDatabase }));
    const owner = { user: 'newline_owner', password: derivePassword(options.secretKey, 'newline_owner'), database: embeddedDatabase };
    const databaseUrl = withLogin(server.superuser.connectionString, owner).connectionString;
    const connections = deriveConnections({ databaseUrl, secretKey: options.secretKey });
    await prepareDatabase(connections, options);
    return { connections, embedded: true, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The addresses of every login, from the owner's: on the same server, with passwords derived from SECRET_KEY. */
export function deriveConnections(options: {
  databaseUrl: string;
  secretKey: string;
  databaseDirectUrl?: string | undefined;
  appDatabaseUrl?: string | undefined;
  authDatabaseUrl?: string | undefined;
  workerDatabaseUrl?: string | undefined;
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
  };
}

/** Roles, the worker's schema, migrations and the boot guard, on a server that answers. */
async function prepareDatabase(connections: Connections, options: DatabaseOptions): Promise<void> {
  const database = databaseOf(connections.owner);
  if (database === null) throw new StartError('DATABASE_URL names no database. Write it as postgres://user:password@host:5432/database.');
  const logins = {
    app: userOf(connections.app) ?? 'newline_app',
    auth: userOf(connections.auth) ?? 'newline_auth',
    worker: userOf(connections.worker) ?? 'newline_worker',
  };
  await withClient(connections.owner, async (client) => {
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version");
    const version = rows[0]?.version ?? 0;
    if (version < 150_000) throw new StartError(`The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}. The site needs 15 or newer.`);
    await ensureRoles(client, { secretKey: options.secretKey, database, logins });
    await installWorker(client, connections.worker, logins.worker);
  });
  const { ahead } = await migrate(connections.owner, options.log);
  if (ahead > 0) options.log(`The database is ${ahead} migrations newer than this release`);
  await reach(connections.auth, 'AUTH_DATABASE_URL');
  await guardDatabase(connections.app, { isInsecureAllowed: options.isInsecureAllowed === true, log: options.log });
}

async function reach(connection: { connectionString: string }, variable: string): Promise<void> {
  try {
    await withClient(connection, async () => undefined);
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw new StartError(`The login of ${variable} is refused: ${error.message}.`);
    throw error;
  }
}

async function withClient<Result>(connection: { connectionString: string }, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ ...connection, application_name: 'newline start', connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw unreachable(connection.connectionString, error);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A failure to connect, told with the address but never with the password. */
function unreachable(address: string, error: unknown): StartError {
  const url = new URL(address);
  const where = `${url.searchParams.get('host') ?? (url.host || 'the local server')}, database ${url.pathname.slice(1)}`;
  const reason = error instanceof AggregateError ? (error.errors[0] as Error).message : error instanceof Error ? error.message : String(error);
  return new StartError(`PostgreSQL cannot be reached at ${where} as ${userOf({ connectionString: address })}: ${reason}. Check DATABASE_URL and that the server runs.`);
}
