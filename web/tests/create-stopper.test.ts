import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('support/stopping.ts', import.meta.url));

/** Starts a process with a stopper, starts a request of a duration, sends SIGTERM, and returns how it ended. */
async function stopWhile({ requestMs, closingMs }: { requestMs: number; closingMs: number }) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DRAIN_MS: '1000', CLOSING_MS: String(closingMs), REQUEST_MS: String(requestMs) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const ended = once(child, 'exit');
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  child.stdout.on('data', (text: string) => lines.push(...text.trim().split('\n')));
  const answer = new Promise<number | string>((resolve) => {
    // Kept open for more requests, like browsers do.
    const agent = new Agent({ keepAlive: true });
    get(`http://127.0.0.1:${port.trim()}/`, { agent }, (response) => resolve(response.resume().statusCode ?? 0)).on('error', () =>
      resolve('cut'),
    );
  });
  await expect.poll(() => lines, { timeout: 60_000 }).toContain('asked');
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  return { code, answer: await answer, lines: lines.filter((line) => line !== 'asked') };
}

test('a stop that takes longer than the drain, but cuts nothing off, exits with 0', async () => {
  expect(await stopWhile({ requestMs: 300, closingMs: 1_500 })).toEqual({
    code: 0,
    answer: 200,
    lines: ['http stopped', 'database stopped'],
  });
});

test('a request that lasts longer than the drain is cut off; the rest still stops, and the code is 1', async () => {
  expect(await stopWhile({ requestMs: 60_000, closingMs: 0 })).toEqual({
    code: 1,
    answer: 'cut',
    lines: ['http stopped', 'database stopped'],
  });
});
