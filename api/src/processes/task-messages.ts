/** Message from the parent to a bounded process: a task and its maximum CPU time, in milliseconds. */
export type TaskRequest = { readonly id: number; readonly task: unknown; readonly cpuMs: number };

/**
 * Reply of a bounded process to a task, with the CPU time that it took without loading. A result is sent as bytes from `v8.serialize`,
 * after its size has been checked.
 */
export type TaskReply = { readonly id: number; readonly cpuMs: number } & (
  | { readonly kind: 'done'; readonly result: Uint8Array }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'output'; readonly bytes: number }
);

/** Limits that apply for the whole life of a process. */
export type LifeLimits = { readonly loadCpuMs: number; readonly residentMb: number; readonly resultBytes: number };

/** File descriptor on which the watchdog writes why it ends the process. 0 to 2 are the standard ones, 3 is the message channel. */
export const reasonDescriptor = 4;

/** Message of the watchdog, followed by a space and the id of the task. */
export type EndReason = 'cpu' | 'load' | 'memory';

/**
 * Slots of the memory that the main thread of a bounded process shares with its watchdog. `limit` is the total CPU time in milliseconds at
 * which the process is ended, `phase` tells which limit that is, and `task` is the id of the current task.
 */
export const slots = { limit: 0, phase: 1, task: 2, length: 3 } as const;

/** Values of `slots.phase`. */
export const phases = { idle: 0, load: 1, task: 2 } as const;

/** Returns the CPU time of all threads of this process so far, in milliseconds. */
export function usedCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
