/** Returns the CPU time of some work on its own thread, in milliseconds. */
export function cpuMs(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Returns how much slower this machine is at the moment than an idle one; at least 1. Limits in milliseconds are multiplied by it. */
export function slowness(): number {
  return Math.max(1, Math.min(...Array.from({ length: 3 }, () => cpuMs(work))) / quietMs);
}

/** Returns the time of `work` on an idle machine of the kind that the limits are meant for. */
const quietMs = 5;

function work(): void {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, words: `row ${at}` }));
  JSON.parse(JSON.stringify(rows));
}
