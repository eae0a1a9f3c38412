import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startDatabase } from '../src/start-database.ts';

const secretKey = 'a key of this test';
const parent = mkdtempSync(join(tmpdir(), 'newline-embedded-'));
const dataDir = join(parent, 'data');
let children: ChildProcess[] = [];
let stops: (() => Promise<void>)[] = [];

beforeAll(() => chmodSync(parent, 0o711));
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  children = [];
  for (const stop of stops) await stop();
  stops = [];
  // Neither a start nor a stop leaves a server behind, whatever the test did.
  const { stop } = await startDatabase({ dataDir, secretKey, log: () => undefined });
  await stop();
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Starts another process that runs the database of `dataDir`. */
async function holdDatabase(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./hold-database.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** Starts a database of `dataDir` that ends with the test at the latest, so that a failing test doesn't affect others. */
async function start(options: { whenRunning?: 'join' | 'refuse'; secretKey?: string } = {}) {
  const lines: string[] = [];
  const database = await startDatabase({ dataDir, secretKey, log: (line) => lines.push(line), ...options });
  stops.push(database.stop);
  return { ...database, lines };
}

function serverPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended, but hasn't been waited for, is still listed.
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function query(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a first start creates the database, and a second one finds it unchanged', async () => {
  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
  const first = await start();
  expect(first.lines[0]).toBe('Creating a PostgreSQL database');
  await query(first.connections.owner, `insert into app_public.tags (name, slug) values ('Kept', 'kept')`);
  const pid = serverPid();
  await first.stop();
  expect(isAlive(pid)).toBe(false);

  const second = await start();
  expect(second.lines).toEqual([]);
  expect(await query(second.connections.owner, `select name from app_public.tags where slug = 'kept'`)).toEqual([{ name: 'Kept' }]);
  await second.stop();
});

test('it listens on its own socket and on no port', async () => {
  const { connections, stop } = await start();
  const rows = await query(connections.owner, `select current_setting('listen_addresses') as addresses, inet_server_addr() as address`);
  expect(rows).toEqual([{ addresses: '', address: null }]);
  expect(statSync(join(dataDir, 'socket')).mode & 0o777).toBe(0o700);
  await stop();
});

test('everything acknowledged before kill -9 is there after the next start, which leaves no second server', async () => {
  const holder = await holdDatabase();
  const stalePid = serverPid();
  const joined = await start({ whenRunning: 'join' });
  await query(joined.connections.owner, `insert into app_public.tags (name, slug) values ('Acknowledged', 'acknowledged')`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');

  const next = await start();
  expect(next.lines).toEqual(['Stopping the PostgreSQL server that an earlier run left behind']);
  expect(isAlive(stalePid)).toBe(false);
  expect(await query(next.connections.owner, `select name from app_public.tags where slug = 'acknowledged'`)).toEqual([
    { name: 'Acknowledged' },
  ]);
  await next.stop();
});

test('a start is clean after kill -9 of everything, including PostgreSQL', async () => {
  const holder = await holdDatabase();
  const pid = serverPid();
  process.kill(pid, 'SIGKILL');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const next = await start();
  expect(serverPid()).not.toBe(pid);
  await next.stop();
});

test.runIf(process.platform === 'linux')('a start waits for the processes that a killed PostgreSQL leaves', async () => {
  const holder = await holdDatabase();
  const pid = serverPid();
  const slow = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10);
  process.kill(slow, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const starting = start();
  await vi.waitFor(() => expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('shared memory block'), { timeout: 60_000 });
  process.kill(slow, 'SIGCONT');
  const next = await starting;
  expect(await query(next.connections.app, 'select 1 as up')).toEqual([{ up: 1 }]);
  await next.stop();
});

test('a process id that now belongs to another program neither stops that program nor blocks the start', async () => {
  const first = await start();
  const lockFiles = ['postgres/postmaster.pid', 'socket/.s.PGSQL.5432.lock'].map((name) => join(dataDir, name));
  const texts = lockFiles.map((file) => readFileSync(file, 'utf8'));
  await first.stop();
  const stranger = spawn('sleep', ['60']);
  children.push(stranger);
  for (const [position, file] of lockFiles.entries()) writeFileSync(file, String(texts[position]).replace(/^\d+/, String(stranger.pid)));

  const next = await start();
  expect(stranger.exitCode).toBeNull();
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
  await next.stop();
});

test('a second start on the same folder is refused while the first one lives, but can join it', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(
    `Another newline process is already using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );

  const joined = await start({ whenRunning: 'join' });
  await joined.stop();
  expect(await query(first.connections.app, 'select 1 as still_up')).toEqual([{ still_up: 1 }]);
  await first.stop();
});

test('PostgreSQL is restarted if it dies', async () => {
  const { connections, stop, lines } = await start();
  const pid = serverPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await query(connections.app, 'select 1 as up')).toEqual([{ up: 1 }]), {
    timeout: 10_000,
    interval: 50,
  });
  expect(lines).toContain('PostgreSQL exited unexpectedly; restarting it');
  await stop();
});

test('a new SECRET_KEY gives the logins new passwords', async () => {
  const first = await start();
  await first.stop();
  const second = await start({ secretKey: 'another key of this test' });
  await expect(query({ ...first.connections.app }, 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(await query(second.connections.app, 'select 1 as up')).toEqual([{ up: 1 }]);
  await second.stop();
});

test('an interrupted first start starts over', async () => {
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.unfinished'), 'what was left of it');
  const second = await start();
  expect(existsSync(join(dataDir, 'postgres.unfinished'))).toBe(false);
  await second.stop();
});

test('a folder with a path too long for a socket works', async () => {
  const longDir = join(parent, 'a-folder-whose-name-goes-on-'.repeat(4));
  const { connections, stop } = await startDatabase({ dataDir: longDir, secretKey, log: () => undefined });
  expect(await query(connections.app, 'select 1 as up')).toEqual([{ up: 1 }]);
  await stop();
});
