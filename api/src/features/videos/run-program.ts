import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { ProcessLost } from '../../processes/bounded-process.ts';
import { WorkEnded } from './video-fault.ts';

/** Options of a program run. */
export type ProgramRun = {
  readonly cwd: string;
  /** Maximum CPU time, in whole seconds. */
  readonly cpuSeconds: number;
  readonly signal: AbortSignal;
  /** Called for each line of output. */
  readonly onLine?: (line: string) => void;
};

/** Error of a program that failed on its input, or exceeded its CPU time or output: it would fail again with the same input. */
export class ProgramFailed extends Error {
  readonly isOverTime: boolean;
  constructor(message: string, isOverTime: boolean) {
    super(message);
    this.isOverTime = isOverTime;
  }
}

/** Maximum address space of the program in KiB, which a hostile file may try to exhaust. */
const maxMemoryKib = 4 * 1024 * 1024;
const maxOutput = 1_000_000;
const maxErrorOutput = 4000;
/** Wall time after which a program that uses no CPU time counts as lost. It isn't a limit on work. */
const silentMs = 24 * 60 * 60_000;
/** File descriptor to which the shell writes the CPU time of the program. */
const timesDescriptor = 3;
/** How much earlier than the reported time the kernel may end a program, in seconds. */
const inexactSeconds = 0.4;

/**
 * Runs a program on a file from a user: with the lowest priority, limited memory and CPU time, no input, and an environment with only PATH.
 * On a slow or busy machine it only takes longer. Without a shell (Windows) the limits on memory, CPU time and priority don't apply.
 * @returns its output, up to a megabyte
 * @throws ProgramFailed if the file is at fault, ProcessLost if something else ended the program, WorkEnded if the signal did
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
    // The shell and the program are one process group, which is killed together.
    detached: !isWindows,
  });
  return new Promise((resolve, reject) => {
    let output = '';
    let errorOutput = '';
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
    child.stderr?.on('data', (chunk: Buffer) => (errorOutput = (errorOutput + chunk.toString()).slice(-maxErrorOutput)));
    const timesStream = child.stdio[timesDescriptor] as Readable | null;
    timesStream?.on('data', (chunk: Buffer) => (times += chunk.toString()));
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code, endSignal) =>
      settle(() => {
        if (code === 0) resolve(output);
        else if (signal.aborted) reject(new WorkEnded());
        else if (isTooLong) reject(new ProgramFailed(`${program} wrote more than ${maxOutput} characters`, false));
        else if (secondsIn(times) >= cpuSeconds * 0.98 - inexactSeconds)
          reject(new ProgramFailed(`${program} took more than ${cpuSeconds} s of CPU time`, true));
        // The shell returns 128 plus the signal number.
        else if (code === null || code === 128 + 9 || code === 128 + 15)
          reject(new ProcessLost(`${program} was ended (${endSignal ?? code})`));
        else reject(new ProgramFailed(errorOutput.trim(), false));
      }),
    );
  });
}

/** Returns the CPU time of a shell's children, from the output of `times`: minutes and seconds, for user and system, in the second line. */
function secondsIn(times: string): number {
  const [, children = ''] = times.split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/gu)].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
