import type { Pool, QueryResultRow } from 'pg';
import type { Pools } from '../create-pools.ts';
import { cachedReading } from './cached-reading.ts';
import type { Metric, MetricValue } from './metric.ts';

/** The limit of a statement that reads metrics, in milliseconds. */
const statementTimeoutMs = 2_000;
/** The shortest time between two readings of the job queue, in milliseconds. */
const jobsRestMs = 10_000;
/** The same for the size of the database, for which the server looks at every file. */
const sizeRestMs = 60_000;

/** Runs a statement of the metrics in its own transaction, with a limit. */
export async function readForMetrics<TRow extends QueryResultRow>(
  pool: Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly TRow[]> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${statementTimeoutMs}`);
    const { rows } = await client.query<TRow>(text, [...values]);
    await client.query('commit');
    client.release();
    return rows;
  } catch (error) {
    // Whatever state the connection is in, another one replaces it.
    client.release(true);
    throw error;
  }
}

type JobsRow = { task: string; age: number; waiting: number; retrying: number; failed: number };

/** The state of the queue by task, in one reading. The columns are those of the page Jobs in administration. */
const jobsSql = `select t.identifier as task,
    coalesce(extract(epoch from now() - min(greatest(j.run_at, j.created_at)) filter (where j.run_at <= now() and j.is_available)), 0)::float8 as age,
    count(j.id) filter (where j.run_at <= now() and j.is_available)::int as waiting,
    count(j.id) filter (where j.last_error is not null and j.attempts < j.max_attempts)::int as retrying,
    count(j.id) filter (where j.last_error is not null and j.attempts >= j.max_attempts)::int as failed
  from graphile_worker._private_tasks t left join graphile_worker._private_jobs j on j.task_id = t.id
  group by t.identifier`;

/** Returns the metrics of the database: pools, the job queue, and the size. */
export function databaseMetrics(pools: Pools): readonly Metric[] {
  const jobs = cachedReading(() => readForMetrics<JobsRow>(pools.worker, jobsSql), jobsRestMs);
  const byTask = async (column: Exclude<keyof JobsRow, 'task'>): Promise<readonly MetricValue[]> =>
    (await jobs()).map((row) => ({ labels: { task: row.task }, value: row[column] }));
  const byPool = (read: (pool: Pool) => number) => () =>
    Object.entries(pools).map(([pool, each]) => ({ labels: { pool }, value: read(each) }));
  const size = cachedReading(
    () => readForMetrics<{ bytes: number }>(pools.worker, 'select pg_database_size(current_database())::float8 as bytes'),
    sizeRestMs,
  );
  return [
    {
      name: 'newline_database_pool_connections',
      help: 'Open connections to the database, by pool.',
      type: 'gauge',
      labels: ['pool'],
      read: byPool((pool) => pool.totalCount),
    },
    {
      name: 'newline_database_pool_idle',
      help: 'Open connections that nothing uses, by pool.',
      type: 'gauge',
      labels: ['pool'],
      read: byPool((pool) => pool.idleCount),
    },
    {
      name: 'newline_database_pool_max',
      help: 'The most connections that a pool opens.',
      type: 'gauge',
      labels: ['pool'],
      read: byPool((pool) => pool.options.max),
    },
    {
      name: 'newline_database_pool_waiting',
      help: 'Requests that are waiting for a connection, by pool.',
      type: 'gauge',
      labels: ['pool'],
      read: byPool((pool) => pool.waitingCount),
    },
    {
      name: 'newline_jobs_oldest_due_seconds',
      help: 'How long the oldest due job that is not running has been waiting, by task. 0 if none is waiting.',
      type: 'gauge',
      labels: ['task'],
      read: () => byTask('age'),
    },
    {
      name: 'newline_jobs_waiting',
      help: 'Due jobs that are not running, by task.',
      type: 'gauge',
      labels: ['task'],
      read: () => byTask('waiting'),
    },
    {
      name: 'newline_jobs_retrying',
      help: 'Jobs that failed and will be tried again, by task.',
      type: 'gauge',
      labels: ['task'],
      read: () => byTask('retrying'),
    },
    {
      name: 'newline_jobs_failed',
      help: 'Jobs that failed and have no tries left, by task.',
      type: 'gauge',
      labels: ['task'],
      read: () => byTask('failed'),
    },
    {
      name: 'newline_database_size_bytes',
      help: 'The size of the database, with indexes.',
      type: 'gauge',
      read: async () => (await size())[0]?.bytes ?? 0,
    },
  ];
}
