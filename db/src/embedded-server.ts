import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import pg from 'pg';
import type { Connection } from './connections.ts';
import { type Cluster, openCluster } from './embedded-cluster.ts';
import { asUser } from './run-program.ts';
import { claimServer, clearStaleServer, readPidFile, removeStaleLocks, stopServer, superuserConnection } from './running-server.ts';
import { StartError } from './start-error.ts';

/** A PostgreSQL server that this process started, or a running one that it joined. */
export type EmbeddedServer = {
  /** The superuser's connection to the database `postgres`. */
  superuser: Connection;
  /** True if another process owns it; then `stop` leaves it running. */
  isJoined: boolean;
  stop: () => Promise<void>;
};

/** Options for starting an embedded server. */
export type EmbeddedServerOptions = {
  /** The folder of all the server's files. It is created if it's missing. */
  dataDir: string;
  log: (line: string) => void;
  /** What to do if a living process already runs the server of this folder. */
  whenRunning: 'refuse' | 'join';
  /** PostgreSQL settings in addition to ours, such as `{ fsync: 'off' }` for a temporary cluster in tests. */
  settings?: Readonly<Record<string, string>>;
  /** The folder with the programs of another PostgreSQL; the package's by default. */
  programs?: string | undefined;
  /** A port other than 5432, for a test's server that also listens on loopback. */
  port?: number | undefined;
  /** False skips flushing the new cluster to disk: only for a cluster that tests throw away. */
  sync?: boolean;
};

const maxLogBytes = 10_000_000;

/** How long the processes of a killed server can take to end. */
const releaseTimeoutMs = 15_000;

/**
 * Starts the PostgreSQL that is part of the project, on a Unix socket below `dataDir` (a loopback port on Windows). It runs in a separate
 * session, so that Ctrl-C reaches this process first. If it ends unexpectedly, it is restarted.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const cluster = await openCluster(options);
  if ((await clearStaleServer(cluster, options.log)) === 'in use') {
    if (options.whenRunning === 'refuse' && !(await isReleasedSoon(cluster, options.log))) {
      throw new StartError(
        `Another newline process is already using ${options.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    }
    if (options.whenRunning === 'join') {
      return { superuser: superuserConnection(cluster, readPidFile(cluster)?.port ?? 5432), isJoined: true, stop: async () => undefined };
    }
  }
  const port = options.port ?? (process.platform === 'win32' ? await freePort() : 5432);
  const superuser = superuserConnection(cluster, port);
  let { child, owner } = await launchWhenReleased(cluster, port, options.settings ?? {});
  let isStopping = false;

  /** The last resort if the process ends without `stop`: SIGINT requests a fast shutdown from PostgreSQL. */
  const handleExit = () => {
    child.kill('SIGINT');
  };
  process.on('exit', handleExit);

  const supervise = () => {
    child.once('exit', () => {
      if (!isStopping) void restart();
    });
  };
  const restart = async () => {
    options.log('PostgreSQL exited unexpectedly; restarting it');
    while (!isStopping) {
      try {
        ({ child, owner } = await launch(cluster, port, options.settings ?? {}));
        supervise();
        return;
      } catch (error) {
        options.log(`PostgreSQL could not be restarted: ${error instanceof Error ? error.message : String(error)}`);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  };
  supervise();

  return {
    superuser,
    isJoined: false,
    stop: async () => {
      if (isStopping) return;
      isStopping = true;
      process.off('exit', handleExit);
      await owner.end().catch(() => undefined);
      await stopServer(cluster);
    },
  };
}

/** Waits briefly for an owner that is just ending, for example when the site is restarted. */
async function isReleasedSoon(cluster: Cluster, log: (line: string) => void): Promise<boolean> {
  for (const deadline = Date.now() + 3000; Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if ((await clearStaleServer(cluster, log)) === 'nothing') return true;
  }
  return false;
}

/** Launches the server, and waits for the remains of a killed one: its processes notice only after a moment that it's gone. */
async function launchWhenReleased(...parameters: Parameters<typeof launch>): ReturnType<typeof launch> {
  for (const deadline = Date.now() + releaseTimeoutMs; ; ) {
    try {
      return await launch(...parameters);
    } catch (error) {
      const isHeld = error instanceof StartError && error.message.includes('pre-existing shared memory block');
      if (!isHeld || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Starts a postmaster and the session with which this process owns it. */
async function launch(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; owner: pg.Client }> {
  removeStaleLocks(cluster);
  if ((statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(cluster.logFile, `${cluster.logFile}.1`);
  const logFile = openSync(cluster.logFile, 'a', 0o600);
  const logStart = statSync(cluster.logFile).size;
  const all = {
    ...(process.platform === 'win32'
      ? { listen_addresses: '127.0.0.1', port: String(port) }
      : { listen_addresses: '', port: String(port), unix_socket_directories: cluster.socketFolder }),
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    log_checkpoints: 'off',
    ...settings,
  };
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.dataFolder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: cluster.dataFolder, detached: true, windowsHide: true, stdio: ['ignore', logFile, logFile], ...asUser(cluster.user) },
  );
  closeSync(logFile);
  child.unref();
  const attempt = new AbortController();
  const { promise: failure, reject } = Promise.withResolvers<never>();
  const tell = () => {
    attempt.abort();
    const lines = readFileSync(cluster.logFile).subarray(logStart).toString().trim();
    reject(new StartError(`PostgreSQL did not start. From its log ${cluster.logFile}:\n${lines}`));
  };
  child.once('exit', tell);
  child.once('error', tell);
  const owner = await Promise.race([claimWhenReady(superuserConnection(cluster, port), attempt.signal), failure]);
  // After the start, the supervisor handles an exit, and the log may be gone by then.
  child.off('exit', tell);
  child.off('error', tell);
  return { child, owner };
}

/** Reconnects until the server answers. Crash recovery can take a while, and a server that fails to start exits. */
async function claimWhenReady(connection: Connection, signal: AbortSignal): Promise<pg.Client> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const owner = await claimServer(connection);
      if (owner !== null) return owner;
      throw new StartError('Another newline process took over this PostgreSQL while it was starting. Stop that process, then start again.');
    } catch (error) {
      const isNotUpYet =
        error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'].includes(String(error.code));
      if (!isNotUpYet) throw error;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }
}

/** Returns a free loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
