import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A server in a process of its own. */
export type ChildServer = {
  process: ChildProcess;
  /** From spawning the process to its ready line, in milliseconds. */
  startedInMs: number;
  stop: () => Promise<void>;
};

/** How long a server may take until it says that it is ready: a first start builds and loads the demo. */
const READY_MS = 180_000;

/**
 * Starts a program and waits for a line of its output that begins with `ready`.
 *
 * @throws with what it said when it ends before, or takes too long
 */
export async function startChildServer(
  command: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ChildServer> {
  const startedAt = performance.now();
  const child = spawn(command, parameters, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-10_000);
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (how: string) => reject(new Error(`${parameters.join(' ')} ${how} before it was ready: ${said}`));
      const timer = setTimeout(() => fail(`took ${READY_MS} ms`), READY_MS);
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!/^ready\b/.test(line)) return;
        clearTimeout(timer);
        resolve();
      });
      child.once('exit', (code) => {
        clearTimeout(timer);
        fail(`ended with ${code}`);
      });
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { process: child, startedInMs: performance.now() - startedAt, stop };
}
