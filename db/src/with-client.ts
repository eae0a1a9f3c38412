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
    `Cannot connect to PostgreSQL at ${where} as ${userOf({ connectionString: address })}: ${reason}. ${remedyFor(error)}`,
  );
}

function remedyFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const text = error instanceof Error ? error.message : '';
  if (/^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT)/.test(code))
    return 'Set PGSSLROOTCERT to the file with the CA certificate of the server.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Use a host name that the certificate of the server covers.';
  if (/no encryption|SSL off/.test(text)) return 'Add ?sslmode=verify-full to the URL, and set PGSSLROOTCERT if the server has its own CA.';
  if (text.includes('does not support SSL')) return 'Set up TLS on the server, or remove sslmode and PGSSLROOTCERT.';
  return 'Check DATABASE_URL, and that the server is running.';
}
