import { type Connections, databaseOf } from '@newline/db/connections';
import { detectPooling } from '@newline/db/detect-pooling';
import { requireOwnSession } from '@newline/db/connect-through-poolers';
import { withClient } from '@newline/db/with-client';
import type { Finding } from './finding.ts';

/** Checks the database connections: whether the direct one is direct, what a pooler supports, and whether the replica is in sync. */
export async function checkConnections(connections: Connections, env: { databaseDirectUrl?: string | undefined }): Promise<Finding[]> {
  await requireOwnSession(connections.owner, env.databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL');
  await requireOwnSession(connections.worker, 'WORKER_DATABASE_URL');
  const findings: Finding[] = [];
  const pooling = await detectPooling(connections.app);
  if (pooling?.hasNamedStatements)
    findings.push({ state: 'ok', what: 'Requests go through a connection pooler that supports prepared statements' });
  else if (pooling) {
    findings.push({
      state: 'warn',
      what: 'Requests go through a connection pooler that does not support prepared statements, so pages take longer',
      remedy: 'Use pgbouncer 1.21 or newer in transaction mode, and set max_prepared_statements = 200.',
    });
  }
  if (connections.read) findings.push(await checkReplica(connections.read, connections));
  return findings;
}

type Position = { system: string; bytes: string | null };

/** Whether the server in READ_DATABASE_URL follows the database, and how far it is behind. */
async function checkReplica(read: NonNullable<Connections['read']>, { owner }: Connections): Promise<Finding> {
  const system = `(select system_identifier::text from pg_control_system()) as system`;
  const primary = await withClient(owner, (client) =>
    client.query<Position>(`select ${system}, (pg_current_wal_flush_lsn() - '0/0')::text as bytes`),
  );
  const replica = await withClient(read, (client) =>
    client.query<Position>(`select ${system}, (pg_last_wal_replay_lsn() - '0/0')::text as bytes`),
  );
  const [wanted, secondary] = [primary.rows[0], replica.rows[0]];
  const remedy = `Set it to a streaming replica, with the database ${databaseOf(owner)}.`;
  if (wanted?.system !== secondary?.system) return { state: 'fail', what: 'READ_DATABASE_URL is not a replica of this database', remedy };
  if (secondary?.bytes == null) return { state: 'warn', what: 'READ_DATABASE_URL is the primary', remedy };
  const behind = Math.max(0, Number(wanted?.bytes) - Number(secondary.bytes));
  return { state: 'ok', what: `The replica for visitors is ${behind} bytes behind` };
}
