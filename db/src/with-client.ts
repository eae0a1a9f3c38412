import pg from 'pg';
import { type Connection, userOf } from './connections.ts';
import { StartError } from './start-error.ts';

/**
 * Opens a connection for the duration of `work`. Throws a StartError that names the host, never the password, if the server can't be
 * reached.
 */
export async function withClient<Result>(connection: Connection, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
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

/** Describes a failure to connect with the host, but never with the password. */
function unreachable(address: string, error: unknown): StartError {
  const url = new URL(address);
  const where = `${url.searchParams.get('host') ?? (url.host || 'the local server')}, database ${url.pathname.slice(1)}`;
  const reason =
    error instanceof AggregateError ? (error.errors[0] as Error).message : error instanceof Error ? error.message : String(error);
  return new StartError(
    `Cannot connect to PostgreSQL at ${where} as ${userOf({ connectionString: address })}: ${reason}. Check DATABASE_URL, and that the server is running.`,
  );
}
