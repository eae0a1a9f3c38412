import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../src/create-pool.ts';
import { startTestDatabase, type TestDatabase } from '../src/testing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

test('one more than the limit of waiting requests is refused immediately, and the others get a connection', async () => {
  const pool = createPool(db.connections.worker, { max: 1, maxWaiting: 2, connectionTimeoutMs: 60_000 });
  try {
    const holder = await pool.connect();
    const waiting = [pool.query('select 1 as n'), pool.connect()];
    const refused = /timeout exceeded when trying to connect: 2 wait already/;
    await expect(pool.query('select 1')).rejects.toThrow(refused);
    await expect(pool.connect()).rejects.toThrow(refused);
    holder.release();
    const [answer, client] = await Promise.all(waiting);
    expect(answer).toMatchObject({ rows: [{ n: 1 }] });
    if (client && 'release' in client) client.release();
    await expect(pool.query('select 2 as n')).resolves.toMatchObject({ rows: [{ n: 2 }] });
  } finally {
    await pool.end();
  }
});
