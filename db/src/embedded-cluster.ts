import { randomBytes } from 'node:crypto';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeDataDir } from './data-dir.ts';
import { type Binaries, embeddedBinaries } from './embedded-binaries.ts';
import { runProgram } from './run-program.ts';
import { StartError } from './start-error.ts';
import { closedFolderOnTheWay, type SystemUser, unprivilegedUser } from './unprivileged-user.ts';

/** The files of an embedded PostgreSQL below DATA_DIR, and the account that owns them. */
export type Cluster = {
  binaries: Binaries;
  /** PostgreSQL's own data folder. */
  dataFolder: string;
  /** The folder of the Unix socket. On Windows, the server listens on a loopback port instead. */
  socketFolder: string;
  logFile: string;
  superuserPassword: string;
  /** The account that runs PostgreSQL if this process runs as root; null if it is the current account. */
  user: SystemUser | null;
};

/** The name of PostgreSQL's socket. The path of a Unix socket can have at most 107 bytes. */
const socketName = '/.s.PGSQL.5432';
const maxSocketPathBytes = 107;

/**
 * Creates the folders below `dataDir` and, the first time, the database cluster itself. Throws a StartError if the folder can't be written
 * or was created by another major version of PostgreSQL.
 */
export async function openCluster(options: {
  dataDir: string;
  sync?: boolean;
  programs?: string | undefined;
  log: (line: string) => void;
}): Promise<Cluster> {
  const dataDir = resolve(options.dataDir);
  makeDataDir(dataDir);
  const dataFolder = join(dataDir, 'postgres');
  const user = unprivilegedUser(dataFolder);
  const closed = user === null ? null : closedFolderOnTheWay(dataDir, user);
  if (closed !== null) {
    throw new StartError(
      `PostgreSQL does not run as root; it would run as ${user?.name}, who may not enter ${closed}. Set DATA_DIR to a folder that every user can enter, such as /var/lib/newline.`,
    );
  }
  const socketFolder = socketFolderFor(dataDir);
  makeFolder(socketFolder, user);
  const cluster: Cluster = {
    binaries: embeddedBinaries({ user, copyFolder: join(dataDir, 'postgres-programs'), programs: options.programs }),
    dataFolder,
    socketFolder,
    logFile: join(dataDir, 'postgres.log'),
    superuserPassword: readOrMakePassword(join(dataDir, 'postgres.key')),
    user,
  };
  if (existsSync(join(dataFolder, 'PG_VERSION'))) checkVersion(cluster);
  else await initialize(cluster, options);
  return cluster;
}

/** Returns DATA_DIR/socket, or a short folder if that path would be too long for a socket. */
function socketFolderFor(dataDir: string): string {
  const folder = join(dataDir, 'socket');
  if (process.platform === 'win32' || Buffer.byteLength(folder + socketName) <= maxSocketPathBytes) return folder;
  return join(tmpdir(), `newline-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

function makeFolder(folder: string, user: SystemUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = statSync(folder);
  const ownUid = process.getuid?.() ?? stat.uid;
  if (stat.uid !== ownUid && stat.uid !== user?.uid) {
    throw new StartError(`${folder} belongs to another user. Remove it, or set DATA_DIR to another folder.`);
  }
  if (user !== null) chownSync(folder, user.uid, user.gid);
  if (process.platform !== 'win32') chmodSync(folder, 0o700);
}

/** Returns the superuser's password. It isn't derived from SECRET_KEY, so that a new SECRET_KEY doesn't lock the database. */
function readOrMakePassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}

function checkVersion(cluster: Cluster): void {
  if (process.getuid !== undefined && cluster.user === null && statSync(cluster.dataFolder).uid !== process.getuid()) {
    throw new StartError(`${cluster.dataFolder} belongs to another user. Start as that user, or set DATA_DIR to another folder.`);
  }
  const actual = readFileSync(join(cluster.dataFolder, 'PG_VERSION'), 'utf8').trim();
  const expected = cluster.binaries.version.split('.')[0];
  if (actual !== expected) {
    throw new StartError(
      `The database in ${cluster.dataFolder} was created by PostgreSQL ${actual}, but this release includes ${expected}. See "Upgrading PostgreSQL" in docs/operating.md.`,
    );
  }
}

/** The locale C.UTF-8: PostgreSQL's own, or the one of the system before version 17. */
function localeOf({ version }: Binaries): string[] {
  if (Number.parseInt(version, 10) < 17) return ['--locale=C.UTF-8'];
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

async function initialize(cluster: Cluster, options: { sync?: boolean; log: (line: string) => void }): Promise<void> {
  options.log('Creating a PostgreSQL database');
  // Created under another name first, so that an interrupted start leaves nothing that looks finished.
  const unfinished = `${cluster.dataFolder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished, cluster.user);
  const passwordFile = join(cluster.socketFolder, 'initial-password');
  writeFileSync(passwordFile, cluster.superuserPassword, { mode: 0o600 });
  try {
    if (cluster.user !== null) chownSync(passwordFile, cluster.user.uid, cluster.user.gid);
    const { code, output } = await runProgram(
      cluster.binaries.initdb,
      [
        ...['--pgdata', unfinished, '--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
        ...['--encoding=UTF8', ...localeOf(cluster.binaries), '--no-instructions'],
        ...(options.sync === false ? ['--no-sync'] : []),
      ],
      { user: cluster.user, cwd: unfinished },
    );
    if (code !== 0) throw new StartError(`PostgreSQL could not create its database in ${cluster.dataFolder}:\n${output.trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  rmSync(cluster.dataFolder, { recursive: true, force: true });
  renameSync(unfinished, cluster.dataFolder);
}
