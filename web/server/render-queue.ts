/** Runs a few renderings at the same time, and lets a few others wait. */
export type RenderQueue = {
  /** Runs `work` when it's its turn; a second request with the same key waits for the first. Returns null if too many wait. */
  run(key: string, work: () => Promise<Buffer>): Promise<Buffer> | null;
};

/** Creates a queue. */
export function createRenderQueue({
  maxConcurrent,
  maxWaiting,
}: {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
}): RenderQueue {
  const running = new Map<string, Promise<Buffer>>();
  const waiting: (() => void)[] = [];
  let count = 0;

  async function take(): Promise<void> {
    if (count >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else count += 1;
  }
  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else count -= 1;
  }
  async function runNow(work: () => Promise<Buffer>): Promise<Buffer> {
    await take();
    try {
      return await work();
    } finally {
      release();
    }
  }
  return {
    run(key, work) {
      const same = running.get(key);
      if (same) return same;
      if (waiting.length >= maxWaiting) return null;
      const result = runNow(work).finally(() => running.delete(key));
      running.set(key, result);
      return result;
    },
  };
}
