import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../../log.ts';
import { readDelay } from './job-delay.ts';

/** How long the lock of a process must have been free before its jobs are released: a process that lost its connection takes it again sooner. */
const usualGraceMs = 15_000;
const lookMs = 5_000;
/** The same while something is about to be released. */
const soonMs = 1_000;
const retryMs = 500;
/** How long a job of our own may be locked without being run, because its end is just being written or its start just being read. */
const settleMs = 10_000;
const settleRetiredMs = 1_000;

/** The jobs that a runner is running, by their ids, and whether it takes more. */
export type RunnerState = { readonly name: string; readonly running: ReadonlySet<string>; readonly state: 'active' | 'retired' | 'ended' };

/** This process among those that run jobs on the same database. */
export type JobProcess = {
  /** Its number in the database. */
  readonly id: number;
  /** Registers a runner; a runner takes its first job after this. Resolves without that when the runner ends first. */
  begin(runner: RunnerState): Promise<void>;
  /** Looks soon for what a runner that changed has left. */
  lookSoon(): void;
  /** Ends the registration. Stop the runners first. */
  close(): Promise<void>;
};

/**
 * Registers this process as one that runs jobs, and releases jobs that nobody runs.
 *
 * Each process holds an advisory lock for as long as it is connected, so PostgreSQL knows which ones are gone, and a process that is merely
 * slow keeps its jobs. Jobs of our own runners are released when they are locked and not run here: after a crash of PostgreSQL nobody has
 * heard that they were taken, or nobody could write that they ended.
 *
 * @param options.onDelay is called at every look with the age in seconds of the oldest job that is due and not running; 0 without one
 */
export async function startJobProcess(
  pool: Pool,
  log: Log,
  { graceMs = usualGraceMs, onDelay }: { readonly graceMs?: number; readonly onDelay?: (seconds: number) => void } = {},
): Promise<JobProcess> {
  const id = randomInt(1, 2 ** 31 - 1);
  const runners = new Set<RunnerState>();
  const suspects = new Map<string, number>();
  const stopping = new AbortController();
  let holder = await hold();
  const holding = keepHold();
  let nudge = Promise.withResolvers<void>();
  const looking = lookAgainAndAgain();

  async function hold(): Promise<PoolClient> {
    const client = await pool.connect();
    try {
      await client.query('select app_private.hold_job_process($1, $2)', [id, [...runners].map(({ name }) => name)]);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function keepHold(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = holder;
      await new Promise<void>((resolve) => {
        client.once('end', resolve);
        client.once('error', () => resolve());
        stopping.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.release(true);
      while (!stopping.signal.aborted) {
        try {
          holder = await hold();
          break;
        } catch (error) {
          log.warn({ err: error }, 'jobs: this process cannot say yet that it lives');
          await pause(retryMs);
        }
      }
    }
  }

  async function lookAgainAndAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      let isSoon = false;
      nudge = Promise.withResolvers<void>();
      try {
        isSoon = await releaseOwn();
        await releaseGone();
        if (onDelay) onDelay(await readDelay(pool));
      } catch (error) {
        if (stopping.signal.aborted) return;
        isSoon = true;
        log.warn({ err: error }, 'jobs: those that nobody runs could not be looked for');
      }
      await Promise.race([pause(isSoon ? soonMs : lookMs), nudge.promise.then(() => pause(soonMs))]);
    }
  }

  /** Releases what is locked by a runner of this process and not run by it. True when there may be more in a moment. */
  async function releaseOwn(): Promise<boolean> {
    const known = [...runners];
    const { rows } = await pool.query<{ id: string; runner: string }>(
      'select id::text as id, locked_by as runner from graphile_worker._private_jobs where locked_by = any ($1::text[])',
      [known.map(({ name }) => name)],
    );
    const now = performance.now();
    const lost = rows.filter(({ id: job, runner }) => {
      const state = known.find(({ name }) => name === runner);
      return state !== undefined && !state.running.has(job);
    });
    const released = lost.filter(({ id: job, runner }) => {
      const key = `${runner} ${job}`;
      const since = suspects.get(key) ?? now;
      suspects.set(key, since);
      const isActive = known.find(({ name }) => name === runner)?.state === 'active';
      // Looked at twice at least: what the runner has just been answered is read in between.
      return now > since && now - since >= (isActive ? settleMs : settleRetiredMs);
    });
    const left = new Set(lost.map(({ id: job, runner }) => `${runner} ${job}`));
    for (const key of suspects.keys()) if (!left.has(key)) suspects.delete(key);
    for (const { id: job, runner } of released) {
      log.warn({ job, runner }, 'jobs: one that this process has locked and does not run is released');
      await pool.query(
        `with released as (
           update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = $1 and locked_by = $2 returning job_queue_id
         )
         update graphile_worker._private_job_queues q set locked_at = null, locked_by = null from released r where q.id = r.job_queue_id and q.locked_by = $2`,
        [job, runner],
      );
    }
    const ended = known.filter(({ name, state }) => state === 'ended' && !rows.some(({ runner }) => runner === name));
    if (ended.length > 0) {
      await pool.query('select app_private.end_job_runners($1)', [ended.map(({ name }) => name)]);
      for (const runner of ended) runners.delete(runner);
    }
    return left.size > 0 || known.some(({ state }) => state !== 'active');
  }

  /** Releases what processes that are gone have locked. */
  async function releaseGone(): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ gone: number[] }>(`select app_private.find_gone_job_processes($1 * interval '1 ms') as gone`, [
        graceMs,
      ]);
      const gone = rows[0]?.gone ?? [];
      if (gone.length > 0) {
        await client.query('select graphile_worker.force_unlock_workers(app_private.runners_of_job_processes($1))', [gone]);
        await client.query('select app_private.forget_job_processes($1)', [gone]);
        log.info({ processes: gone }, 'jobs: what processes that are gone have left is released');
      }
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  function pause(ms: number): Promise<unknown> {
    return wait(ms, null, { signal: stopping.signal }).catch(() => null);
  }

  return {
    id,
    async begin(runner) {
      runners.add(runner);
      while (!stopping.signal.aborted && runner.state === 'active') {
        try {
          await pool.query('select app_private.begin_job_runner($1, $2)', [runner.name, id]);
          return;
        } catch (error) {
          log.warn({ err: error }, 'jobs: a runner cannot be registered yet');
          await pause(retryMs);
        }
      }
    },
    lookSoon: () => nudge.resolve(),
    async close() {
      stopping.abort();
      await Promise.all([holding, looking]);
      const left = [...runners].map(({ name }) => name);
      await pool
        .query('select graphile_worker.force_unlock_workers($1)', [left])
        .then(() => pool.query('select app_private.forget_job_processes($1)', [[id]]))
        .catch((error: unknown) => log.warn({ err: error }, 'jobs: this process could not sign off; the next one releases what it left'));
    },
  };
}
