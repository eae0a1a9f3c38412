/** What some work gives, and the milliseconds of the processor that this process spent on it: a busy machine takes longer, but no more of these. */
export async function cpuTimed<Result>(work: () => Result): Promise<{ result: Awaited<Result>; cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}
