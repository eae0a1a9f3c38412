import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import pg from 'pg';
import type { Connection } from './connections.ts';
import { type Cluster, openCluster } from './embedded-cluster.ts';
import { asUser } from './run-program.ts';
import { claimServer, clearStaleServer, readPidFile, removeStaleLocks, stopServer, superuserConnection } from './running-server.ts';
import { StartError } from './start-error.ts';

/** A PostgreSQL that this process started, or one that it found running and joined. */
export type EmbeddedServer = {
  /** Into the database `postgres`, as the superuser. */
  superuser: Connection;
  /** True when another process owns it; then `stop` leaves it running. */
  isJoined: boolean;
  stop: () => Promise<void>;
};

/** How an embedded server is started. */
export type EmbeddedServerOptions = {
  /** Everything the server keeps lies in here. It is made when it is missing. */
  dataDir: string;
  log: (line: string) => void;
  /** What to do when a living process already runs the server of this folder. */
  whenRunning: 'refuse' | 'join';
  /** PostgreSQL settings on top of ours, such as `{ fsync: 'off' }` for a cluster that tests throw away. */
  settings?: Readonly<Record<string, string>>;
  /** The folder of another PostgreSQL's programs; those of the package when it is left out. */
  programs?: string | undefined;
  /** Another port than 5432, for a server of a test that listens on loopback, too. */
  port?: number | undefined;
  /** False skips flushing the new cluster to disk: only for a cluster that tests throw away. */
  sync?: boolean;
};

const maxLogBytes = 10_000_000;

/** How long the processes of a killed server may take to end. */
const releaseTimeoutMs = 15_000;

/**
 * Starts the PostgreSQL that came with the project, on a Unix socket below `dataDir` (a loopback port on Windows).
 * It runs in a session of its own, so that Ctrl-C reaches us first; when it ends unasked it is started again.
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

  /** The last resort when the process ends without `stop`: SIGINT asks PostgreSQL for a fast shutdown. */
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

/** Waits a moment for an owner that is just ending, such as the server of a person who stops and starts the site. */
async function isReleasedSoon(cluster: Cluster, log: (line: string) => void): Promise<boolean> {
  for (const deadline = Date.now() + 3000; Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if ((await clearStaleServer(cluster, log)) === 'nothing') return true;
  }
  return false;
}

/** Launches, and waits for what a killed server left: its processes notice only after a moment that they have lost it. */
async function launchWhenReleased(...given: Parameters<typeof launch>): ReturnType<typeof launch> {
  for (const deadline = Date.now() + releaseTimeoutMs; ; ) {
    try {
      return await launch(...given);
    } catch (error) {
      const isHeld = error instanceof StartError && error.message.includes('pre-existing shared memory block');
      if (!isHeld || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** One running postmaster and the session by which this process owns it. */
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
  // After the start an exit is the supervisor's business, and the log may be gone by then.
  child.off('exit', tell);
  child.off('error', tell);
  return { child, owner };
}

/** Connects again and again until the server answers; crash recovery may take its time, and a server that fails to start exits. */
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

/** A port of loopback that nobody uses. */
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
