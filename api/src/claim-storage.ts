import { createHash, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from './env.ts';
import type { Log } from './log.ts';
import type { Connection } from '@newline/db/connections';
import { StartError } from '@newline/db/start-error';
import { withClient } from '@newline/db/with-client';
import pg from 'pg';

/** Spaces of advisory locks: a process with a DATA_DIR holds one with its number, a process with a bucket one with the bucket's. */
const folderSpace = 6_395_466;
const bucketSpace = 6_395_467;
/** The advisory lock of a process that compares its storage with that of others. */
const claimLockKey = 6_395_468;

const beatMs = 2_500;
/** A session that hasn't asked for so long belongs to a machine that is gone, which PostgreSQL may notice much later. */
const aliveSeconds = 10;
/** How long a start waits for a process that is ending. */
const waitMs = 12_000;

/** The storage of this process, which other processes that start compare with theirs. */
export type StorageClaim = { close(): Promise<void> };

type Claimed = {
  readonly space: number;
  readonly number: number;
  /** Where it is connected from; null if that is unknown. */
  readonly address: string | null;
};

/**
 * Makes sure that all processes of a site have the same storage: one DATA_DIR that they share, or one bucket. Each process holds an advisory
 * lock with a random number as long as it is connected, and a file with that number is in `running/` in its DATA_DIR. A process that starts
 * must find the file of each other process in its own folder, so a copy of a folder counts as another one.
 *
 * @throws StartError if another process is running with another storage
 */
export async function claimStorage(options: {
  readonly connection: Connection;
  readonly dataDir: string;
  readonly storage: Env['storage'];
  readonly log: Log;
  readonly say: (line: string) => void;
}): Promise<StorageClaim> {
  const { connection, dataDir, storage, log, say } = options;
  const folder = join(dataDir, 'running');
  const own =
    storage.driver === 'local'
      ? { space: folderSpace, number: randomInt(1, 2 ** 31) }
      : { space: bucketSpace, number: numberOfBucket(storage) };
  const file = join(folder, String(own.number));
  const isShared = (other: Claimed) => sharesStorage(other, dataDir, storage);

  /** Takes the lock on a connection; returns a process with another storage instead if there is one. */
  const claim = async (client: pg.Client): Promise<Claimed | null> => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [claimLockKey]);
    const others = await readClaims(client);
    const foreign = others.find((other) => !isShared(other)) ?? null;
    if (foreign === null) {
      if (storage.driver === 'local') {
        await mkdir(folder, { recursive: true, mode: 0o750 });
        await writeFile(file, '');
        const named = new Set([...others, own].map(({ number }) => String(number)));
        for (const name of await readdir(folder)) if (!named.has(name)) await rm(join(folder, name), { force: true });
      }
      await client.query('select pg_advisory_lock_shared($1::int, $2::int)', [own.space, own.number]);
    }
    await client.query('commit');
    return foreign;
  };

  await withClient(connection, async (client) => {
    const until = Date.now() + waitMs;
    for (let isFirst = true; ; isFirst = false) {
      await client.query('begin');
      const foreign = (await readClaims(client)).find((other) => !isShared(other));
      await client.query('commit');
      if (foreign === undefined) return;
      if (Date.now() > until) throw new StartError(refusal(foreign, dataDir, storage));
      if (isFirst) say('Another process of this site has another DATA_DIR or bucket. Waiting for it to end.');
      await wait(500);
    }
  });

  let isClosed = false;
  let current: pg.Client | null = null;
  const hold = async () => {
    const client = new pg.Client({ ...connection, application_name: 'newline storage', connectionTimeoutMillis: 10_000 });
    client.on('error', () => (current = null));
    client.on('end', () => (current = null));
    try {
      await client.connect();
      const foreign = await claim(client);
      if (foreign !== null) throw new StartError(refusal(foreign, dataDir, storage));
      if (isClosed) await client.end();
      else current = client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  };
  await hold();
  let beating: Promise<unknown> = Promise.resolve();
  const beat = async () => {
    if (storage.driver === 'local' && !existsSync(file))
      await mkdir(folder, { recursive: true, mode: 0o750 }).then(() => writeFile(file, ''));
    // After PostgreSQL was restarted, the lock has to be taken again.
    await (current ? current.query('select 1') : hold());
  };
  const timer = setInterval(() => {
    beating = beating
      .then(() => (isClosed ? undefined : beat()))
      .catch((error: unknown) => log.warn({ err: error }, 'the storage of this process could not be compared with others'));
  }, beatMs);
  timer.unref();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      await beating;
      await current?.end().catch(() => undefined);
      if (storage.driver === 'local') await rm(file, { force: true });
    },
  };
}

/**
 * Compares the storage of running processes with this one, for `newline doctor`.
 * @returns how many share it, and from where those that don't are connected (null if that is unknown)
 */
export async function compareStorage(
  connection: Connection,
  { dataDir, storage }: { readonly dataDir: string; readonly storage: Env['storage'] },
): Promise<{ sharedCount: number; foreign: readonly (string | null)[] }> {
  const claims = await withClient(connection, readClaims);
  const [shared, foreign] = [true, false].map((is) => claims.filter((claim) => sharesStorage(claim, dataDir, storage) === is));
  return { sharedCount: shared?.length ?? 0, foreign: (foreign ?? []).map(({ address }) => address) };
}

/** Returns true if a process has this bucket, or has left its file in this folder. */
function sharesStorage({ space, number }: Claimed, dataDir: string, storage: Env['storage']): boolean {
  return storage.driver === 'local'
    ? space === folderSpace && existsSync(join(dataDir, 'running', String(number)))
    : space === bucketSpace && number === numberOfBucket(storage);
}

async function readClaims(client: pg.Client): Promise<readonly Claimed[]> {
  const { rows } = await client.query<Claimed>(
    `select l.classid::int8::int as space, l.objid::int8::int as number, host(a.client_addr) as address
     from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid in ($1, $2) and l.pid <> pg_backend_pid()
       and l.database = (select d.oid from pg_database d where d.datname = current_database())
       and coalesce(a.state_change, now()) > now() - make_interval(secs => $3)`,
    [folderSpace, bucketSpace, aliveSeconds],
  );
  return rows;
}

function refusal({ address }: Claimed, dataDir: string, storage: Env['storage']): string {
  const where = address === null ? '' : ` (connected to PostgreSQL from ${address})`;
  const storedHere = storage.driver === 'local' ? `DATA_DIR ${dataDir}` : `bucket ${storage.bucket}`;
  return [
    `Another process of this site is running${where}, and doesn’t use the ${storedHere}: images and videos that one of them receives would be missing in the other.`,
    'Give all processes one shared DATA_DIR, or set STORAGE_DRIVER=s3 with the same bucket for all of them (docs/operating.md).',
    'If that process should have ended, stop it, and start this one again.',
  ].join(' ');
}

function numberOfBucket({ endpoint, bucket }: { endpoint: string | null; bucket: string }): number {
  return (
    createHash('sha256')
      .update(`${endpoint ?? ''} ${bucket}`)
      .digest()
      .readUInt32BE(0) >>> 1
  );
}
