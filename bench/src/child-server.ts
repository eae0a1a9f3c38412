import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in a process of its own. */
export type ChildServer = {
  process: ChildProcess;
  /** From spawning the process to its ready line, in milliseconds. */
  startedInMs: number;
  /** From spawning the process to the first 200 of the page that was asked for all the time, in milliseconds; null when none was. */
  firstAnswerInMs: number | null;
  stop: () => Promise<void>;
};

/** How long a server may take until it says that it is ready: a first start builds and loads the demo. */
const READY_MS = 180_000;

/** Between two questions to a server that does not listen yet. */
const PAUSE_MS = 5;

/**
 * Starts a program and waits for a line of its output that begins with `ready`.
 *
 * @param page asked for from the first moment until it is answered with 200
 * @throws with what it said when it ends before, or takes too long
 */
export async function startChildServer(
  command: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
  page?: string,
): Promise<ChildServer> {
  const startedAt = performance.now();
  const child = spawn(command, parameters, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const asking = page === undefined ? null : askUntilAnswered(page, isOver);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-10_000);
  });
  const stop = async () => {
    if (isOver()) return;
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
  const startedInMs = performance.now() - startedAt;
  const answeredAt = await asking;
  return { process: child, startedInMs, firstAnswerInMs: answeredAt === null ? null : answeredAt - startedAt, stop };
}

/** Gives the instant at which the whole page had come; null when the process ended before. */
async function askUntilAnswered(page: string, isOver: () => boolean): Promise<number | null> {
  while (!isOver()) {
    try {
      const response = await fetch(page);
      await response.arrayBuffer();
      if (response.status === 200) return performance.now();
    } catch {
      // Nobody listens yet.
    }
    await pause(PAUSE_MS);
  }
  return null;
}
