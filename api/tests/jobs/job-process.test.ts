import { startJobProcess } from '@newline/api/features/jobs/job-process';
import { createLog } from '@newline/api/log';
import { createPool } from '@newline/db/create-pool';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

test('a process that stops while it registers again keeps no connection', async () => {
  const pool = createPool(db.connections.worker, { max: 4, applicationName: 'registering', onError: () => undefined });
  const jobs = await startJobProcess(pool, createLog('silent'));
  const client = await db.superuser.connect();
  try {
    await client.query('begin');
    await client.query('lock table app_private.job_processes in share mode');
    const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1`, [
      jobs.id,
    ]);
    expect(rowCount).toBe(1);
    const waiting = `select from pg_stat_activity where application_name = 'registering' and wait_event_type = 'Lock' and query like '%hold_job_process%'`;
    await expect.poll(async () => (await db.superuser.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
    const closed = jobs.close();
    await client.query('rollback');
    await closed;
  } finally {
    client.release();
  }
  expect(pool.totalCount - pool.idleCount).toBe(0);
  await pool.end();
});
