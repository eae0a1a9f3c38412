import pg from 'pg';
import { startDatabase } from '@newline/db/start-database';
import { type SiteProcess, testSecretKey } from './site-process.ts';

/** Reads and changes rows of a running site. */
export type SiteRows = { run: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>; close: () => Promise<void> };

/** Opens the database of a running site, as its owner, or as the login of its jobs. */
export async function openSiteRows(site: Pick<SiteProcess, 'dataDir'>, as: 'owner' | 'worker' = 'owner'): Promise<SiteRows> {
  const { connections } = await startDatabase({
    dataDir: site.dataDir,
    secretKey: testSecretKey,
    whenRunning: 'join',
    log: () => undefined,
  });
  const client = new pg.Client(connections[as]);
  await client.connect();
  return {
    run: async (sql, values = []) => (await client.query<Record<string, unknown>>(sql, values)).rows,
    close: () => client.end(),
  };
}
