import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ExportFault } from './export-fault.ts';
import { readTreeCpuMs } from './tree-cpu-time.ts';

/** Milliseconds between two looks at the processor time. */
const lookMs = 500;

/** After so many looks in which Chromium used no processor time, it is waiting for something that will never come. */
const maxIdleLooks = 1_200;

/** A growth below this, in milliseconds, is no work. */
const idleCpuMs = 20;

/** What printing needs. */
export type PrintOptions = {
  readonly chromium: string;
  /** Where Chromium keeps its profile. */
  readonly folder: string;
  /** The path of the HTML page. */
  readonly page: string;
  /** The path of the file to write. */
  readonly pdf: string;
  /** Processor time of Chromium and all its processes, in milliseconds. A slow or busy machine takes longer, but uses no more of it. */
  readonly cpuMs: number;
  readonly signal: AbortSignal;
};

/**
 * Prints a page with Chromium. Its processor time is limited, not its duration.
 *
 * @throws ExportFault when Chromium used its processor time up; Error when it was lost, which may not happen again
 */
export async function printPage({ chromium, folder, page, pdf, cpuMs, signal }: PrintOptions): Promise<void> {
  signal.throwIfAborted();
  const child = startChromium(chromium, cpuMs, [
    '--headless=new',
    // Chromium refuses its own sandbox to root; the page has no script, and the policy in it no source.
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
  child.stderr?.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-2_000);
  });
  const ended = new AbortController();
  const exit = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, killedBy) => resolve(code ?? killedBy));
  });
  try {
    const over = watch(child, cpuMs, AbortSignal.any([signal, ended.signal]));
    const result = await Promise.race([exit, over]);
    // The kernel ends a process that used up its time before we look.
    if (result === 'SIGXCPU') throw tooMuch();
    if (result !== 0) throw new Error(`Chromium ended with ${result} while printing a book: ${errorOutput.trim()}`);
  } finally {
    ended.abort();
    killTree(child);
  }
}

/** Rejects when the processor time is used up, when the process waits for ever, or when the site stops. Never resolves. */
async function watch(child: ChildProcess, cpuMs: number, signal: AbortSignal): Promise<never> {
  let used = 0;
  let idleLooks = 0;
  for (;;) {
    // An abort ends the race by its reason; a race that is over ignores it.
    await wait(lookMs, null, { signal });
    const now = child.pid === undefined ? null : await readTreeCpuMs(child.pid);
    if (now === null) continue;
    idleLooks = now - used < idleCpuMs ? idleLooks + 1 : 0;
    used = Math.max(used, now);
    if (used > cpuMs) throw tooMuch();
    if (idleLooks > maxIdleLooks) throw new Error('Chromium stopped working while printing a book.');
  }
}

function tooMuch(): ExportFault {
  return new ExportFault('This book takes too much work to print. Download the EPUB instead.');
}

function startChromium(chromium: string, cpuMs: number, options: readonly string[]): ChildProcess {
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  if (process.platform === 'win32') return spawn(chromium, [...options], { stdio: [...stdio] });
  // The kernel holds each of its processes to the limit too, also when the site is killed and nobody looks any more.
  const limit = `ulimit -t ${Math.ceil(cpuMs / 1000) + 1} && exec "$0" "$@"`;
  // A group of its own, so that its helper processes end with it.
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
