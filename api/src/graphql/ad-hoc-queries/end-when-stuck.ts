import type { Worker } from 'node:worker_threads';

/**
 * Wall-time limit for a thread that hangs without using CPU time. Far longer than the CPU time limit takes on a machine that is twenty
 * times slower.
 */
const silenceMs = 2 * 60 * 60_000;

/**
 * Terminates a thread after this much CPU time from now on, unless it is stopped before. CPU time, because a thread on a busy machine is
 * slow and not stuck.
 * @param onEnd called when the thread is terminated
 */
export function endWhenStuck(worker: Worker, cpuLimitMs: number, onEnd: () => void): { stop(): void } {
  const startedAt = performance.now();
  // A thread that has ended meanwhile has no CPU usage to report.
  const usedBefore = worker.cpuUsage().catch(() => null);
  let isWatched = true;
  let timer = setTimeout(() => void check(), cpuLimitMs);

  async function check(): Promise<void> {
    const usageBefore = await usedBefore;
    const used = usageBefore && (await worker.cpuUsage(usageBefore).catch(() => null));
    if (!used || !isWatched) return;
    const leftMs = cpuLimitMs - (used.user + used.system) / 1000;
    if (leftMs <= 0 || performance.now() - startedAt > silenceMs) {
      onEnd();
      void worker.terminate();
    } else timer = setTimeout(() => void check(), leftMs);
  }

  return {
    stop() {
      isWatched = false;
      clearTimeout(timer);
    },
  };
}
