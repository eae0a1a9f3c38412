import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, type Connections, withCertificateAuthority } from '@newline/db/connections';
import { type EmbeddedServer, freePort, startEmbeddedServer } from '@newline/db/embedded-server';
import { startDatabase } from '@newline/db/start-database';
import { createTestAuthority } from '@newline/db/test-certificates';
import { testPrograms } from '@newline/db/test-server';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A server as providers run them: no superuser for us, TLS only, and a certificate from the provider's own authority.
const folder = mkdtempSync(join(tmpdir(), 'newline-managed-'));
const authorityFile = join(folder, 'authority.pem');
const otherFile = join(folder, 'other.pem');
let server: EmbeddedServer;
let plain: string;
let connections: Connections;

beforeAll(async () => {
  chmodSync(folder, 0o711);
  const authority = createTestAuthority('Authority of the provider');
  writeFileSync(authorityFile, authority.certificate);
  writeFileSync(otherFile, createTestAuthority('Another authority').certificate);
  const port = await freePort();
  const dataDir = join(folder, 'data');
  const options = { dataDir, port, programs: testPrograms(), whenRunning: 'refuse', sync: false, log: () => undefined } as const;
  // The first start creates the folder for the certificate.
  await (await startEmbeddedServer(options)).stop();
  const { certificate, key } = authority.issue('localhost');
  writeFileSync(join(dataDir, 'postgres', 'server.crt'), certificate);
  writeFileSync(join(dataDir, 'postgres', 'server.key'), key);
  const owner = statSync(join(dataDir, 'postgres'));
  for (const name of ['server.crt', 'server.key']) {
    chownSync(join(dataDir, 'postgres', name), owner.uid, owner.gid);
    chmodSync(join(dataDir, 'postgres', name), 0o600);
  }
  const rules = join(dataDir, 'postgres', 'pg_hba.conf');
  writeFileSync(rules, readFileSync(rules, 'utf8').replace(/^host\b/gm, 'hostssl'));
  server = await startEmbeddedServer({ ...options, settings: { listen_addresses: 'localhost', ssl: 'on' } });
  await withClient(server.superuser, async (client) => {
    await client.query(`create role managed login createrole createdb password 'a password of this test'`);
    await client.query('create database site owner managed template template0');
  });
  plain = `postgres://managed:a%20password%20of%20this%20test@localhost:${port}/site`;
  connections = (await start(withCertificateAuthority(plain, authorityFile))).connections;
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (databaseUrl: string) =>
  startDatabase({ dataDir: '/nonexistent', secretKey: 'a key of this managed test', databaseUrl, log: () => undefined });

/** Returns the server's information about a connection. */
async function aboutOf(connection: Connection): Promise<{ login: string; tls: boolean; superuser: boolean } | undefined> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ login: string; tls: boolean; superuser: boolean }>(
      `select session_user::text as login, (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as tls,
         (select rolsuper from pg_roles where rolname = session_user) as superuser`,
    ),
  );
  return rows[0];
}

test('a role without superuser rights is enough, and each login is encrypted', async () => {
  const { owner, app, auth, worker, direct } = connections;
  const expected = { tls: true, superuser: false };
  expect(await Promise.all([owner, app, auth, worker, direct].map(aboutOf))).toEqual([
    { login: 'managed', ...expected },
    { login: 'newline_app', ...expected },
    { login: 'newline_auth', ...expected },
    { login: 'newline_worker', ...expected },
    { login: 'newline_app', ...expected },
  ]);
  const { rows } = await withClient(app, (client) =>
    client
      .query<{ role: string }>(`begin; set local role newline_visitor; select current_user::text as role`)
      .then((all) => [all].flat()[2] ?? all),
  );
  expect(rows).toEqual([{ role: 'newline_visitor' }]);
});

test('a second start finds everything there', async () => {
  await expect(start(withCertificateAuthority(plain, authorityFile))).resolves.toMatchObject({ embedded: false });
});

test.each([
  { how: 'without TLS', address: () => plain, says: /Add \?sslmode=verify-full to the URL, and set PGSSLROOTCERT/ },
  {
    how: 'with the authorities that everybody has',
    address: () => withCertificateAuthority(plain, 'system'),
    says: /Set PGSSLROOTCERT to the file with the CA certificate of the server\.$/,
  },
  {
    how: 'with another authority',
    address: () => withCertificateAuthority(plain, otherFile),
    says: /Set PGSSLROOTCERT to the file with the CA certificate of the server\.$/,
  },
  {
    how: 'by another name than that of the certificate',
    address: () => withCertificateAuthority(plain.replace('localhost', '127.0.0.1'), authorityFile),
    says: /Use a host name that the certificate of the server covers\.$/,
  },
])('$how, the start says what to set', async ({ address, says }) => {
  await expect(start(address())).rejects.toThrow(says);
});
