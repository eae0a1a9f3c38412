import type pg from 'pg';
import { StartError } from './start-error.ts';

/** The oldest supported version of PostgreSQL, on which `npm test` runs the migrations. */
export const oldestPostgres = 15;

/** Returns the version of a server, such as `15.18`. Throws a StartError if the site can't run on it, or in this database. */
export async function requireServer(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string; database: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_setting('server_encoding') as encoding, current_database() as database`,
  );
  const [server] = rows;
  if (!server) throw new Error('expected one row about the server');
  const major = Math.floor(server.number / 10_000);
  if (major < oldestPostgres)
    throw new StartError(`The server in DATABASE_URL is PostgreSQL ${major}. The site needs ${oldestPostgres} or newer.`);
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database "${server.database}" has the encoding ${server.encoding}. Create it with: create database ${server.database} owner … encoding 'UTF8' locale 'C.UTF-8' template template0;`,
    );
  }
  return server.version.split(' ')[0] ?? server.version;
}
