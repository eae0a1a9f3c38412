import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Connection } from '@newline/db/connections';

/** Measures the processor time of the connections that answer requests, which other work on the machine doesn't change much. */
export type DatabaseCpu = {
  /** Runs something and returns the milliseconds of processor time that PostgreSQL used for it. */
  during: (work: () => Promise<void>) => Promise<number>;
  /** Returns the milliseconds of a statement that is always the same, which show how fast the machine is at the moment. */
  ofFixedStatement: () => Promise<number>;
  stop: () => Promise<void>;
};

/** The logins of requests. Jobs and notifications have others. */
const logins = ['newline_app', 'newline_auth'];

/**
 * Starts measuring a server on this machine: reads from /proc how long each backend ran, in nanoseconds. Linux only. In connections that are
 * opened from now on, each query runs in one process, so that nothing is missed.
 */
export async function startDatabaseCpu(owner: Connection): Promise<DatabaseCpu> {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ name: string; pid: number }>(
    'select quote_ident(current_database()) as name, pg_backend_pid() as pid',
  );
  const { name = '', pid: ownPid = 0 } = rows[0] ?? {};
  await client.query(`alter database ${name} set max_parallel_workers_per_gather = 0`);
  const timeOf = async (): Promise<Map<number, number>> => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and usename = any ($1)`,
      [logins],
    );
    const times = await Promise.all(rows.map(async ({ pid }) => [pid, await runMs(pid)] as const));
    return new Map(times.filter((time): time is readonly [number, number] => time[1] !== null));
  };
  return {
    during: async (work) => {
      const before = await timeOf();
      await work();
      const after = await timeOf();
      // A connection that was opened meanwhile counts from its start.
      return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
    },
    ofFixedStatement: async () => {
      const before = (await runMs(ownPid)) ?? 0;
      await client.query('select sum(hashtextextended(n::text, 0)) from generate_series(1, 50000) n');
      return ((await runMs(ownPid)) ?? 0) - before;
    },
    stop: () => client.end(),
  };
}

/** Returns how long a process ran, in milliseconds; null if it has ended. */
async function runMs(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => null);
  return text === null ? null : Number(text.split(' ', 1)[0]) / 1e6;
}
