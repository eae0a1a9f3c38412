import { totalmem } from 'node:os';

/** The bounds of the default, in MB. The smaller one is enough to import a course, the larger one for any traffic that one core can serve. */
const smallest = 192;
const largest = 2048;

/**
 * Returns the limit of the JavaScript heap in MB: HEAP_MB, or three eighths of the memory that this process may use. The rest is for
 * PostgreSQL, images, rendering and the file cache.
 *
 * @param {{ setting: string | undefined, total: number, constrained: number }} memory `total` and `constrained` in bytes; `constrained` is
 *   the limit of the container or of systemd, and 0 or huge if there is none
 * @returns {number}
 */
export function heapMegabytes({ setting, total, constrained }) {
  // The settings of the site are checked later, with one message for all faults.
  if (setting !== undefined && /^[1-9]\d{1,5}$/.test(setting)) return Number(setting);
  const available = constrained > 0 && constrained < total ? constrained : total;
  return Math.min(largest, Math.max(smallest, Math.floor((available / 1024 ** 2) * 0.375)));
}

/**
 * Returns the options of the Node that runs the site. The young generation is small, because a larger one uses memory without saving time
 * (docs/decisions/0032-one-program.md).
 *
 * @returns {string[]}
 */
export function nodeOptions() {
  const memory = { setting: process.env.HEAP_MB, total: totalmem(), constrained: process.constrainedMemory?.() ?? 0 };
  return ['--max-semi-space-size=6', `--max-old-space-size=${heapMegabytes(memory)}`];
}

/**
 * Replaces this process with one that has these options, and whose memory allocator uses one arena. Does nothing if someone chose the heap's
 * size, if another process listens to this one's messages, and on Windows.
 *
 * @param {string} script
 */
export function restartWithOptions(script) {
  if (process.execArgv.some((option) => /^--max[-_]old[-_]space[-_]size/.test(option)) || process.channel || !process.execve) return;
  process.env.MALLOC_ARENA_MAX ??= '1';
  const options = [...process.execArgv, ...nodeOptions()];
  process.execve(process.execPath, [process.execPath, ...options, script, ...process.argv.slice(2)], process.env);
}
