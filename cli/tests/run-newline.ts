import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../newline.mjs', import.meta.url));

/** The output of the command line. */
export type Answer = { code: number | null; out: string; err: string };

/** Runs the command line like a user would, with only the given environment variables. */
export function runNewline(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [launcher, ...args], {
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const answer = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (answer.out += chunk));
    child.stderr.on('data', (chunk) => (answer.err += chunk));
    child.on('close', (code) => resolve({ code, ...answer }));
  });
}
