import type { Pool, PoolClient } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import { runAs } from '../billing/run-as.ts';
import type { Mail } from '../../mail.ts';
import type { Viewer } from '../../viewer.ts';
import { readDelay } from '../jobs/job-delay.ts';

/** A job of the queue, without its payload: emails contain links that sign in. */
export type Job = {
  readonly id: string;
  readonly task: string;
  /** Recipient of an email; null for other jobs. */
  readonly address: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
  readonly runAt: string;
  readonly createdAt: string;
  readonly isRunning: boolean;
  readonly hasFailed: boolean;
};

export type JobState = 'WAITING' | 'FAILED';

/**
 * The operations of administrators on the job queue and on users' sign-in. With each call, the database checks that the user is an
 * administrator.
 */
export type Administration = {
  /** Returns at most 100 jobs: failed ones first, then by due time. */
  listJobs(viewer: Viewer, state: JobState | null): Promise<readonly Job[]>;
  /** Returns how long the oldest due job has been waiting, in seconds; 0 if none is waiting. */
  readDelay(viewer: Viewer): Promise<number>;
  /** Runs a job immediately and resets its tries. */
  retryJob(viewer: Viewer, id: string): Promise<void>;
  removeJob(viewer: Viewer, id: string): Promise<void>;
  /** Removes the lost second step and the passkeys of a user, signs them out, and sends them an email. */
  removeSecondStep(viewer: Viewer, userId: string): Promise<void>;
};

const jobColumns = `j.id::text as id, t.identifier as task, case when t.identifier = 'send_mail' then j.payload ->> 'to' end as address,
  j.attempts, j.max_attempts as "maxAttempts", left(j.last_error, 500) as "lastError", j.run_at as "runAt", j.created_at as "createdAt",
  j.locked_at is not null as "isRunning", j.last_error is not null and j.locked_at is null as "hasFailed"`;
const jobTables = 'graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id';

/** Creates the operations, as the role that owns the queue. */
export function createAdministration({ pool, publicUrl }: { readonly pool: Pool; readonly publicUrl: string }): Administration {
  const perform = (
    name: 'job.retry' | 'job.remove',
    work: (client: PoolClient, id: string) => Promise<number>,
  ): ((viewer: Viewer, id: string) => Promise<void>) => {
    return (viewer, id) =>
      runAs(pool, viewer, async (client) => {
        await client.query('select app_private.begin_job_act()');
        if (!/^\d{1,18}$/.test(id)) throw noSuchJob();
        const { rows } = await client.query<{ task: string; address: string | null; lastError: string | null }>(
          `select ${jobColumns} from ${jobTables} where j.id = $1`,
          [id],
        );
        const [job] = rows;
        if (!job) throw noSuchJob();
        const details = { jobId: id, task: job.task, ...(job.lastError !== null && { error: job.lastError.slice(0, 200) }) };
        await client.query('select app_private.begin_job_act($1, $2)', [name, details]);
        if ((await work(client, id)) === 0) throw codedError('JOB_RUNNING');
      });
  };
  return {
    listJobs: (viewer, state) =>
      runAs(pool, viewer, async (client) => {
        await client.query('select app_private.begin_job_act()');
        const filter = state === 'FAILED' ? 'where j.last_error is not null' : state === 'WAITING' ? 'where j.last_error is null' : '';
        const { rows } = await client.query<Job & { runAt: Date; createdAt: Date }>(
          `select ${jobColumns} from ${jobTables} ${filter} order by j.last_error is null, j.run_at, j.id limit 100`,
        );
        return rows.map((job) => ({ ...job, runAt: job.runAt.toISOString(), createdAt: job.createdAt.toISOString() }));
      }),
    readDelay: (viewer) =>
      runAs(pool, viewer, async (client) => {
        await client.query('select app_private.begin_job_act()');
        return readDelay(client);
      }),
    retryJob: perform('job.retry', async (client, id) => {
      const { rowCount } = await client.query(
        'select from graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => 0)',
        [id],
      );
      return rowCount ?? 0;
    }),
    removeJob: perform('job.remove', async (client, id) => {
      const { rowCount } = await client.query('select from graphile_worker.complete_jobs(array[$1::bigint])', [id]);
      return rowCount ?? 0;
    }),
    removeSecondStep: (viewer, userId) =>
      runAs(pool, viewer, async (client) => {
        const { rows } = await client.query<{ email: string }>('select app_private.remove_second_step($1) as email', [userId]);
        const mail: Mail = { kind: 'second-step-removed', to: rows[0]?.email ?? '', url: `${publicUrl}/account/security` };
        await client.query("select graphile_worker.add_job('send_mail', $1, max_attempts => 12)", [mail]);
      }),
  };
}

function noSuchJob() {
  return codedError('JOB_NOT_FOUND');
}
