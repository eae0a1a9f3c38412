import { setTimeout as nextLook } from 'node:timers/promises';
import { threadCpuMs } from '@newline/api/graphql/ad-hoc-queries/cpu-shares';

/**
 * Runs some work, and returns the longest time for which this thread was blocked: its CPU time between two turns of the event loop. On a
 * busy machine turns are later, but not longer.
 */
export async function longestBlock<Result>(work: () => Promise<Result>): Promise<{ result: Result; blockMs: number }> {
  let isOver = false;
  let blockMs = 0;
  const watching = (async () => {
    let before = threadCpuMs();
    while (!isOver) {
      await nextLook(5);
      const now = threadCpuMs();
      blockMs = Math.max(blockMs, now - before);
      before = now;
    }
  })();
  try {
    const result = await work();
    return { result, blockMs: await endOfWatching() };
  } finally {
    await endOfWatching();
  }

  async function endOfWatching(): Promise<number> {
    isOver = true;
    await watching;
    return blockMs;
  }
}

/** Returns how much slower this machine computes than a quiet one of the kind that the limits are meant for; at least 1. */
export function slowness(): number {
  const take = () => {
    const before = threadCpuMs();
    JSON.parse(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, words: `row ${at}` }))));
    return threadCpuMs() - before;
  };
  return Math.max(1, Math.min(take(), take(), take()) / 5);
}
