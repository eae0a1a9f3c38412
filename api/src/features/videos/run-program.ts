import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WorkEnded } from './video-fault.ts';

/** How a program is run. */
export type ProgramRun = {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Told of each line that it writes. */
  readonly onLine?: (line: string) => void;
};

/** It ended with a failure, or took too long. */
export class ProgramFailed extends Error {
  readonly isTimeout: boolean;
  constructor(message: string, isTimeout: boolean) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

/** Address space of the program, in KiB: what a hostile file may make it ask for. */
const maxMemoryKib = 4 * 1024 * 1024;
const maxOutput = 1_000_000;
const maxComplaint = 4000;

/**
 * Runs a program on somebody's file: with the least priority, a limit on its memory and its time, no input, and an environment
 * of nothing but PATH. Where there is no shell (Windows) the limits on memory and priority fall away.
 *
 * @returns what it wrote, up to a megabyte
 * @throws ProgramFailed; WorkEnded when the signal ended it
 */
export function runProgram(program: string, args: readonly string[], { cwd, timeoutMs, signal, onLine }: ProgramRun): Promise<string> {
  if (signal.aborted) return Promise.reject(new WorkEnded());
  const isWindows = process.platform === 'win32';
  const limits = `ulimit -v ${maxMemoryKib} 2>/dev/null; exec nice -n 15 "$0" "$@"`;
  const child = spawn(isWindows ? program : '/bin/sh', isWindows ? [...args] : ['-c', limits, program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    let complaint = '';
    let isLate = false;
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, timeoutMs);
    signal.addEventListener('abort', kill, { once: true });
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      act();
    };
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
    else child.stdout.on('data', (chunk: Buffer) => (output.length < maxOutput ? (output += chunk.toString()) : kill()));
    child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-maxComplaint)));
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code) =>
      settle(() => {
        if (code === 0) resolve(output);
        else if (signal.aborted) reject(new WorkEnded());
        else reject(new ProgramFailed(isLate ? `${program} took more than ${timeoutMs} ms` : complaint.trim(), isLate));
      }),
    );
  });
}
