import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as nextTry } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startDatabase } from '@newline/db/start-database';
import { withClient } from '@newline/db/with-client';
import { freePort } from '../../../bin/tests/free-port.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const secretKey = 'a long key of the tests of a starting site';

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** A process of the site, from its start. */
export type StartingSite = {
  output: () => string;
  /** Resolves when it reports that it's ready, or rejects when it ends before. */
  ready: Promise<void>;
  /** Resolves to its exit code. */
  ended: Promise<number | null>;
  signal: (name: NodeJS.Signals) => void;
  /** Sends SIGTERM and waits for the end. */
  stop: () => Promise<number | null>;
};

/** An environment in which the site can be started repeatedly: a folder, a port, and a PostgreSQL that keeps running. */
export type Place = {
  origin: string;
  dataDir: string;
  begin: (settings?: Record<string, string>) => StartingSite;
  /** Sends a request, repeatedly until the server listens. */
  get: (path: string, init?: RequestInit) => Promise<Response>;
  asOwner: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>;
  /** Stops what a failed test left running. */
  stopAll: () => Promise<void>;
  remove: () => Promise<void>;
};

/**
 * Creates the environment: an empty site, without the demo.
 *
 * @param firstPort where to look for a free port; test files that run at the same time need different ones
 */
export async function makePlace(firstPort = 19_500): Promise<Place> {
  const parent = await mkdtemp(join(tmpdir(), 'newline-starting-'));
  // PostgreSQL may run as another system user than the tests.
  await chmod(parent, 0o711);
  const database = await startDatabase({ dataDir: join(parent, 'database'), secretKey, log: () => undefined });
  const dataDir = join(parent, 'data');
  const port = await freePort(firstPort);
  const origin = `http://localhost:${port}`;
  const running = new Set<StartingSite>();

  const begin: Place['begin'] = (settings = {}) => {
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      DATABASE_URL: database.connections.owner.connectionString,
      PORT: String(port),
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'error',
      ...settings,
    };
    const child = spawn(process.execPath, ['bin/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const isReady = Promise.withResolvers<void>();
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (/(?:^|"msg":")ready http/m.test(output)) isReady.resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const ended = once(child, 'close').then(([code]) => {
      isReady.reject(new Error(`expected it to be ready, it ended with ${String(code)}:\n${output}`));
      running.delete(site);
      return code as number | null;
    });
    isReady.promise.catch(() => undefined);
    const site: StartingSite = {
      output: () => output,
      ready: isReady.promise,
      ended,
      signal: (name) => child.kill(name),
      stop: () => {
        child.kill('SIGTERM');
        return ended;
      },
    };
    running.add(site);
    return site;
  };

  async function get(path: string, init: RequestInit = {}): Promise<Response> {
    for (;;) {
      try {
        return await fetch(new URL(path, origin), { redirect: 'manual', ...init });
      } catch (error) {
        // Before it starts, the site tests the port, and closes connections made at that moment.
        if (running.size === 0 || !(error instanceof Error && /ECONNREFUSED|ECONNRESET/.test(codeOf(error.cause)))) throw error;
        await nextTry(10);
      }
    }
  }

  return {
    origin,
    dataDir,
    begin,
    get,
    asOwner: (work) => withClient(database.connections.owner, work),
    stopAll: async () => {
      await Promise.all([...running].map((site) => site.stop()));
    },
    remove: async () => {
      await database.stop();
      await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
