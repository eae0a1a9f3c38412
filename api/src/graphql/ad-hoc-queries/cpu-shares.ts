/** Shares the processor time of this thread among what runs in it. */
export type CpuShares = { begin(): { end(): number } };

/**
 * Creates the account. Documents that run at the same time share what is used meanwhile in equal parts, so that the sum
 * of what they are told, in milliseconds, is what the thread used.
 */
export function createCpuShares(): CpuShares {
  const running = new Set<{ ms: number }>();
  let lastMs = threadCpuMs();

  function share(): void {
    const now = threadCpuMs();
    for (const one of running) one.ms += (now - lastMs) / running.size;
    lastMs = now;
  }

  return {
    begin() {
      share();
      const one = { ms: 0 };
      running.add(one);
      return {
        end() {
          share();
          running.delete(one);
          return one.ms;
        },
      };
    },
  };
}

/** Milliseconds of processor time that this thread has used. Waiting for a core does not count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
