import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DemoPerson, type DemoRole, demoPeople } from '@newline/db/demo/people';
import { startDatabase } from '@newline/db/start-database';
import { withClient } from '@newline/db/with-client';
import { freePort } from '../../../bin/tests/free-port.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const secretKey = 'a key of the tests of a whole site';

/** The built site with the demo, as `npm start` runs it: its process, its PostgreSQL and its folder. */
export type WholeSite = {
  origin: string;
  dataDir: string;
  secretKey: string;
  /** Returns its complete output. */
  output: () => string;
  /** Starts it (again) and waits until it's ready. */
  start: () => Promise<void>;
  /** Kills it, like a crash. */
  crash: () => Promise<void>;
  /** Sends SIGTERM, and resolves to the exit code: 1 when running work had to be aborted after 8 s. */
  stop: () => Promise<number | null>;
  remove: () => Promise<void>;
  person: (role: DemoRole) => DemoPerson;
  /** Requests a path, without following redirects. */
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Runs SQL statements as the owner of the database, without a request's restrictions; resolves to the rows of the last one. */
  asOwner: (...statements: string[]) => Promise<Record<string, unknown>[]>;
  /** The same with the login of its jobs. */
  asWorker: (...statements: string[]) => Promise<Record<string, unknown>[]>;
};

/**
 * Starts the site with its own database.
 *
 * @param onSpawn called with its process ID before it does anything
 */
export async function startWholeSite({ onSpawn }: { onSpawn?: (pid: number) => void } = {}): Promise<WholeSite> {
  const parent = await mkdtemp(join(tmpdir(), 'newline-whole-site-'));
  // PostgreSQL may run as another system user than the tests.
  await chmod(parent, 0o711);
  const dataDir = join(parent, 'data');
  const port = await freePort(19_000);
  const origin = `http://localhost:${port}`;
  let child: ChildProcess | null = null;
  let printed = '';
  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  const run = async (as: 'owner' | 'worker', statements: readonly string[]) => {
    const { connections } = await startDatabase({ dataDir, secretKey, whenRunning: 'join', log: () => undefined });
    return withClient(connections[as], async (client) => {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
      return rows;
    });
  };
  const site: WholeSite = {
    origin,
    dataDir,
    secretKey,
    output: () => printed,
    start: async () => {
      const env = {
        PATH: process.env['PATH'],
        DATA_DIR: dataDir,
        PORT: String(port),
        SECRET_KEY: secretKey,
        TRUST_PROXY: '1',
        GITHUB_CLIENT_ID: 'id',
        GITHUB_CLIENT_SECRET: 'secret',
        GITHUB_URL: 'https://github.example',
        LOG_LEVEL: 'warn',
      };
      const started = spawn(process.execPath, ['bin/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      if (started.pid !== undefined) onSpawn?.(started.pid);
      const from = printed.length;
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          printed += chunk.toString();
          if (/^ready http/m.test(printed.slice(from))) resolve();
        };
        started.stdout.on('data', read);
        started.stderr.on('data', read);
        started.once('close', (code) =>
          reject(new Error(`startWholeSite: expected it to be ready, it ended with ${code}:\n${printed.slice(from)}`)),
        );
      });
    },
    crash: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      return child?.exitCode ?? null;
    },
    remove: async () => {
      await end('SIGTERM');
      await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
    person: (role) => {
      const person = demoPeople(secretKey).find((candidate) => candidate.role === role);
      if (person === undefined) throw new Error(`startWholeSite: expected somebody of role ${role}, got nobody`);
      return person;
    },
    get: (path, headers = {}) => fetch(new URL(path, origin), { headers, redirect: 'manual' }),
    asOwner: (...statements) => run('owner', statements),
    asWorker: (...statements) => run('worker', statements),
  };
  await site.start();
  return site;
}
