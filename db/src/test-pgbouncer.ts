import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type pg from 'pg';
import type { Connection } from './connections.ts';
import { freePort } from './embedded-server.ts';
import { asUser } from './run-program.ts';
import type { TestDatabase } from './testing.ts';
import { unprivilegedUser } from './unprivileged-user.ts';

/** A pgbouncer on loopback, in front of a server for tests. */
export type Pgbouncer = {
  /** The same connection through it. */
  through(connection: Connection): Connection;
  /** Its version, such as `1.18.0`. */
  version: string;
  stop(): Promise<void>;
};

/** Its configuration. */
export type PgbouncerOptions = {
  mode: 'transaction' | 'session';
  /** Connections to the server for each user and database. */
  poolSize: number;
};

/** Returns the path of pgbouncer: PGBOUNCER_PATH, or the system's; null if it isn't installed. */
export function findPgbouncer(): string | null {
  const named = process.env['PGBOUNCER_PATH'];
  if (named) return named;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;
}

/** Starts a pgbouncer. It authenticates users as in docs/databases.md: by PostgreSQL's password hashes. */
export async function startPgbouncer(
  { connections, superuser }: Pick<TestDatabase, 'connections' | 'superuser'>,
  { mode, poolSize }: PgbouncerOptions,
): Promise<Pgbouncer> {
  const program = findPgbouncer();
  if (program === null) throw new Error('The tests need pgbouncer. Install it (Debian: apt-get install pgbouncer), or set PGBOUNCER_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'newline-pgbouncer-'));
  const user = unprivilegedUser(folder);
  const port = await freePort();
  const target = new URL(connections.owner.connectionString);
  const host = target.searchParams.get('host') ?? target.hostname;
  const settings = [
    '[databases]',
    `* = host=${host} port=${target.searchParams.get('port') ?? (target.port || '5432')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'userlist.txt')}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 200',
    'logfile =',
  ];
  writeFileSync(join(folder, 'userlist.txt'), await readUsers(superuser));
  writeFileSync(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  chmodSync(folder, 0o700);
  if (user !== null) for (const path of ['', 'userlist.txt', 'pgbouncer.ini']) chownSync(join(folder, path), user.uid, user.gid);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...asUser(user) });
  const kill = () => void child.kill('SIGQUIT');
  process.on('exit', kill);
  const version = await versionWhenReady(child);
  return {
    version,
    through({ connectionString }) {
      const url = new URL(connectionString);
      url.searchParams.set('host', '127.0.0.1');
      url.searchParams.set('port', String(port));
      return { connectionString: url.href };
    },
    async stop() {
      process.off('exit', kill);
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        kill();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the users of a server in the format of pgbouncer's auth_file. */
async function readUsers(superuser: pg.Pool): Promise<string> {
  const { rows } = await superuser.query<{ line: string }>(
    `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolcanlogin and rolpassword is not null`,
  );
  return `${rows.map(({ line }) => line).join('\n')}\n`;
}

/** Returns its version as soon as it's running. */
async function versionWhenReady(child: ChildProcess): Promise<string> {
  let log = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`pgbouncer did not start:\n${log}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      const version = /process up: PgBouncer (\S+?),/.exec(log)?.[1];
      if (version !== undefined) resolve(version);
    });
  });
}
