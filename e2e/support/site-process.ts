import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { keepSaid } from './site-log.ts';
import { type DemoPerson, type DemoRole, demoPeople } from '@newline/db/demo/people';

/** Signs sessions and derives the demo's passwords in tests; not a secret. */
export const testSecretKey = 'a-key-for-tests-only-0123456789abcdef';
/** The timeout of a first start on a busy machine. */
const START_MS = 240_000;

/** A test's own site: its process, its folder, its port. */
export type SiteProcess = {
  origin: string;
  dataDir: string;
  /** Returns all its output. */
  output: () => string;
  /** Starts it (again) and waits for its ready line. */
  start: () => Promise<void>;
  /** Kills it, like a crash, with everything in progress. */
  crash: () => Promise<void>;
  /** Stops it, and returns its exit code. */
  stop: () => Promise<number | null>;
  /** Stops it and removes its folder. */
  remove: () => Promise<void>;
  person: (role: DemoRole) => DemoPerson;
};

/**
 * Prepares a site with the demo on a free port, from the run's template if there is one; `start` starts it.
 *
 * @param more additional variables for the test, such as FETCH_TEST_MAP
 */
export async function prepareSite(more: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'newline-site-'));
  if (process.env.E2E_SITE_TEMPLATE && more['DEMO'] !== 'off') await copyFolder(process.env.E2E_SITE_TEMPLATE, dataDir);
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
      const started = spawn(process.execPath, [join(import.meta.dirname, '../../bin/start.mjs')], {
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          PUBLIC_URL: origin,
          DATA_DIR: dataDir,
          DEMO: 'on',
          // A test chooses the subnet of its users, so that they share no rate limit.
          TRUST_PROXY: '1',
          SECRET_KEY: testSecretKey,
          LOG_LEVEL: 'warn',
          ...more,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      started.stderr.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        keepSaid(port, chunk.toString());
      });
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`The site was not ready in ${START_MS} ms:\n${printed}`)), START_MS);
        createInterface({ input: started.stdout }).on('line', (line) => {
          printed += `${line}\n`;
          keepSaid(port, `${line}\n`);
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
    },
    crash: async () => {
      child?.kill('SIGKILL');
      await ended();
    },
    stop,
    remove: async () => {
      await stop();
      // A site that didn't end in time leaves PostgreSQL to end on its own, which still writes for a moment.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Copies a folder into another with the owners of its files, because PostgreSQL may run as another user than the tests. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/**
 * Below the ports that a system assigns automatically, and different for each worker, so that a free port stays free until the site uses
 * it.
 */
const firstPort = 20_000 + 1000 * Number(process.env.TEST_PARALLEL_INDEX ?? 9);
let ports = randomInt(900);

/** Returns a free port. */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    ports = (ports + 1) % 1000;
    const port = firstPort + ports;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (isFree) {
      await new Promise((resolve) => server.close(resolve));
      return port;
    }
  }
  throw new Error(`freePort: expected a port from ${firstPort} on, found none in a hundred`);
}
