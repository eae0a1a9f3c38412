import { guardDatabase } from './boot-guard.ts';
import { connectThroughPoolers, requireOwnSession } from './connect-through-poolers.ts';
import { type Connections, databaseOf, userOf } from './connections.ts';
import { isDirect } from './detect-pooling.ts';
import { installWorker } from './install-worker.ts';
import { migrate, migrateLockKey } from './migrate.ts';
import { requireServer } from './require-server.ts';
import { ensureRoles } from './roles.ts';
import { StartError } from './start-error.ts';
import { withClient } from './with-client.ts';

/** Options of `prepareDatabase`. */
export type PrepareOptions = {
  secretKey: string;
  /** Continues despite the boot guard's findings, and logs them. */
  isInsecureAllowed?: boolean;
  /** The setting with the owner's URL; DATABASE_URL by default. */
  ownerSetting?: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
  log: (line: string) => void;
};

/**
 * Creates the roles and the worker's schema, runs migrations, and checks the database, on a running server. Returns the connections with
 * the properties of their poolers.
 */
export async function prepareDatabase(connections: Connections, options: PrepareOptions): Promise<Connections> {
  const database = databaseOf(connections.owner);
  if (database === null)
    throw new StartError('DATABASE_URL does not name a database. Use the form postgres://user:password@host:5432/database.');
  const logins = {
    app: userOf(connections.app) ?? 'newline_app',
    auth: userOf(connections.auth) ?? 'newline_auth',
    worker: userOf(connections.worker) ?? 'newline_worker',
  };
  await withClient(connections.owner, async (client) => {
    if (!(await isDirect(client))) await requireOwnSession(connections.owner, options.ownerSetting ?? 'DATABASE_URL');
    await requireServer(client);
    // Two processes that start at the same time would change the same role. Ends with the connection.
    await client.query('select pg_advisory_lock($1)', [migrateLockKey]);
    await ensureRoles(client, { secretKey: options.secretKey, database, logins });
    await installWorker(client, connections.worker, logins.worker);
  });
  const { ahead } = await migrate(connections.owner, options.log);
  if (ahead > 0) options.log(`The database has ${ahead} migrations of a newer release, with which this one can run. They stay as they are`);
  const prepared = await connectThroughPoolers(connections, options.log);
  await withClient(connections.auth, async () => undefined);
  await guardDatabase(connections.app, { isInsecureAllowed: options.isInsecureAllowed === true, log: options.log });
  return prepared;
}
