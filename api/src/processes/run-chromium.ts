import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { readTreeUsage } from './tree-usage.ts';

/** Interval between checks of the CPU time and memory, in milliseconds. */
const checkMs = 500;

/** Smaller increases of the CPU time count as idle, in milliseconds. */
const idleCpuMs = 20;

/** Thrown when Chromium was ended because it used up its CPU time or its memory. */
export class ChromiumLimit extends Error {
  override name = 'ChromiumLimit';
}

/** The options of every run: nothing but the page, and no requests of its own. */
export const quietOptions: readonly string[] = [
  '--headless=new',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A host name resolves to nothing, and a request by IP address goes to a proxy that isn't there.
  '--proxy-server=127.0.0.1:9',
];

export type ChromiumRun = {
  readonly chromium: string;
  readonly options: readonly string[];
  /**
   * Maximum CPU time of Chromium and all its processes, in milliseconds. A slow or busy machine takes longer, but uses no more CPU time.
   */
  readonly cpuMs: number;
  /** Maximum memory of Chromium and all its processes together, in bytes. */
  readonly memoryBytes: number;
  /** How long it may use no CPU time before it counts as stuck, in milliseconds. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
  /** Ends it when this resolves. Without it, it ends by itself. */
  readonly until?: Promise<unknown>;
  /** Its only environment variables; by default those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The account that it runs as, if this process is root. */
  readonly account?: { readonly uid: number; readonly gid: number } | null;
};

/**
 * Runs Chromium. Limits its CPU time and memory, not its duration. None of its processes is left.
 * @returns the CPU time that it used, in milliseconds, as of the last check
 * @throws ChromiumLimit if it exceeded its CPU time or memory; Error if it was lost, which may not happen again
 */
export async function runChromium({ signal, until, ...run }: ChromiumRun): Promise<number> {
  signal.throwIfAborted();
  const child = startChromium(run);
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-2_000);
  });
  const finished = new AbortController();
  const used = { cpuMs: 0 };
  const exit = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, killedBy) => resolve(code ?? killedBy));
  });
  try {
    const over = watch(child, run, used, AbortSignal.any([signal, finished.signal]));
    const result = await Promise.race([exit, over, ...(until ? [until.then(() => 0)] : [])]);
    // The kernel ends a process that used up its time before the next check.
    if (result === 'SIGXCPU') throw new ChromiumLimit('Chromium used up its CPU time.');
    if (result !== 0) throw new Error(`Chromium ended with ${result}: ${errorOutput.trim()}`);
    return used.cpuMs;
  } finally {
    finished.abort();
    killTree(child);
  }
}

/**
 * Rejects when the CPU time or the memory is used up, the process is stuck, or the site stops. Never resolves.
 * @param used gets the CPU time
 */
async function watch(
  child: ChildProcess,
  { cpuMs, memoryBytes, idleMs }: Pick<ChromiumRun, 'cpuMs' | 'memoryBytes' | 'idleMs'>,
  used: { cpuMs: number },
  signal: AbortSignal,
): Promise<never> {
  let idleChecks = 0;
  for (;;) {
    // An abort rejects the race with its reason; if the race is over, it is ignored.
    await wait(checkMs, null, { signal });
    const usage = child.pid === undefined ? null : await readTreeUsage(child.pid);
    if (usage === null) continue;
    idleChecks = usage.cpuMs - used.cpuMs < idleCpuMs ? idleChecks + 1 : 0;
    used.cpuMs = Math.max(used.cpuMs, usage.cpuMs);
    if (used.cpuMs > cpuMs || usage.memoryBytes > memoryBytes) throw new ChromiumLimit('Chromium used up its CPU time or its memory.');
    if (idleChecks * checkMs > idleMs) throw new Error('Chromium stopped working.');
  }
}

function startChromium({
  chromium,
  options,
  cpuMs,
  env,
  account,
}: Pick<ChromiumRun, 'chromium' | 'options' | 'cpuMs' | 'env' | 'account'>): ChildProcess {
  const settings = { stdio: ['ignore', 'ignore', 'pipe'] as ('ignore' | 'pipe')[], ...(env && { env }), ...account };
  if (process.platform === 'win32') return spawn(chromium, [...options], settings);
  // The kernel enforces the limit on each process too, also if the site is killed and nothing checks anymore.
  const limit = `ulimit -t ${Math.ceil(cpuMs / 1000) + 1} && exec "$0" "$@"`;
  // A process group of its own, so that its helper processes end with it.
  return spawn('/bin/sh', ['-c', limit, chromium, ...options], { ...settings, detached: true });
}

function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    child.kill('SIGKILL');
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
