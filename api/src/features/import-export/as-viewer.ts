import type { Pool, PoolClient } from 'pg';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import { databaseSettings, type Viewer } from '../../viewer.ts';

/** A database client in a transaction, whose statements run with the permissions of a viewer. */
export type ViewerClient = PgClient & { rows<TRow>(text: string, values?: readonly unknown[]): Promise<readonly TRow[]> };

/** Runs `work` in one transaction as a viewer; rolls back if it throws. */
export async function asViewer<TResult>(pool: Pool, viewer: Viewer, work: (client: ViewerClient) => Promise<TResult>): Promise<TResult> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    for (const [name, value] of Object.entries(databaseSettings(viewer)))
      await client.query('select set_config($1, $2, true)', [name, value]);
    const result = await work(viewerClient(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((reason: unknown) => {
      broken = reason instanceof Error ? reason : new Error(String(reason));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function viewerClient(client: PoolClient): ViewerClient {
  const query = async (text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows as unknown[];
  const made = {
    query: async ({ text, values = [] }: { text: string; values?: readonly unknown[] }) => {
      const rows = await query(text, values);
      return { rows, rowCount: rows.length, messages: [] };
    },
    rows: (text: string, values: readonly unknown[] = []) => query(text, values),
    withTransaction: (inside: (inner: ViewerClient) => unknown) => inside(made as unknown as ViewerClient),
  };
  return made as unknown as ViewerClient;
}
