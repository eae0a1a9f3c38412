/**
 * Returns the result of some work and the CPU time that this process spent on it, in milliseconds: a busy machine takes longer, but not
 * more CPU time.
 */
export async function cpuTimed<Result>(work: () => Result): Promise<{ result: Awaited<Result>; cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}
