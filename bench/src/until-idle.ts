import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Site } from './site.ts';

/** Ticks of /proc per second. */
const TICKS = 100;

/**
 * Waits until a site uses less than a twentieth of a core for two seconds: after loading its demo, a site renders and counts for a while.
 * Gives up after `limitMs`, and immediately without /proc.
 */
export async function untilIdle({ server }: Site, limitMs = 60_000): Promise<void> {
  const pid = server.process.pid ?? 0;
  let before = await ticksOf(pid);
  for (const end = performance.now() + limitMs; before !== null && performance.now() < end; ) {
    await pause(2000);
    const after = await ticksOf(pid);
    if (after === null || after - before < 0.1 * TICKS) return;
    before = after;
  }
}

/** Returns the CPU time of a process in ticks; null if it can't be read. */
async function ticksOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The second field is a name in brackets, which can contain spaces; the 14th and 15th are the times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
