import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { DiskWatch } from './disk-watch.ts';

const waitMs = 2_000;

/**
 * Adds `/healthz`, which responds while the process runs, and `/readyz`, which responds with 200 if the database works and data can be
 * saved.
 * @param delaySeconds returns how long the oldest due job has been waiting
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { pool, disk, delaySeconds }: { pool: Pool; disk: DiskWatch; delaySeconds: () => number },
): void {
  // For all routes of the app.
  app.addHook('onError', async (_request, _reply, error) => void disk.note(error));
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const isReady = await Promise.race([answers(pool), timeout()]);
    const degradation = await disk.degradedBecause();
    if (degradation !== null) return reply.code(503).header('retry-after', '30').send({ status: 'degraded', reason: degradation });
    if (isReady) return { status: 'ok', oldestDueJobSeconds: delaySeconds() };
    return reply.code(503).header('retry-after', '2').send({ status: 'waiting', reason: 'The database does not answer.' });
  });
}

async function answers(pool: Pool): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  );
}

function timeout(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, waitMs, false).unref());
}
