import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in a separate process. */
export type ChildServer = {
  process: ChildProcess;
  /** Milliseconds from spawning the process to its ready line. */
  startedInMs: number;
  /** Milliseconds from spawning the process to the first 200 of the page that is requested repeatedly; null if none was. */
  firstAnswerInMs: number | null;
  stop: () => Promise<void>;
};

/** How long a server can take until it's ready: a first start builds and loads the demo. */
const READY_MS = 180_000;

/** The pause between two requests to a server that doesn't listen yet. */
const PAUSE_MS = 5;

/**
 * Starts a program and waits for a line of its output that begins with `ready`.
 *
 * @param page requested from the start until the answer is 200
 * @throws with the program's output if it ends early or takes too long
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
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-10_000);
  });
  const stop = async () => {
    if (isOver()) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (how: string) => reject(new Error(`${parameters.join(' ')} ${how} before it was ready: ${output}`));
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

/** Returns when the whole page had arrived; null if the process ended before. */
async function askUntilAnswered(page: string, isOver: () => boolean): Promise<number | null> {
  while (!isOver()) {
    try {
      const response = await fetch(page);
      await response.arrayBuffer();
      if (response.status === 200) return performance.now();
    } catch {
      // Nothing listens yet.
    }
    await pause(PAUSE_MS);
  }
  return null;
}
