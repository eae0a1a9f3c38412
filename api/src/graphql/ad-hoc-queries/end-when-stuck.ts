import type { Worker } from 'node:worker_threads';

/** Wall time, for a thread that uses no processor time and does not come back. Far longer than its processor time takes on a machine that is twenty times slower. */
const silenceMs = 2 * 60 * 60_000;

/**
 * Ends a thread that works for so many milliseconds from now on, unless it is stopped before. Processor time, because a
 * thread that comes last on a busy machine is slow and not stuck.
 *
 * @param tell is called when it is ended
 */
export function endWhenStuck(worker: Worker, cpuLimitMs: number, tell: () => void): { stop(): void } {
  const begun = performance.now();
  // It has none left to tell when it ended meanwhile.
  const usedBefore = worker.cpuUsage().catch(() => null);
  let isWatched = true;
  let timer = setTimeout(() => void check(), cpuLimitMs);

  async function check(): Promise<void> {
    const before = await usedBefore;
    const used = before && (await worker.cpuUsage(before).catch(() => null));
    if (!used || !isWatched) return;
    const leftMs = cpuLimitMs - (used.user + used.system) / 1000;
    if (leftMs <= 0 || performance.now() - begun > silenceMs) {
      tell();
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
