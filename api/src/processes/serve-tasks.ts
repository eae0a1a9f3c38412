import { once } from 'node:events';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { phases, slots, usedCpuMs, type LifeLimits, type TaskReply, type TaskRequest } from './task-messages.ts';
import type { WatchdogData } from './watchdog.ts';

/** Context of a task handler. */
export type TaskContext = {
  /**
   * Runs `work`, which loads a library or a grammar, with the CPU time for loading: it doesn't count toward the task. Don't call it for
   * work that depends on user input.
   */
  load<Loaded>(work: () => Promise<Loaded>): Promise<Loaded>;
};

/**
 * Makes this process handle the tasks of a `createBoundedProcess`: call it once, at the top level of the entry script. A handler that
 * throws rejects the task with `TaskFailed`. Import libraries inside `context.load`, so that a process starts with what its first task
 * needs.
 */
export function serveTasks(handle: (task: never, context: TaskContext) => unknown): void {
  const limits = JSON.parse(process.argv.at(-1) ?? '') as LifeLimits;
  const shared = new SharedArrayBuffer(slots.length * Float64Array.BYTES_PER_ELEMENT);
  const state = new Float64Array(shared);
  const allow = (phase: number, limit: number) => {
    state[slots.limit] = limit;
    state[slots.phase] = phase;
  };
  const reply = (message: TaskReply) => process.send?.(message);

  allow(phases.load, usedCpuMs() + limits.loadCpuMs);
  const workerData: WatchdogData = { shared, residentMb: limits.residentMb };
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  const watching = once(watchdog, 'message');
  // Nothing runs without its watchdog.
  watchdog.on('exit', () => process.exit(1));

  // Without the parent, no process waits for a result.
  process.on('disconnect', () => process.exit(0));

  process.on('message', (message: TaskRequest) => void answer(message));

  async function answer({ id, task, cpuMs }: TaskRequest): Promise<void> {
    await watching;
    let limit = usedCpuMs() + cpuMs;
    state[slots.task] = id;
    allow(phases.task, limit);
    const load: TaskContext['load'] = async (work) => {
      const remainingMs = limit - usedCpuMs();
      allow(phases.load, usedCpuMs() + limits.loadCpuMs);
      try {
        return await work();
      } finally {
        limit = usedCpuMs() + remainingMs;
        allow(phases.task, limit);
      }
    };
    let message: TaskReply;
    const used = () => Math.max(0, usedCpuMs() - (limit - cpuMs));
    try {
      const result = serialize(await handle(task as never, { load }));
      message =
        result.length > limits.resultBytes
          ? { id, cpuMs: used(), kind: 'output', bytes: result.length }
          : { id, cpuMs: used(), kind: 'done', result };
    } catch (error) {
      message = { id, cpuMs: used(), kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
    allow(phases.idle, Number.POSITIVE_INFINITY);
    reply(message);
  }
}
