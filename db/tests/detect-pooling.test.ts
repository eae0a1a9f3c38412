import { detectPooling } from '@newline/db/detect-pooling';
import { startPgbouncer } from '@newline/db/test-pgbouncer';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

async function behind(mode: 'transaction' | 'session', poolSize: number) {
  const pgbouncer = await startPgbouncer(db, { mode, poolSize });
  onTestFinished(pgbouncer.stop);
  const pooling = await detectPooling(pgbouncer.through(db.connections.app));
  // Since this version, it prepares missing statements again if max_prepared_statements is set.
  const [, minor = 0] = pgbouncer.version.split('.').map(Number);
  return { pooling, preparesAgain: minor >= 24 };
}

test('a direct connection has a session of its own', async () => {
  expect(await detectPooling(db.connections.app)).toBeNull();
});

test.each([2, 5])(
  'pgbouncer in transaction mode is recognized, and so is whether named statements work, with %i sessions',
  async (sessions) => {
    const { pooling, preparesAgain } = await behind('transaction', sessions);
    expect(pooling).toEqual({ isShared: true, hasNamedStatements: preparesAgain });
  },
);

test('if everyone shares one session, the result is treated as unknown', async () => {
  expect((await behind('transaction', 1)).pooling).toEqual({ isShared: true, hasNamedStatements: false });
});

test('pgbouncer in session mode is accepted, but treated as unknown', async () => {
  expect((await behind('session', 8)).pooling).toEqual({ isShared: false, hasNamedStatements: false });
});

test('the probe leaves nothing in the server’s sessions', async () => {
  const pgbouncer = await startPgbouncer(db, { mode: 'transaction', poolSize: 2 });
  onTestFinished(pgbouncer.stop);
  const through = pgbouncer.through(db.connections.app);
  for (let times = 0; times < 3; times++) expect(await detectPooling(through)).toMatchObject({ isShared: true });
});
