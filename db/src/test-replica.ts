import { appendFileSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Connection } from './connections.ts';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts';
import { testPrograms, testServerSettings } from './test-server.ts';
import { withClient } from './with-client.ts';

/** A streaming replica of a server for tests. */
export type TestReplica = {
  /** As the superuser. */
  readonly superuser: Connection;
  /** The same connection to the replica. */
  through(connection: Connection): Connection;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
};

/** Copies a running server of `startOwnTestServer` by a base backup, and starts the copy as a replica that follows it. */
export async function startTestReplica(primary: Connection): Promise<TestReplica> {
  const dataDir = mkdtempSync(join(tmpdir(), 'newline-replica-'));
  await copyServer(primary, dataDir);
  const start = () =>
    startEmbeddedServer({
      dataDir,
      programs: testPrograms(),
      whenRunning: 'refuse',
      settings: testServerSettings,
      log: () => undefined,
    });
  let server: EmbeddedServer | null = await start();
  const { superuser } = server;
  const stop = async () => {
    await server?.stop();
    server = null;
  };
  return {
    superuser,
    through({ connectionString }) {
      const url = new URL(connectionString);
      const target = new URL(superuser.connectionString);
      url.host = target.host;
      for (const name of ['host', 'port']) {
        const value = target.searchParams.get(name);
        if (value === null) url.searchParams.delete(name);
        else url.searchParams.set(name, value);
      }
      return { connectionString: url.href };
    },
    async start() {
      server ??= await start();
    },
    stop,
    async remove() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function copyServer(primary: Connection, dataDir: string): Promise<void> {
  await withClient(primary, async (client) => {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    const source = rows[0]?.folder ?? '';
    const target = join(dataDir, 'postgres');
    mkdirSync(target, { mode: 0o700 });
    cpSync(join(dirname(source), 'postgres.key'), join(dataDir, 'postgres.key'));
    await client.query(`select pg_backup_start('replica', true)`);
    // Files that PostgreSQL removes meanwhile are not needed: the log that is streamed says what became of them.
    cpSync(source, target, {
      recursive: true,
      filter: (path) => !leftOut.has(basename(path)) && statSync(path, { throwIfNoEntry: false }) !== undefined,
    });
    const { rows: ended } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    writeFileSync(join(target, 'backup_label'), ended[0]?.label ?? '');
    writeFileSync(join(target, 'standby.signal'), '');
    appendFileSync(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${conninfoOf(primary)}'\n`);
    const { uid, gid } = statSync(source);
    giveTo(target, uid, gid);
  });
}

const leftOut = new Set(['postmaster.pid', 'postmaster.opts']);

/** Returns the superuser's connection in PostgreSQL's format. */
function conninfoOf({ connectionString }: Connection): string {
  const url = new URL(connectionString);
  const parts = { host: url.hostname, port: url.port || '5432', ...Object.fromEntries(url.searchParams) };
  return Object.entries(parts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

function giveTo(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid);
}
