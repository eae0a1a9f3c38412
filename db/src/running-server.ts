import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Connection, withLogin } from './connections.ts';
import type { Cluster } from './embedded-cluster.ts';
import { runProgram } from './run-program.ts';
import { StartError } from './start-error.ts';

/** The advisory lock of the process that owns an embedded server, held as long as it lives: "newline" on a telephone keypad. */
const ownerLockKey = 6_395_463;

/** The superuser's connection to an embedded server that listens on `port` (5432 where there is a Unix socket, but for some tests). */
export function superuserConnection(cluster: Cluster, port: number): Connection {
  const address =
    process.platform === 'win32'
      ? `postgres://127.0.0.1:${port}/postgres`
      : `postgres:///postgres?host=${encodeURIComponent(cluster.socketFolder)}${port === 5432 ? '' : `&port=${port}`}`;
  return withLogin(address, { user: 'postgres', password: cluster.superuserPassword });
}

/**
 * Takes ownership of a running server: a session that holds the owner's lock until it's closed. Returns null if another living process
 * holds it. A killed process holds nothing, because its session ended.
 */
export async function claimServer(connection: Connection): Promise<pg.Client | null> {
  const client = new pg.Client({ ...connection, application_name: 'newline owner', keepAlive: true });
  client.on('error', () => undefined); // The server went away; its supervisor notices the exit.
  await client.connect();
  const { rows } = await client.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [ownerLockKey]);
  if (rows[0]?.claimed === true) return client;
  await client.end();
  return null;
}

/** The state of the data folder before a start. */
export type FolderState = 'nothing' | 'in use';

/** Prepares a data folder for a new server: stops one whose owner was killed. Returns 'in use' if a living owner has it. */
export async function clearStaleServer(cluster: Cluster, log: (line: string) => void): Promise<FolderState> {
  const pidFile = readPidFile(cluster);
  if (pidFile === null || !isOurServer(pidFile.pid, cluster)) return 'nothing';
  const claim = await claimWhenUp(superuserConnection(cluster, pidFile.port));
  if (claim === 'in use') return 'in use';
  log('Stopping the PostgreSQL server that an earlier run left behind');
  if (claim !== null) await claim.end();
  await stopServer(cluster);
  return 'nothing';
}

/**
 * Removes the lock files of a killed server. PostgreSQL does that itself unless another process has the same PID by now; then it would
 * refuse to start. That other process never gets a signal.
 */
export function removeStaleLocks(cluster: Cluster): void {
  const pidFile = readPidFile(cluster);
  if (pidFile !== null && isOurServer(pidFile.pid, cluster)) return;
  rmSync(join(cluster.dataFolder, 'postmaster.pid'), { force: true });
  for (const name of readdirSync(cluster.socketFolder)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster.socketFolder, name), { force: true });
  }
}

/** Reads the process ID and port from postmaster.pid; null if no server was started or the last one ended properly. */
export function readPidFile(cluster: Cluster): { pid: number; port: number } | null {
  try {
    const lines = readFileSync(join(cluster.dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || 5432 } : null;
  } catch {
    return null;
  }
}

/** How long a server can take to exit after its shutdown. */
const exitTimeoutMs = 10_000;

/** Stops the server of this folder: open sessions are ended, committed data is on disk, and its process is gone. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const stopped = readPidFile(cluster);
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', '-D', cluster.dataFolder, '-m', mode, '-w', '-t', '30'];
    const { code, output } = await runProgram(cluster.binaries.pgCtl, args, { user: cluster.user, cwd: cluster.dataFolder });
    const left = readPidFile(cluster);
    // It may also have ended on its own, or have been killed, in the meantime.
    if (code === 0 || left === null || !isOurServer(left.pid, cluster)) break;
    if (mode === 'immediate') throw new StartError(`PostgreSQL in ${cluster.dataFolder} could not be stopped: ${output.trim()}`);
  }
  // pg_ctl waits until the PID file is gone, which PostgreSQL removes a moment before it ends.
  for (const deadline = Date.now() + exitTimeoutMs; stopped !== null && isOurServer(stopped.pid, cluster) && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Returns true if `pid` is alive and is a postgres that was started on this folder. */
function isOurServer(pid: number, cluster: Cluster): boolean {
  const commandLine = commandOf(pid);
  return commandLine !== null && /postgres(\.exe)?\b/.test(commandLine) && commandLine.includes(`-D ${cluster.dataFolder} `);
}

function commandOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') {
      const script = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
      return execFileSync('powershell', ['-NoProfile', '-Command', script], { encoding: 'utf8' });
    }
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return null;
  }
}

/** Claims a server that may still be starting or recovering; null if it doesn't answer in time or is shutting down. */
async function claimWhenUp(connection: Connection): Promise<pg.Client | 'in use' | null> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return (await claimServer(connection)) ?? 'in use';
    } catch (error) {
      const isStarting = error instanceof pg.DatabaseError && error.code === '57P03' && /starting up|not yet accepting/.test(error.message);
      if (!isStarting || Date.now() > deadline) return null;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
