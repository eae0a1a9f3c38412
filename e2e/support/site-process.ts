import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type DemoPerson, type DemoRole, demoPeople } from '@newline/db/demo/people';

/** Signs sessions and derives the demo's passwords in tests; not a secret. */
export const testSecretKey = 'a-key-for-tests-only-0123456789abcdef';
const START_MS = 120_000;

/** A site of a test's own: its process, its folder, its port. */
export type SiteProcess = {
  origin: string;
  dataDir: string;
  /** Everything that it printed. */
  output: () => string;
  /** Starts it (again) and waits for its ready line; gives the milliseconds that took. */
  start: () => Promise<number>;
  /** Ends it at once, as a crash would, with all that it had in hand. */
  crash: () => Promise<void>;
  /** Asks it to end, and gives its exit code. */
  stop: () => Promise<number | null>;
  /** Stops it and removes its folder. */
  remove: () => Promise<void>;
  person: (role: DemoRole) => DemoPerson;
};

/** Prepares a site with the demo on a free port; `start` starts it. */
export async function prepareSite(): Promise<SiteProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'newline-site-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let printed = '';

  const ended = async () => {
    const running = child;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return running?.exitCode ?? null;
    return new Promise<number | null>((resolve) => running.once('exit', resolve));
  };
  const stop = async () => {
    child?.kill('SIGTERM');
    return ended();
  };
  return {
    origin,
    dataDir,
    output: () => printed,
    person: (role) => {
      const person = demoPeople(testSecretKey).find((candidate) => candidate.role === role);
      if (person === undefined) throw new Error(`prepareSite: expected a demo person of role ${role}, got none`);
      return person;
    },
    start: async () => {
      const startedAt = performance.now();
      const started = spawn(process.execPath, [join(import.meta.dirname, '../../bin/start.mjs')], {
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          PUBLIC_URL: origin,
          DATA_DIR: dataDir,
          DEMO: 'on',
          SECRET_KEY: testSecretKey,
          LOG_LEVEL: 'warn',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      started.stderr.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`The site was not ready in ${START_MS} ms:\n${printed}`)), START_MS);
        createInterface({ input: started.stdout }).on('line', (line) => {
          printed += `${line}\n`;
          if (line.startsWith('ready ')) {
            clearTimeout(timer);
            resolve();
          }
        });
        started.once('exit', (code) => {
          clearTimeout(timer);
          reject(new Error(`The site ended with ${code} before it was ready:\n${printed}`));
        });
      });
      return performance.now() - startedAt;
    },
    crash: async () => {
      child?.kill('SIGKILL');
      await ended();
    },
    stop,
    remove: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port that is free at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('freePort: expected a port, got none');
  return address.port;
}
