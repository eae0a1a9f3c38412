import { type Connections, deriveConnections, derivePassword, withLogin } from './connections.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { prepareDatabase } from './prepare-database.ts';
import { ensureOwner } from './roles.ts';
import { withClient } from './with-client.ts';

/** Options that determine which database the site uses, named like the environment variables. */
export type DatabaseOptions = {
  dataDir: string;
  secretKey: string;
  /** The URL of a server to use instead of the embedded one. */
  databaseUrl?: string | undefined;
  databaseDirectUrl?: string | undefined;
  appDatabaseUrl?: string | undefined;
  authDatabaseUrl?: string | undefined;
  workerDatabaseUrl?: string | undefined;
  readDatabaseUrl?: string | undefined;
  /** Starts despite the boot guard's findings, and logs them. */
  isInsecureAllowed?: boolean;
  /** What to do if a living process already runs the embedded server; 'refuse' if absent. */
  whenRunning?: 'refuse' | 'join';
  /** Settings of the embedded server while it runs for this purpose. A running one keeps its own. */
  settings?: Readonly<Record<string, string>>;
  /** Logs one plain sentence about the progress, for the operator. */
  log: (line: string) => void;
};

/** A migrated, ready database. */
export type StartedDatabase = {
  connections: Connections;
  /** True for the PostgreSQL that is part of the project. */
  embedded: boolean;
  /** Stops the embedded server if this process started it; end all pools first. Leaves any other server alone. */
  stop: () => Promise<void>;
};

const embeddedDatabase = 'newline';

/**
 * Starts or reaches PostgreSQL, creates its roles, migrates it and checks that the site can use it. Throws a StartError with a message for
 * the operator.
 */
export async function startDatabase(options: DatabaseOptions): Promise<StartedDatabase> {
  if (options.databaseUrl !== undefined) {
    const ownerSetting = options.databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    const derived = deriveConnections({ ...options, databaseUrl: options.databaseUrl });
    const connections = await prepareDatabase(derived, { ...options, ownerSetting });
    return { connections, embedded: false, stop: async () => undefined };
  }
  const server = await startEmbeddedServer({
    dataDir: options.dataDir,
    log: options.log,
    whenRunning: options.whenRunning ?? 'refuse',
    settings: options.settings ?? {},
  });
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
