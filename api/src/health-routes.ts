import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { doctorHeader, isDoctorToken, proxyReport } from './proxy-report.ts';
import { readTextAs } from './database/reader-client.ts';
import type { DiskWatch } from './disk-watch.ts';
import { visitor } from './viewer.ts';

const waitMs = 2_000;

/**
 * Adds `/healthz`, which answers while the process lives, and `/readyz`, which answers 200 when pages can be read from the database and
 * what is sent can be saved. `newline doctor` also gets what reached the site through its proxies.
 *
 * @param delaySeconds how long the oldest due job has been waiting
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { pool, disk, secretKey, delaySeconds }: { pool: Pool; disk: DiskWatch; secretKey: string; delaySeconds: () => number },
): void {
  // For all routes of the app.
  app.addHook('onError', async (_request, _reply, error) => void disk.note(error));
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const isReady = await Promise.race([answers(pool), timeout()]);
    const degradation = await disk.degradedBecause();
    if (degradation !== null) return reply.code(503).header('retry-after', '30').send({ status: 'degraded', reason: degradation });
    const proxy = isDoctorToken(secretKey, request.headers[doctorHeader]) ? { proxy: proxyReport(request) } : {};
    if (isReady) return { status: 'ok', oldestDueJobSeconds: delaySeconds(), ...proxy };
    return reply.code(503).header('retry-after', '2').send({ status: 'waiting', reason: 'The database is not responding.' });
  });
}

/** Reads like pages: as a visitor, with the same statements and policies. Reads twice at the same time, because one alone could get the only working session. */
async function answers(pool: Pool): Promise<boolean> {
  const reads = [1, 2].map(() => readTextAs(pool, visitor, { ...read, values: [] }));
  return Promise.all(reads).then(
    (results) => results.every((text) => text === 'read'),
    () => false,
  );
}

const read = {
  name: 'newline ready',
  text: `select case when count(*) >= 0 then 'read' end from (select id from app_public.tags limit 1) as found`,
};

function timeout(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, waitMs, false).unref());
}
