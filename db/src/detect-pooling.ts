import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Connection, Pooling } from './connections.ts';
import { withClient } from './with-client.ts';

/** Maximum number of transactions that are opened to occupy a session of the server. */
const maxHolders = 4;
/** Time limit, because a pooler with a single session makes the others wait for it. */
const longestWaitMs = 2_000;

/**
 * Finds out whether a connection goes through a pooler that gives each transaction another session of the server, such as pgbouncer in
 * transaction mode, and what it supports. Null for a direct connection.
 *
 * At the start of a connection, a pooler responds itself, so the process ID that it reports isn't that of the process that runs the
 * statements. To test prepared statements, a statement is prepared in one transaction, another transaction occupies its session, and the
 * statement is run again.
 */
export async function detectPooling(connection: Connection): Promise<Pooling | null> {
  return withClient(connection, async (client) => {
    if (await isDirect(client)) return null;
    return probe(connection, client);
  });
}

/** Whether the other end is PostgreSQL itself, or only forwards bytes. */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === (client as unknown as { readonly processID: number | null }).processID;
}

/** Runs the test with a named prepared statement. */
type Statement = { readonly name: string; readonly text: string };

async function probe(connection: Connection, client: pg.ClientBase): Promise<Pooling> {
  const statement = { name: `newline probe ${randomUUID()}`, text: 'select pg_backend_pid() as pid' };
  const session = (await pidOf(client, statement)) ?? 0;
  const holders: pg.Client[] = [];
  try {
    for (let count = 0; count < maxHolders; count++) {
      const holder = new pg.Client({ connectionString: connection.connectionString, connectionTimeoutMillis: longestWaitMs });
      holder.on('error', () => undefined);
      holders.push(holder);
      const isHeld = await inTime(
        holder
          .connect()
          .then(() => holder.query('begin'))
          .then(() => pidOf(holder, { name: '', text: statement.text })),
      );
      if (isHeld === session) return { isShared: true, hasNamedStatements: await runsElsewhere(client, statement, holder) };
      if (isHeld === null) break;
    }
    return { isShared: false, hasNamedStatements: false };
  } finally {
    await Promise.all(holders.map((holder) => holder.end().catch(() => undefined)));
  }
}

/** Whether the statement runs by name in another session than the occupied one in which it was prepared. */
async function runsElsewhere(client: pg.ClientBase, statement: Statement, holder: pg.ClientBase): Promise<boolean> {
  const again = await inTime(pidOf(client, statement));
  // It would stay in the session, which another client uses next.
  if (again === null) await holder.query(`deallocate ${pg.escapeIdentifier(statement.name)}`).catch(() => undefined);
  return again !== null;
}

async function pidOf(client: pg.ClientBase, { name, text }: Statement): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>(name === '' ? { text } : { name, text });
  return rows[0]?.pid ?? null;
}

/** Returns the value of a promise; null if it fails or takes too long. */
async function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  const stop = new AbortController();
  const late = wait(longestWaitMs, null, { signal: stop.signal }).catch(() => null);
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    stop.abort();
  }
}
