/** Divides the CPU time of this thread among the operations that run in it. */
export type CpuShares = { begin(): { end(): number } };

/**
 * Creates the account. Operations that run at the same time share the CPU time equally, so that the sum of the results of `end`, in
 * milliseconds, is what the thread used.
 */
export function createCpuShares(): CpuShares {
  const running = new Set<{ ms: number }>();
  let lastMs = threadCpuMs();

  function distribute(): void {
    const cpuMs = threadCpuMs();
    for (const operation of running) operation.ms += (cpuMs - lastMs) / running.size;
    lastMs = cpuMs;
  }

  return {
    begin() {
      distribute();
      const operation = { ms: 0 };
      running.add(operation);
      return {
        end() {
          distribute();
          running.delete(operation);
          return operation.ms;
        },
      };
    },
  };
}

/** Returns the CPU time of this thread in milliseconds. Waiting for a core doesn't count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
