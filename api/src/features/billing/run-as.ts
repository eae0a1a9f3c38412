import type { Pool, PoolClient } from 'pg';
import { databaseSettings, type Viewer } from '../../viewer.ts';

/**
 * Runs `work` in one transaction of the server's own role, on behalf of a user: for the database functions that it calls, that user is
 * signed in. Null means no user, as when a provider reports.
 */
export async function runAs<TResult>(pool: Pool, userId: string | null, work: (client: PoolClient) => Promise<TResult>): Promise<TResult> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query('begin');
    await client.query("select set_config('newline.user_id', $1, true)", [userId ?? '']);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((reason: unknown) => {
      connectionError = reason instanceof Error ? reason : new Error(String(reason));
    });
    throw error;
  } finally {
    client.release(connectionError);
  }
}

/**
 * As `runAs`, with the rights that the viewer's session has: an administrator whose session needs a second step has those of a learner.
 * For functions that ask for an administrator.
 */
export function runWithRights<TResult>(pool: Pool, viewer: Viewer, work: (client: PoolClient) => Promise<TResult>): Promise<TResult> {
  return runAs(pool, viewer.userId, async (client) => {
    await client.query("select set_config('newline.rights', $1, true)", [databaseSettings(viewer)['role']]);
    return work(client);
  });
}
