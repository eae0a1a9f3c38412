import { setTimeout as wait } from 'node:timers/promises';
import { statementTimeoutsMs } from '@newline/db/connect-through-poolers';
import type { Connection } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import type { Pool } from 'pg';
import { SafeError } from 'postgraphile/grafast';
import type { Log } from '../log.ts';
import type { TagsListening } from '../tags-listener.ts';
import { type Trace, untraced } from '../tracing.ts';
import { watchStatements } from './statement-watch.ts';

/** A replica of the database, for visitors' queries. */
export type Replica = {
  /** Returns the pool for visitors' queries; null if the replica is unavailable or may lack an announced change. */
  current(): Pool | null;
  /** Records an error of a query on the replica. True if the query has to be repeated on the primary. */
  hasFailed(error: unknown): boolean;
  close(): Promise<void>;
};

const connectMs = 1_000;
const firstPollMs = 10;
const longestPollMs = 250;
const retryMs = 2_000;

const stateOfPrimary =
  'select pg_current_wal_flush_lsn()::text as position, (select system_identifier::text from pg_control_system()) as system';
/** A server that doesn't follow another one is the primary, or was promoted: then there is nothing to wait for. */
const stateOfReplica = `select not pg_is_in_recovery() or coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isCurrent",
  (select system_identifier::text from pg_control_system()) as system`;

/**
 * Starts to use a replica. Whenever tags of pages are announced as stale, visitors read from the primary until the replica has passed the
 * primary's log position at that time. The announcement comes after the commit, so that position includes the change.
 */
export function createReplica(
  connection: Connection,
  {
    primary,
    tags,
    log,
    trace = untraced,
    slowStatementMs,
  }: { primary: Pool; tags: Pick<TagsListening, 'onTagsChanged'>; log: Log; trace?: Trace; slowStatementMs?: number },
): Replica {
  const pool = createPool(connection, {
    max: 10,
    statementTimeoutMs: statementTimeoutsMs.app,
    connectionTimeoutMs: connectMs,
    maxWaiting: 500,
    applicationName: 'newline reads',
  });
  watchStatements(pool, { log, trace, slowStatementMs });
  let isCurrent = false;
  let isAway = false;
  let isClosed = false;
  let isFollowing = false;
  /** The number of announcements. */
  let announced = 0;

  /** True if the replica has everything that was announced before. */
  async function hasCaughtUp(): Promise<boolean> {
    const asOf = announced;
    const { rows } = await primary.query<{ position: string; system: string }>(stateOfPrimary);
    const [wanted] = rows;
    if (!wanted) throw new Error('replica: expected the position of the primary, got no row');
    for (let pollMs = firstPollMs; asOf === announced && !isClosed; pollMs = Math.min(pollMs * 2, longestPollMs)) {
      const { rows: states } = await pool.query<{ isCurrent: boolean; system: string }>(stateOfReplica, [wanted.position]);
      if (states[0]?.system !== wanted.system) throw new Error('READ_DATABASE_URL is no replica of the database in DATABASE_URL');
      if (states[0].isCurrent) return asOf === announced;
      await wait(pollMs, undefined, { ref: false });
    }
    return false;
  }

  async function follow(): Promise<void> {
    isCurrent = false;
    if (isFollowing) return;
    isFollowing = true;
    while (!isClosed && !isCurrent) {
      try {
        isCurrent = await hasCaughtUp();
        if (isCurrent && isAway) log.info('replica: it answers again; visitors read from it');
        if (isCurrent) isAway = false;
      } catch (error) {
        if (!isAway && !isClosed) log.warn({ err: error }, 'replica: it does not answer; visitors read from the primary');
        isAway = true;
        await wait(retryMs, undefined, { ref: false });
      }
    }
    isFollowing = false;
  }

  const stopListening = tags.onTagsChanged(() => {
    announced += 1;
    void follow();
  });
  void follow();

  return {
    current: () => (isCurrent ? pool : null),
    hasFailed(error) {
      if (error instanceof SafeError || isOfStatement(error)) return false;
      if (!isOfReplication(error)) void follow();
      return true;
    },
    async close() {
      isClosed = true;
      stopListening();
      await pool.end();
    },
  };
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Whether the primary would fail in the same way. */
function isOfStatement(error: unknown): boolean {
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|26000|53|57P|58|XX)/.test(code) && !isOfReplication(error);
}

/** Whether the replica works but can't run this: a write, or rows that the primary has removed while they were read. */
function isOfReplication(error: unknown): boolean {
  return ['25006', '40001', '40P01'].includes(codeOf(error));
}
