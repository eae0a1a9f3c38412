import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { ProcessLost } from '../../processes/bounded-process.ts';
import { WorkEnded } from './video-fault.ts';

/** How a program is run. */
export type ProgramRun = {
  readonly cwd: string;
  /** CPU time of the program, in whole seconds. */
  readonly cpuSeconds: number;
  readonly signal: AbortSignal;
  /** Told of each line that it writes. */
  readonly onLine?: (line: string) => void;
};

/** The program failed on its input, or used up its CPU time or output: with the same input it fails again. */
export class ProgramFailed extends Error {
  readonly isOverTime: boolean;
  constructor(message: string, isOverTime: boolean) {
    super(message);
    this.isOverTime = isOverTime;
  }
}

/** Address space of the program, in KiB: what a hostile file may make it ask for. */
const maxMemoryKib = 4 * 1024 * 1024;
const maxOutput = 1_000_000;
const maxComplaint = 4000;
/** Wall time after which a program that uses no CPU time counts as lost. Not a limit on work. */
const silentMs = 24 * 60 * 60_000;
/** The shell writes there how much CPU time the program used. */
const timesDescriptor = 3;
/** By how much the kernel may end a program before the time that it reports for it. */
const inexactSeconds = 0.4;

/**
 * Runs a program on a file that a user sent: with the least priority, a limit on its memory and its CPU time, no input, and an
 * environment of nothing but PATH. On a slow or busy machine it only takes longer. Where there is no shell (Windows) the limits on memory,
 * CPU time and priority fall away.
 *
 * @returns what it wrote, up to a megabyte
 * @throws ProgramFailed when the file is to blame, ProcessLost when something else ended the program; WorkEnded when the signal ended it
 */
export function runProgram(program: string, args: readonly string[], { cwd, cpuSeconds, signal, onLine }: ProgramRun): Promise<string> {
  if (signal.aborted) return Promise.reject(new WorkEnded());
  const isWindows = process.platform === 'win32';
  const limits = `ulimit -v ${maxMemoryKib} 2>/dev/null; ulimit -t ${cpuSeconds}`;
  const script = `${limits}; nice -n 15 "$0" "$@" ${timesDescriptor}>&-; code=$?; times >&${timesDescriptor}; exit $code`;
  const child = spawn(isWindows ? program : '/bin/sh', isWindows ? [...args] : ['-c', script, program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // The shell and the program are a group, which ends as one.
    detached: !isWindows,
  });
  return new Promise((resolve, reject) => {
    let output = '';
    let complaint = '';
    let times = '';
    let isTooLong = false;
    const kill = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const silence = setTimeout(kill, silentMs).unref();
    signal.addEventListener('abort', kill, { once: true });
    const settle = (perform: () => void) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', kill);
      perform();
    };
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
    else
      child.stdout?.on('data', (chunk: Buffer) => {
        if (output.length < maxOutput) output += chunk.toString();
        else if (!isTooLong) {
          isTooLong = true;
          kill();
        }
      });
    child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-maxComplaint)));
    const written = child.stdio[timesDescriptor] as Readable | null;
    written?.on('data', (chunk: Buffer) => (times += chunk.toString()));
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code, ended) =>
      settle(() => {
        if (code === 0) resolve(output);
        else if (signal.aborted) reject(new WorkEnded());
        else if (isTooLong) reject(new ProgramFailed(`${program} wrote more than ${maxOutput} characters`, false));
        else if (secondsIn(times) >= cpuSeconds * 0.98 - inexactSeconds)
          reject(new ProgramFailed(`${program} took more than ${cpuSeconds} s of CPU time`, true));
        // The shell gives 128 and the number of the signal.
        else if (code === null || code === 128 + 9 || code === 128 + 15) reject(new ProcessLost(`${program} was ended (${ended ?? code})`));
        else reject(new ProgramFailed(complaint.trim(), false));
      }),
    );
  });
}

/** The CPU time of the children of a shell, from what its `times` writes: minutes and seconds, for user and system, in the second line. */
function secondsIn(times: string): number {
  const [, children = ''] = times.split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/gu)].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
