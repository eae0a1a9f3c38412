/** Creates a queue that runs a limited number of tasks at a time; others wait, or are dropped when their signal is aborted. */
export function createQueue(running: number): <TResult>(work: () => Promise<TResult>, signal: AbortSignal) => Promise<TResult> {
  let free = running;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else await untilFree(signal);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };

  function untilFree(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal.reason as Error);
      };
      waiting.push(go);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}
