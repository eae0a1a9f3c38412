import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

const waitMs = 2_000;

/**
 * Adds `/healthz`, which answers while the process lives, and `/readyz`, which answers 200 when the database does.
 *
 * @param delaySeconds for how long the oldest due job has been waiting
 */
export function addHealthRoutes(app: FastifyInstance, pool: Pool, delaySeconds: () => number): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const isReady = await Promise.race([answers(pool), timeout()]);
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
