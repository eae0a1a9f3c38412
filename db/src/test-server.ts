import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Connection, databaseOf, derivePassword, userOf, withLogin } from './connections.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { ensureOwner } from './roles.ts';

/** A PostgreSQL server for tests, with a database for each test file. Plain data, so that it can be sent to workers. */
export type TestServer = {
  /** Can do everything on the server; policies let it see and change all rows. */
  superuser: Connection;
  /** Owns the test databases. Its `connectionString` names no particular one. */
  owner: Connection;
  /** The prefix of the names of this run's databases. */
  prefix: string;
};

/** Test databases are temporary, so their logins aren't secret. */
export const testSecretKey = 'a secret key for test databases only';

/** The variable that tells the workers of a run about its test server. */
export const testServerVariable = 'NEWLINE_TEST_SERVER';

/** The settings of a throwaway server. It may lose acknowledged data. */
export const testServerSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  autovacuum_naptime: '1h',
};

const folderPrefix = 'newline-test-';
const databasePrefix = 'newline_test_';

/**
 * Starts a throwaway embedded cluster, of the PostgreSQL in the folder that NEWLINE_TEST_POSTGRES names if it is set, or uses the server
 * that TEST_DATABASE_URL names (its role must be a superuser, or be allowed to create roles and databases). `stop` removes everything that
 * was created.
 */
export async function startTestServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const address = process.env['TEST_DATABASE_URL'];
  return address ? useServer({ connectionString: address }, newPrefix()) : startOwnTestServer();
}

function newPrefix(): string {
  return `${databasePrefix}${Math.floor(Date.now() / 1000).toString(36)}_${randomBytes(3).toString('hex')}`;
}

/** Starts another throwaway server, for a test that copies or stops it. */
export async function startOwnTestServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  await sweepOldClusters();
  const dataDir = mkdtempSync(join(tmpdir(), folderPrefix));
  const server = await startThrowaway(dataDir, settings);
  return {
    server: { superuser: server.superuser, owner: await makeOwner(server.superuser), prefix: newPrefix() },
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The folder with the PostgreSQL for tests, if it isn't the packaged one. */
export function testPrograms(): string | undefined {
  return process.env['NEWLINE_TEST_POSTGRES'] || undefined;
}

function startThrowaway(dataDir: string, settings: Readonly<Record<string, string>> = {}) {
  return startEmbeddedServer({
    dataDir,
    programs: testPrograms(),
    whenRunning: 'refuse',
    sync: false,
    settings: { ...testServerSettings, ...settings },
    log: () => undefined,
  });
}

async function useServer(connection: Connection, prefix: string): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  await dropDatabases(connection, databasePrefix, { isOldOnly: true });
  const server = { superuser: connection, owner: await makeOwner(connection), prefix };
  return { server, stop: () => dropDatabases(connection, prefix, { isOldOnly: false }) };
}

/** Creates the owner of test databases, without superuser privileges if possible, because definer functions run as it. */
async function makeOwner(superuser: Connection): Promise<Connection> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    const database = databaseOf(superuser) ?? userOf(superuser) ?? 'postgres';
    await ensureOwner(client, { secretKey: testSecretKey, database });
    return withLogin(superuser.connectionString, { user: 'newline_owner', password: derivePassword(testSecretKey, 'newline_owner') });
  } finally {
    await client.end();
  }
}

/** Drops the databases with this prefix. Databases of other runs are only dropped if they are unused and an hour old. */
async function dropDatabases(superuser: Connection, prefix: string, options: { isOldOnly: boolean }): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; is_used: boolean }>(
      `select datname as name, exists (select from pg_stat_activity a where a.datid = d.oid) as is_used
       from pg_database d where starts_with(datname, $1)`,
      [prefix],
    );
    for (const { name, is_used } of rows) {
      const startedSeconds = Number.parseInt(name.slice(databasePrefix.length).split('_')[0] ?? '', 36);
      const isOld = !is_used && startedSeconds < Date.now() / 1000 - 3600;
      if (isOld || !options.isOldOnly) await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    }
  } finally {
    await client.end();
  }
}

/** Removes clusters of killed test runs. Clusters in use stay. */
async function sweepOldClusters(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const dataDir = join(tmpdir(), name);
    const isOurs = statSync(dataDir, { throwIfNoEntry: false })?.uid === process.getuid?.();
    const isOld = (statSync(dataDir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < Date.now() - 60_000;
    if (!isOurs || !isOld) continue;
    try {
      const server = await startThrowaway(dataDir);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Another run is using it.
    }
  }
}
