import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { run, type Runner, type RunnerOptions } from 'graphile-worker';
import type { Log } from '../../log.ts';

/** Milliseconds between the end of a runner and the start of the next. */
const pauseMs = 1_000;

/** A runner of jobs that is replaced when it fails. */
export type Work = { stop(): Promise<void> };

/**
 * Runs jobs, and starts again when the runner ended by itself.
 *
 * A runner looks up its tasks once, when it takes its first job, and keeps also the failure of that: when the database, or a
 * starved machine, did not answer at that moment, it would never take a job. Such a runner is ended as well.
 *
 * @throws when the first runner cannot be started
 */
export async function keepWorking(options: RunnerOptions, log: Log): Promise<Work> {
  const stopping = new AbortController();
  let runner = await startRunner(options, log);
  const work = (async () => {
    for (;;) {
      await runner.promise.catch((error: unknown) => log.error({ err: error }, 'worker: it ended, and is started again'));
      do {
        await wait(pauseMs, null, { signal: stopping.signal }).catch(() => null);
        if (stopping.signal.aborted) return;
      } while (!(await tryToStart()));
    }
  })();

  async function tryToStart(): Promise<boolean> {
    try {
      runner = await startRunner(options, log);
    } catch (error) {
      log.error({ err: error }, 'worker: it does not start yet');
      return false;
    }
    if (stopping.signal.aborted) await stopRunner(runner);
    return true;
  }

  return {
    async stop() {
      stopping.abort();
      await stopRunner(runner);
      await work;
    },
  };
}

async function startRunner(options: RunnerOptions, log: Log): Promise<Runner> {
  const events: RunnerOptions['events'] = new EventEmitter();
  let hasLooked = false;
  for (const event of ['worker:getJob:empty', 'job:start'] as const) events.once(event, () => void (hasLooked = true));
  let runner: Runner | null = null;
  let isUseless = false;
  events.on('worker:getJob:error', ({ error }) => {
    if (hasLooked || isUseless) return;
    isUseless = true;
    log.warn({ err: error }, 'worker: it cannot look for jobs, and is started again');
    if (runner) void stopRunner(runner);
  });
  runner = await run({ ...options, events });
  if (isUseless) void stopRunner(runner);
  return runner;
}

/** Stops a runner that may have ended already. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}
