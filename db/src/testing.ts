import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Connections, deriveConnections, withLogin } from './connections.ts';
import { createPool } from './create-pool.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startTestServer, type TestServer, testSecretKey, testServerVariable } from './test-server.ts';
import { withClient } from './with-client.ts';

/** A migrated database for one test file. */
export type TestDatabase = {
  connections: Connections;
  /** The key from which the passwords of logins and demo accounts are derived. */
  secretKey: string;
  /** Sees and changes all rows: to arrange what a test needs. */
  superuser: pg.Pool;
  /** The login of requests. Without a role, it can do nothing. */
  app: pg.Pool;
  stop: () => Promise<void>;
};

/** The user of a request: their role, and their ID unless they are a visitor. */
export type Person = { role: 'visitor' | 'learner' | 'admin'; userId: string | null };

/** The work of a test with a connection inside its transaction. */
export type Work<Result> = (client: pg.PoolClient) => Promise<Result>;

/**
 * Creates a database for a test: a copy of a migrated template, which takes about 50 ms. With `demo`, it contains the demo site. In `npm
 * test`, all files share one server; otherwise a server is started for this database. A test can pass another `server`.
 */
export async function startTestDatabase(options: { demo?: boolean; server?: TestServer | undefined } = {}): Promise<TestDatabase> {
  const announced = process.env[testServerVariable];
  const shared = options.server ?? (announced ? (JSON.parse(announced) as TestServer) : null);
  const { server, stop: stopServer } = shared ? { server: shared, stop: async () => undefined } : await startTestServer();
  const template = await ensureTemplate(server, options.demo === true);
  const name = `${server.prefix}_${randomBytes(5).toString('hex')}`;
  await withClient(ownerOf(server, 'postgres'), (client) => client.query(`create database ${name} template ${template}`));
  const connections = deriveConnections({ databaseUrl: ownerOf(server, name).connectionString, secretKey: testSecretKey });
  const superuser = createPool(inDatabase(server.superuser.connectionString, name), { max: 5 });
  const app = createPool(connections.app, { max: 10 });
  return {
    connections,
    secretKey: testSecretKey,
    superuser,
    app,
    stop: async () => {
      await Promise.all([superuser.end(), app.end()]);
      // As the superuser, because its own sessions may still be closing and the owner can't end them.
      await withClient(inDatabase(server.superuser.connectionString, 'postgres'), (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
      await stopServer();
    },
  };
}

/** Runs `work` as a visitor who isn't signed in, and rolls it back. */
export function asVisitor<Result>(db: TestDatabase, work: Work<Result>): Promise<Result> {
  return asPerson(db, { role: 'visitor', userId: null }, work);
}

/** Runs `work` as the learner with this ID, and rolls it back. */
export function asUser<Result>(db: TestDatabase, userId: string, work: Work<Result>): Promise<Result> {
  return asPerson(db, { role: 'learner', userId }, work);
}

/** Runs `work` as the administrator with this ID, and rolls it back. */
export function asAdmin<Result>(db: TestDatabase, userId: string, work: Work<Result>): Promise<Result> {
  return asPerson(db, { role: 'admin', userId }, work);
}

/** Runs `work` as this user with the login of requests, exactly like a request, and rolls it back. */
export function asPerson<Result>(db: TestDatabase, person: Person, work: Work<Result>): Promise<Result> {
  return inTransaction(db.app, 'rollback', async (client) => {
    await become(client, person);
    return work(client);
  });
}

/** Runs `work` like `asPerson`, but commits it, for tests that check the result in another way. */
export function asPersonForGood<Result>(db: TestDatabase, person: Person, work: Work<Result>): Promise<Result> {
  return inTransaction(db.app, 'commit', async (client) => {
    await become(client, person);
    return work(client);
  });
}

/** Runs `work` as the superuser and rolls it back. It can arrange rows and then `become` one user after another. */
export function asSuperuser<Result>(db: TestDatabase, work: Work<Result>): Promise<Result> {
  return inTransaction(db.superuser, 'rollback', work);
}

/** Runs the rest of the open transaction as this user; null returns to the login itself. */
export async function become(client: pg.ClientBase, person: Person | null): Promise<void> {
  await client.query("select set_config('role', $1, true), set_config('newline.user_id', $2, true)", [
    person === null ? 'none' : `newline_${person.role}`,
    person?.userId ?? '',
  ]);
}

/** Runs `work` in a new database with the demo site. */
export async function withDemo<Result>(work: (db: TestDatabase) => Promise<Result>): Promise<Result> {
  const db = await startTestDatabase({ demo: true });
  try {
    return await work(db);
  } finally {
    await db.stop();
  }
}

async function inTransaction<Result>(pool: pg.Pool, ending: 'commit' | 'rollback', work: Work<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query(ending);
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** Returns the name of this run's template. The first caller creates it while the others wait. */
async function ensureTemplate(server: TestServer, hasDemo: boolean): Promise<string> {
  const name = `${server.prefix}_${hasDemo ? 'demo' : 'template'}`;
  return withClient(inDatabase(server.superuser.connectionString, 'postgres'), async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return name;
    const source = hasDemo ? await ensureTemplate(server, false) : 'template0';
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await withClient(ownerOf(server, 'postgres'), (owner) => owner.query(`create database ${unfinished} template ${source}`));
    const connections = deriveConnections({ databaseUrl: ownerOf(server, unfinished).connectionString, secretKey: testSecretKey });
    if (hasDemo) {
      const { loadDemo } = await import('../demo/src/load.ts');
      await loadDemo(connections, { secretKey: testSecretKey, publicUrl: 'http://localhost:3000', now: new Date() });
    } else {
      await prepareDatabase(connections, { secretKey: testSecretKey, isInsecureAllowed: true, log: () => undefined });
    }
    // A session that is still closing would prevent copying the database.
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [unfinished]);
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  });
}

function ownerOf(server: TestServer, database: string): { connectionString: string } {
  return inDatabase(server.owner.connectionString, database);
}

function inDatabase(address: string, database: string): { connectionString: string } {
  const url = new URL(address);
  const user = url.searchParams.get('user') ?? decodeURIComponent(url.username);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  return withLogin(address, { user, password, database });
}
