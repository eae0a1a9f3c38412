import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { run, type Runner, type RunnerOptions } from 'graphile-worker';
import type { Log } from '../../log.ts';
import type { JobProcess } from './job-process.ts';

/** Delay between starts if runners keep failing, in milliseconds. */
const pauseMs = 1_000;

/** A job runner that is replaced when it fails. */
export type Work = { stop(): Promise<void> };

type Started = { readonly runner: Runner; readonly state: { state: 'active' | 'retired' | 'ended' } };

/**
 * Runs jobs, and replaces the runner as soon as it has failed.
 *
 * graphile-worker gives up a runner if it can't record the end of a job, and waits for the jobs that are still running. The next runner
 * starts immediately next to it; jobs that the old one has locked but doesn't run are released (see `startJobProcess`), so none runs twice
 * at the same time. A runner looks up its tasks once, with its first job, and caches even a failure of that: such a runner would never take
 * a job, so it is replaced as well.
 * @throws if the first runner can't be started
 */
export async function keepWorking(options: RunnerOptions, { jobs, log }: { readonly jobs: JobProcess; readonly log: Log }): Promise<Work> {
  const stopping = new AbortController();
  const running = new Set<Started>();
  await start();

  async function start(): Promise<void> {
    const failed = Promise.withResolvers<string>();
    const started = await startRunner(options, jobs, (reason) => failed.resolve(reason));
    running.add(started);
    const startedAt = performance.now();
    const ended = started.runner.promise.then(
      () => 'it ended',
      (error: unknown) => {
        log.error({ err: error }, 'worker: it ended with an error');
        return 'it ended';
      },
    );
    void ended.then(() => {
      running.delete(started);
      started.state.state = 'ended';
      jobs.lookSoon();
    });
    void Promise.race([failed.promise, ended]).then(async (reason) => {
      if (started.state.state === 'active') started.state.state = 'retired';
      void stopRunner(started.runner);
      if (stopping.signal.aborted) return;
      log.error(`worker: ${reason}, and is replaced`);
      jobs.lookSoon();
      if (performance.now() - startedAt < pauseMs) await pause();
      await replace();
    });
    if (stopping.signal.aborted) await stopRunner(started.runner);
  }

  async function replace(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await start();
      } catch (error) {
        log.error({ err: error }, 'worker: it does not start yet');
        await pause();
      }
    }
  }

  function pause(): Promise<unknown> {
    return wait(pauseMs, null, { signal: stopping.signal }).catch(() => null);
  }

  return {
    async stop() {
      stopping.abort();
      await Promise.all([...running].map(({ runner }) => Promise.all([stopRunner(runner), runner.promise.catch(() => undefined)])));
    },
  };
}

async function startRunner(options: RunnerOptions, jobs: JobProcess, onFailed: (reason: string) => void): Promise<Started> {
  const events: RunnerOptions['events'] = new EventEmitter();
  const running = new Set<string>();
  const state: Started['state'] & { name: string; running: Set<string> } = { name: '', running, state: 'active' };
  let hasLooked = false;
  events.on('pool:create', ({ workerPool }) => void (state.name = workerPool.id));
  for (const event of ['worker:getJob:empty', 'job:start'] as const) events.once(event, () => void (hasLooked = true));
  events.on('worker:getJob:error', () => hasLooked || onFailed('it cannot look for jobs'));
  events.on('job:start', ({ job }) => void running.add(job.id));
  events.on('job:complete', ({ job }) => void running.delete(job.id));
  events.on('pool:fatalError', () => onFailed('it could not write how a job ended'));
  let registering: Promise<void> | null = null;
  const preset: NonNullable<RunnerOptions['preset']> = {
    ...options.preset,
    plugins: [
      {
        name: 'NewlineRunnerPlugin',
        version: '0.0.0',
        // Every worker waits for it before it takes its first job.
        worker: { hooks: { startWorker: () => (registering ??= jobs.begin(state)) } },
      },
    ],
  };
  return { runner: await run({ ...options, preset, events }), state };
}

/** Stops a runner, which may have ended already. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => undefined);
}
