import { spawn } from 'node:child_process';
import type { SystemUser } from './unprivileged-user.ts';

/** The result of a program: its exit code (null if a signal ended it) and all its output. */
export type ProgramResult = { code: number | null; output: string };

/** Runs one of PostgreSQL's programs to completion, optionally as `user`. Rejects only if it can't be started. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { user: SystemUser | null; cwd: string },
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: options.cwd, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, ...asUser(options.user) });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Returns the options of `spawn` for running a child as `user`, without environment variables of another user's home. */
export function asUser(user: SystemUser | null): { env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env['SystemRoot'] };
  return user === null ? { env } : { env, uid: user.uid, gid: user.gid };
}
