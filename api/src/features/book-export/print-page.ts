import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ExportFault } from './export-fault.ts';
import { readTreeUsage } from './tree-usage.ts';

/** Interval between checks of the CPU time and memory, in milliseconds. */
const checkMs = 500;

/** Number of checks without any CPU time used after which Chromium counts as stuck. */
const maxIdleChecks = 1_200;

/** Smaller increases of the CPU time count as idle, in milliseconds. */
const idleCpuMs = 20;

export type PrintOptions = {
  readonly chromium: string;
  /** Folder for Chromium's profile. */
  readonly folder: string;
  /** Path of the HTML page. */
  readonly page: string;
  /** Path of the file to write. */
  readonly pdf: string;
  /**
   * Maximum CPU time of Chromium and all its processes, in milliseconds. A slow or busy machine takes longer, but uses no more CPU time.
   */
  readonly cpuMs: number;
  /** Maximum memory of Chromium and all its processes together, in bytes. */
  readonly memoryBytes?: number;
  readonly signal: AbortSignal;
};

/** The memory that Chromium and its processes may have while they print one page, in bytes. */
export const maxPrintBytes = 1_500_000_000;

/**
 * Prints a page with Chromium. Limits its CPU time and memory, not its duration.
 * @returns the CPU time that it used, in milliseconds, as of the last check
 * @throws ExportFault if Chromium exceeded its CPU time or memory; Error if it was lost, which may not happen again
 */
export async function printPage({
  chromium,
  folder,
  page,
  pdf,
  cpuMs,
  memoryBytes = maxPrintBytes,
  signal,
}: PrintOptions): Promise<number> {
  signal.throwIfAborted();
  const child = startChromium(chromium, cpuMs, [
    '--headless=new',
    // Chromium's sandbox doesn't work as root. The page has no scripts, and its policy allows no sources.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--proxy-server=127.0.0.1:9',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--no-pdf-header-footer',
    '--generate-pdf-document-outline',
    `--print-to-pdf=${pdf}`,
    pathToFileURL(page).href,
  ]);
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
    const over = watch(child, { cpuMs, memoryBytes }, used, AbortSignal.any([signal, finished.signal]));
    const result = await Promise.race([exit, over]);
    // The kernel ends a process that used up its time before the next check.
    if (result === 'SIGXCPU') throw tooMuch();
    if (result !== 0) throw new Error(`Chromium ended with ${result} while printing a book: ${errorOutput.trim()}`);
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
  most: { readonly cpuMs: number; readonly memoryBytes: number },
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
    if (used.cpuMs > most.cpuMs || usage.memoryBytes > most.memoryBytes) throw tooMuch();
    if (idleChecks > maxIdleChecks) throw new Error('Chromium stopped working while printing a book.');
  }
}

function tooMuch(): ExportFault {
  return new ExportFault('This book is too complex for a PDF. Download the EPUB instead.');
}

function startChromium(chromium: string, cpuMs: number, options: readonly string[]): ChildProcess {
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  if (process.platform === 'win32') return spawn(chromium, [...options], { stdio: [...stdio] });
  // The kernel enforces the limit on each process too, also if the site is killed and nothing checks anymore.
  const limit = `ulimit -t ${Math.ceil(cpuMs / 1000) + 1} && exec "$0" "$@"`;
  // A process group of its own, so that its helper processes end with it.
  return spawn('/bin/sh', ['-c', limit, chromium, ...options], { stdio: [...stdio], detached: true });
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
