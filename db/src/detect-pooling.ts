import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Connection, Pooling } from './connections.ts';
import { withClient } from './with-client.ts';

/** How many transactions are opened at most to get hold of one session of the server. */
const maxHolders = 4;
/** A pooler with a single session makes the others wait for it. */
const longestWaitMs = 2_000;

/**
 * Finds out whether a connection goes through a pooler that gives each transaction another session of the server, such as pgbouncer in
 * transaction mode, and what holds there. Null for a direct connection: then sessions are ours.
 *
 * A pooler answers for PostgreSQL at the start of a connection, so the process that it names is not the one that runs the statements. To see
 * the rest, a statement is prepared in one transaction, its session is held by another, and the statement is run again.
 */
export async function detectPooling(connection: Connection): Promise<Pooling | null> {
  return withClient(connection, async (client) => {
    if (await isDirect(client)) return null;
    return probe(connection, client);
  });
}

/** True when PostgreSQL itself, or something that only passes bytes on, is at the other end. */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === (client as unknown as { readonly processID: number | null }).processID;
}

/** The same question of a statement that is prepared under a name. */
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

/** Whether the statement runs by its name in another session than the one in which it was prepared and which is held. */
async function runsElsewhere(client: pg.ClientBase, statement: Statement, holder: pg.ClientBase): Promise<boolean> {
  const again = await inTime(pidOf(client, statement));
  // It would stay in the session, which is somebody else's next.
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
