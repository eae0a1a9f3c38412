import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardDatabase } from '../src/boot-guard.ts';
import { type Connections, deriveConnections, derivePassword, withLogin } from '../src/connections.ts';
import { createPool } from '../src/create-pool.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../src/embedded-server.ts';
import { migrate } from '../src/migrate.ts';
import { ensureOwner } from '../src/roles.ts';
import { startDatabase } from '../src/start-database.ts';
import { testPrograms } from '../src/test-server.ts';
import { withClient } from '../src/with-client.ts';

// A separate server, because roles belong to a whole server and other tests must not see these change.
const secretKey = 'a key of this test';
const silent = { dataDir: '/nonexistent', log: () => undefined };
const dataDir = mkdtempSync(join(tmpdir(), 'newline-external-'));
let server: EmbeddedServer;
let superuser: pg.Pool;
let site: Connections;

beforeAll(async () => {
  server = await startEmbeddedServer({ dataDir, programs: testPrograms(), whenRunning: 'refuse', sync: false, log: () => undefined });
  const databaseUrl = await makeDatabase('site');
  await startDatabase({ ...silent, secretKey, databaseUrl });
  site = deriveConnections({ databaseUrl, secretKey });
  superuser = createPool(inDatabase(server.superuser.connectionString, 'site'), { max: 2 });
});
afterAll(async () => {
  await superuser.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Creates an empty database with this name; returns its URL for its owner. */
async function makeDatabase(database: string): Promise<string> {
  await withClient(server.superuser, (client) => ensureOwner(client, { secretKey, database }));
  const password = derivePassword(secretKey, 'newline_owner');
  return withLogin(server.superuser.connectionString, { user: 'newline_owner', password, database }).connectionString;
}

function inDatabase(address: string, database: string): pg.ClientConfig & { connectionString: string } {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

test('DATABASE_URL is enough if the owner can create roles', async () => {
  const started = await startDatabase({
    ...silent,
    secretKey,
    databaseUrl: await makeDatabase('enough'),
  });
  expect(started.embedded).toBe(false);
  const app = createPool(started.connections.app, { max: 1 });
  expect((await app.query('select session_user::text as login')).rows).toEqual([{ login: 'newline_app' }]);
  await app.end();
  await started.stop();
});

test('the site’s logins have no rights of their own', async () => {
  const { rows } = await superuser.query(
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit from pg_roles
     where rolname in ('newline_app', 'newline_auth', 'newline_worker') order by rolname`,
  );
  const none = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolinherit: false };
  expect(rows).toEqual(['newline_app', 'newline_auth', 'newline_worker'].map((rolname) => ({ rolname, ...none })));
});

test('an unreachable server is reported with its host and user, and never the password', async () => {
  const databaseUrl = 'postgres://someone:geheim@127.0.0.1:9/newline';
  const failed = startDatabase({ ...silent, secretKey, databaseUrl });
  await expect(failed).rejects.toThrow(
    /^Cannot connect to PostgreSQL at 127\.0\.0\.1:9, database newline as someone: .*ECONNREFUSED.*Check DATABASE_URL/,
  );
  await expect(failed).rejects.not.toThrow(/geheim/);
});

test('the logins of a running site are left alone; those of a stopped one are taken over', async () => {
  const other = { ...silent, secretKey: 'the key of another site', databaseUrl: await makeDatabase('neighbour') };
  const running = createPool(site.app, { max: 1 });
  await running.query('select 1');
  await expect(startDatabase(other)).rejects.toThrow(/belongs to the site in database "site", which runs with another SECRET_KEY/);
  expect((await running.query('select 1 as up')).rows).toEqual([{ up: 1 }]);
  await running.end();

  await startDatabase(other);
  await startDatabase({ ...silent, secretKey, databaseUrl: site.owner.connectionString });
  expect(await withClient(site.app, async (client) => (await client.query('select 1 as up')).rows)).toEqual([{ up: 1 }]);
});

test('an owner that can’t create roles gets the commands for an administrator', async () => {
  await superuser.query("create role newline_test_poor login nocreaterole password 'poor'");
  await superuser.query('create database poor owner newline_test_poor');
  await superuser.query('revoke newline_visitor from newline_app');
  try {
    const login = { user: 'newline_test_poor', password: 'poor', database: 'poor' };
    const databaseUrl = withLogin(server.superuser.connectionString, login).connectionString;
    const failed = startDatabase({ ...silent, secretKey, databaseUrl });
    await expect(failed).rejects.toThrow(/is not allowed to create the roles .* set APP_DATABASE_URL/);
    await expect(failed).rejects.toThrow(
      /\ncreate role newline_visitor nologin;\n.*\ngrant newline_visitor, newline_learner, newline_admin to newline_app;\n/s,
    );
  } finally {
    await superuser.query('grant newline_visitor to newline_app');
    await superuser.query('drop database poor');
    await superuser.query('drop role newline_test_poor');
  }
});

test('the boot guard refuses a superuser, an owner and a login that bypasses policies', async () => {
  const { connectionString } = site.app;
  const check = (user: string) =>
    guardDatabase(withLogin(connectionString, { user, password: 'guard' }), { isInsecureAllowed: false, log: () => undefined });
  await superuser.query(`
    create role newline_test_super superuser login password 'guard';
    create role newline_test_bypass bypassrls login password 'guard';
    create role newline_test_member login password 'guard' in role newline_owner;
    create role newline_test_outsider login password 'guard'`);
  await superuser.query(`do $$ begin execute format('grant connect on database %I to public', current_database()); end $$`);
  try {
    await expect(check('newline_test_super')).rejects.toThrow(
      /newline_test_super, which is a superuser, so row-level security would not apply/,
    );
    await expect(check('newline_test_bypass')).rejects.toThrow(/has BYPASSRLS/);
    await expect(check('newline_test_member')).rejects.toThrow(/owns the database or its tables, or is a member of their owner/);
    await expect(check('newline_test_outsider')).rejects.toThrow(/is not a member of newline_/);
  } finally {
    await superuser.query('drop role newline_test_super, newline_test_bypass, newline_test_member, newline_test_outsider');
  }
});

test('the boot guard refuses a server that can lose acknowledged data, unless told to continue', async () => {
  await superuser.query('alter role newline_app set synchronous_commit = off');
  try {
    const lines: string[] = [];
    const finding = /synchronous_commit = off and may lose what it acknowledged/;
    await expect(guardDatabase(site.app, { isInsecureAllowed: false, log: () => undefined })).rejects.toThrow(finding);
    await guardDatabase(site.app, { isInsecureAllowed: true, log: (line) => lines.push(line) });
    expect(lines.join('\n')).toMatch(/^INSECURE: .*/);
    expect(lines.join('\n')).toMatch(finding);
  } finally {
    await superuser.query('alter role newline_app reset synchronous_commit');
  }
});

test('migrating again runs nothing, and two simultaneous starts wait for each other', async () => {
  const results = await Promise.all([migrate(site.owner), migrate(site.owner)]);
  expect(results).toEqual([
    { executed: 0, ahead: 0 },
    { executed: 0, ahead: 0 },
  ]);
});

test('simultaneous starts wait for each other while they change the logins', async () => {
  const databaseUrl = await makeDatabase('together');
  const start = async (key: string) => (await startDatabase({ ...silent, secretKey: key, databaseUrl })).stop();
  await start(secretKey);
  // Another key gives the logins other passwords.
  await Promise.all(Array.from({ length: 4 }, () => start('another secret key of this test')));
  await Promise.all(Array.from({ length: 4 }, () => start(secretKey)));
});

test('a migration that changed after it ran is refused', async () => {
  await superuser.query(`
    alter table graphile_migrate.migrations drop constraint migrations_previous_hash_fkey;
    update graphile_migrate.migrations set hash = 'sha1:other' where filename = '000001.sql'`);
  await expect(migrate(site.owner)).rejects.toThrow(/^Migration 000001-[a-z-]+\.sql was changed after it had been run on this database\./);
});

test('a database with an encoding other than UTF-8 is refused before anything is created in it', async () => {
  await withClient(server.superuser, async (client) => {
    await client.query(
      `create database ascii owner newline_owner encoding 'SQL_ASCII' locale_provider 'libc' locale 'C' template template0`,
    );
  });
  const password = derivePassword(secretKey, 'newline_owner');
  const owner = { user: 'newline_owner', password, database: 'ascii' };
  const databaseUrl = withLogin(server.superuser.connectionString, owner).connectionString;
  await expect(startDatabase({ ...silent, secretKey, databaseUrl })).rejects.toThrow(
    /^The database "ascii" has the encoding SQL_ASCII\. Create it with: create database ascii owner … encoding 'UTF8'/,
  );
  const schemas = await withClient({ connectionString: databaseUrl }, (client) =>
    client.query(`select from pg_namespace where nspname in ('app_public', 'graphile_worker')`),
  );
  expect(schemas.rowCount).toBe(0);
});
