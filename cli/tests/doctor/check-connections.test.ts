import { startPgbouncer } from '@newline/db/test-pgbouncer';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkConnections } from '../../src/doctor/check-connections.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

test('direct connections print nothing', async () => {
  expect(await checkConnections(db.connections, {})).toEqual([]);
});

test('a pooler is named with its cost; as the owner’s connection it is a problem', async () => {
  const pgbouncer = await startPgbouncer(db, { mode: 'transaction', poolSize: 4 });
  onTestFinished(pgbouncer.stop);
  const { owner, app, auth } = db.connections;
  const pooled = { ...db.connections, app: pgbouncer.through(app), auth: pgbouncer.through(auth) };
  const [finding, ...others] = await checkConnections(pooled, { databaseDirectUrl: owner.connectionString });
  expect(others).toEqual([]);
  expect(finding?.what).toMatch(/^Requests go through a connection pooler that (?:supports|does not support) prepared statements/);
  if (finding?.state === 'warn')
    expect(finding.remedy).toMatch(/^Use pgbouncer 1\.21 or newer in transaction mode, and set max_prepared_statements/);
  await expect(checkConnections({ ...pooled, owner: pgbouncer.through(owner) }, {})).rejects.toThrow(
    /Set DATABASE_DIRECT_URL to a direct connection to the server/,
  );
});

test('a READ_DATABASE_URL that leads to the primary itself is reported', async () => {
  expect(await checkConnections({ ...db.connections, read: db.connections.app }, {})).toEqual([
    {
      state: 'warn',
      what: 'READ_DATABASE_URL is the primary',
      remedy: expect.stringMatching(/^Set it to a streaming replica, with the database newline_test_/),
    },
  ]);
});
