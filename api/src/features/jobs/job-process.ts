import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../../log.ts';
import { readDelay } from './job-delay.ts';

/**
 * How long the lock of a process must be free before its jobs are released, in milliseconds: a process that lost its connection takes the
 * lock again sooner.
 */
const usualGraceMs = 15_000;
const checkMs = 5_000;
/** Interval of checks while something is about to be released. */
const soonMs = 1_000;
const retryMs = 500;
/** How long a job of our own may be locked without running, in milliseconds, because its start or its end is still in transit. */
const settleMs = 10_000;
const settleRetiredMs = 1_000;

/** The ids of the jobs that a runner is running, and whether it takes more. */
export type RunnerState = { readonly name: string; readonly running: ReadonlySet<string>; readonly state: 'active' | 'retired' | 'ended' };

/** This process, among those that run jobs on the same database. */
export type JobProcess = {
  /** Its number in the database. */
  readonly id: number;
  /** Registers a runner, which takes its first job after this. Also resolves if the runner ends first. */
  begin(runner: RunnerState): Promise<void>;
  /** Schedules an early check for jobs left by a runner that changed. */
  lookSoon(): void;
  /** Ends the registration. Stop the runners first. */
  close(): Promise<void>;
};

/**
 * Registers this process as one that runs jobs, and releases jobs that no process runs.
 *
 * Each process holds an advisory lock while it is connected, so PostgreSQL knows which ones have ended, and a process that is only slow
 * keeps its jobs. Jobs of our own runners are released if they are locked but not running here: after a crash of PostgreSQL, the runner may
 * not have learned that it got them, or could not record that they ended.
 * @param options.onDelay called at every check with the age in seconds of the oldest due job that isn't running; 0 without one
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
  const holding = keepHold(await hold());
  let wakeUp = Promise.withResolvers<void>();
  const checks = checkRepeatedly();

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

  /** Holds the lock until this process stops: on another connection whenever one ends. */
  async function keepHold(first: PoolClient): Promise<void> {
    for (let client: PoolClient | null = first; client !== null; client = await holdAgain()) {
      await endOf(client);
      client.release(true);
    }
  }

  /** Resolves when a connection has ended, or this process stops, which it may have done already. */
  function endOf(client: PoolClient): Promise<void> {
    return new Promise((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
      if (stopping.signal.aborted) resolve();
    });
  }

  async function holdAgain(): Promise<PoolClient | null> {
    while (!stopping.signal.aborted) {
      try {
        return await hold();
      } catch (error) {
        log.warn({ err: error }, 'jobs: this process cannot register yet');
        await pause(retryMs);
      }
    }
    return null;
  }

  async function checkRepeatedly(): Promise<void> {
    while (!stopping.signal.aborted) {
      let isSoon = false;
      wakeUp = Promise.withResolvers<void>();
      try {
        isSoon = await releaseOwn();
        await releaseGone();
        if (onDelay) onDelay(await readDelay(pool));
      } catch (error) {
        if (stopping.signal.aborted) return;
        isSoon = true;
        log.warn({ err: error }, 'jobs: could not check for jobs that no process runs');
      }
      await Promise.race([pause(isSoon ? soonMs : checkMs), wakeUp.promise.then(() => pause(soonMs))]);
    }
  }

  /** Releases jobs that a runner of this process has locked but doesn't run. Returns true if there may be more in a moment. */
  async function releaseOwn(): Promise<boolean> {
    const registered = [...runners];
    const { rows } = await pool.query<{ id: string; runner: string }>(
      'select id::text as id, locked_by as runner from graphile_worker._private_jobs where locked_by = any ($1::text[])',
      [registered.map(({ name }) => name)],
    );
    const now = performance.now();
    const lost = rows.filter(({ id: job, runner }) => {
      const state = registered.find(({ name }) => name === runner);
      return state !== undefined && !state.running.has(job);
    });
    const released = lost.filter(({ id: job, runner }) => {
      const key = `${runner} ${job}`;
      const since = suspects.get(key) ?? now;
      suspects.set(key, since);
      const isActive = registered.find(({ name }) => name === runner)?.state === 'active';
      // Requires at least two checks, between which the runner reads pending responses.
      return now > since && now - since >= (isActive ? settleMs : settleRetiredMs);
    });
    const remaining = new Set(lost.map(({ id: job, runner }) => `${runner} ${job}`));
    for (const key of suspects.keys()) if (!remaining.has(key)) suspects.delete(key);
    for (const { id: job, runner } of released) {
      log.warn({ job, runner }, 'jobs: released one that this process had locked but did not run');
      await pool.query(
        `with released as (
           update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = $1 and locked_by = $2 returning job_queue_id
         )
         update graphile_worker._private_job_queues q set locked_at = null, locked_by = null from released r where q.id = r.job_queue_id and q.locked_by = $2`,
        [job, runner],
      );
    }
    const endedRunners = registered.filter(({ name, state }) => state === 'ended' && !rows.some(({ runner }) => runner === name));
    if (endedRunners.length > 0) {
      await pool.query('select app_private.end_job_runners($1)', [endedRunners.map(({ name }) => name)]);
      for (const runner of endedRunners) runners.delete(runner);
    }
    return remaining.size > 0 || registered.some(({ state }) => state !== 'active');
  }

  /** Releases jobs locked by processes that have ended. */
  async function releaseGone(): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ gone: number[] }>(`select app_private.find_gone_job_processes($1 * interval '1 ms') as gone`, [
        graceMs,
      ]);
      const endedIds = rows[0]?.gone ?? [];
      if (endedIds.length > 0) {
        await client.query('select graphile_worker.force_unlock_workers(app_private.runners_of_job_processes($1))', [endedIds]);
        await client.query('select app_private.forget_job_processes($1)', [endedIds]);
        log.info({ processes: endedIds }, 'jobs: released the jobs of processes that have ended');
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
    lookSoon: () => wakeUp.resolve(),
    async close() {
      stopping.abort();
      await Promise.all([holding, checks]);
      const runnerNames = [...runners].map(({ name }) => name);
      await pool
        .query('select graphile_worker.force_unlock_workers($1)', [runnerNames])
        .then(() => pool.query('select app_private.forget_job_processes($1)', [[id]]))
        .catch((error: unknown) => log.warn({ err: error }, 'jobs: this process could not unregister; the next one releases its jobs'));
    },
  };
}
