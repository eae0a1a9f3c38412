import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPools, type Pools } from '../../src/create-pools.ts';
import { createLog } from '../../src/log.ts';
import { databaseMetrics, readForMetrics } from '../../src/metrics/database-metrics.ts';

let db: TestDatabase;
let pools: Pools;
beforeAll(async () => {
  db = await startTestDatabase();
  pools = createPools({ connections: db.connections, log: createLog('error') });
  // As graphile-worker leaves them: one that waits, one that failed once, one without tries left, and one that isn't due.
  await pools.worker.query(`select graphile_worker.add_job('metrics_a', run_at => now() - interval '90 s'),
    graphile_worker.add_job('metrics_a', run_at => now() + interval '1 day'),
    graphile_worker.add_job('metrics_b', max_attempts => 3),
    graphile_worker.add_job('metrics_c', max_attempts => 3)`);
  await pools.worker.query(`update graphile_worker._private_jobs j set created_at = now() - interval '90 s' from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'metrics_a'`);
  await pools.worker.query(`update graphile_worker._private_jobs j set last_error = 'failed', run_at = now() + interval '1 min',
    attempts = case t.identifier when 'metrics_b' then 1 else 3 end
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier in ('metrics_b', 'metrics_c')`);
});
afterAll(async () => {
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  await db.stop();
});

async function read(name: string) {
  const metric = databaseMetrics(pools).find((one) => one.name === name);
  const reading = await metric?.read();
  return typeof reading === 'number' || reading === undefined
    ? reading
    : Object.fromEntries(reading.map(({ labels, value }) => [Object.values(labels).join(), value]));
}

test('jobs are counted by task and state, with the age of the oldest due one', async () => {
  const ages = (await read('newline_jobs_oldest_due_seconds')) as Record<string, number>;
  expect(ages['metrics_a']).toBeGreaterThanOrEqual(90);
  expect(ages['metrics_b']).toBe(0);
  expect(await read('newline_jobs_waiting')).toMatchObject({ metrics_a: 1, metrics_b: 0, metrics_c: 0 });
  expect(await read('newline_jobs_retrying')).toMatchObject({ metrics_a: 0, metrics_b: 1, metrics_c: 0 });
  expect(await read('newline_jobs_failed')).toMatchObject({ metrics_a: 0, metrics_b: 0, metrics_c: 1 });
});

test('the size of the database and the pools are read', async () => {
  expect(await read('newline_database_size_bytes')).toBeGreaterThan(1_000_000);
  const held = await pools.app.connect();
  try {
    expect(await read('newline_database_pool_connections')).toMatchObject({ app: 1 });
    expect(await read('newline_database_pool_idle')).toMatchObject({ app: 0 });
    expect(await read('newline_database_pool_max')).toMatchObject({ app: 10 });
  } finally {
    held.release();
  }
});

test('a statement that takes too long is canceled, and can’t change anything', async () => {
  await expect(readForMetrics(pools.worker, 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  await expect(readForMetrics(pools.worker, `select graphile_worker.add_job('metrics_d')`)).rejects.toMatchObject({ code: '25006' });
  // The control: another one is read.
  expect(await readForMetrics(pools.worker, 'select 1 as one')).toEqual([{ one: 1 }]);
});
