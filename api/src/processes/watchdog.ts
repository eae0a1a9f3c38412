import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type EndReason, phases, reasonDescriptor, slots, usedCpuMs } from './task-messages.ts';

// Watchdog thread of a bounded process. It has its own event loop, so it runs while the main thread is stuck in JavaScript or native code.
// It ends the process when a limit is exceeded, or when the parent has ended.

/** Data that the main thread passes to its watchdog. */
export type WatchdogData = { readonly shared: SharedArrayBuffer; readonly residentMb: number };

const checkEveryMs = 50;

const { shared, residentMb } = workerData as WatchdogData;
const state = new Float64Array(shared);
const parent = process.ppid;

function end(reason: EndReason): void {
  try {
    writeSync(reasonDescriptor, `${reason} ${state[slots.task]}`);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

setInterval(() => {
  // A stuck main thread can't notice that its parent has ended.
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  const phase = state[slots.phase];
  if (phase === phases.idle) return;
  if (usedCpuMs() > (state[slots.limit] ?? 0)) end(phase === phases.load ? 'load' : 'cpu');
  if (process.memoryUsage.rss() > residentMb * 1024 * 1024) end('memory');
}, checkEveryMs);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('watching');
