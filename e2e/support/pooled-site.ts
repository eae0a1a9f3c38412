import { type Pgbouncer, startPgbouncer } from '@newline/db/test-pgbouncer';
import { startEmbeddedServer } from '@newline/db/embedded-server';
import { startDatabase } from '@newline/db/start-database';
import pg from 'pg';
import { prepareSite, type SiteProcess, testSecretKey } from './site-process.ts';

/** A test's own site that reaches PostgreSQL through a pgbouncer. */
export type PooledSite = SiteProcess & { pgbouncer: Pgbouncer };

/** Starts PostgreSQL on the folder of a site with the demo, a pgbouncer in transaction mode with fewer sessions than connections, and the site. */
export async function startPooledSite(): Promise<PooledSite> {
  const settings: Record<string, string> = {};
  const site = await prepareSite(settings);
  const options = { dataDir: site.dataDir, log: () => undefined };
  const server = await startEmbeddedServer({ ...options, whenRunning: 'refuse' });
  const { connections } = await startDatabase({ ...options, secretKey: testSecretKey, whenRunning: 'join' });
  const superuser = new pg.Pool({ ...server.superuser, max: 1 });
  const pgbouncer = await startPgbouncer({ connections, superuser }, { mode: 'transaction', poolSize: 3 });
  await superuser.end();
  settings['DATABASE_URL'] = pgbouncer.through(connections.owner).connectionString;
  settings['DATABASE_DIRECT_URL'] = connections.owner.connectionString;
  await site.start();
  return {
    ...site,
    pgbouncer,
    remove: async () => {
      await site.stop();
      await pgbouncer.stop();
      await server.stop();
      await site.remove();
    },
  };
}
