import { guardDatabase } from './boot-guard.ts';
import { type Connections, databaseOf, userOf } from './connections.ts';
import { installWorker } from './install-worker.ts';
import { migrate } from './migrate.ts';
import { ensureRoles } from './roles.ts';
import { StartError } from './start-error.ts';
import { withClient } from './with-client.ts';

/** Options of `prepareDatabase`. */
export type PrepareOptions = {
  secretKey: string;
  /** Continues despite the boot guard's findings, and logs them. */
  isInsecureAllowed?: boolean;
  log: (line: string) => void;
};

/** Prepares a running server: roles, the worker's schema, migrations and the boot guard. */
export async function prepareDatabase(connections: Connections, options: PrepareOptions): Promise<void> {
  const database = databaseOf(connections.owner);
  if (database === null)
    throw new StartError('DATABASE_URL does not name a database. Use the form postgres://user:password@host:5432/database.');
  const logins = {
    app: userOf(connections.app) ?? 'newline_app',
    auth: userOf(connections.auth) ?? 'newline_auth',
    worker: userOf(connections.worker) ?? 'newline_worker',
  };
  await withClient(connections.owner, async (client) => {
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int as version");
    const version = rows[0]?.version ?? 0;
    if (version < 150_000)
      throw new StartError(`The server in DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}. The site needs 15 or newer.`);
    await ensureRoles(client, { secretKey: options.secretKey, database, logins });
    await installWorker(client, connections.worker, logins.worker);
  });
  const { ahead } = await migrate(connections.owner, options.log);
  if (ahead > 0) options.log(`The database has ${ahead} migrations that this release does not know`);
  await withClient(connections.auth, async () => undefined);
  await guardDatabase(connections.app, { isInsecureAllowed: options.isInsecureAllowed === true, log: options.log });
}
