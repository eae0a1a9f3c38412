import type { Pool, PoolClient } from 'pg';
import { databaseSettings, type Viewer } from '../../viewer.ts';

/**
 * Runs `work` in one transaction of the server's own role, on behalf of a viewer: for the database functions that it calls, that user is
 * signed in, with the permissions of their session or access token. An administrator whose session lacks a required second step has those
 * of a learner. Null means no user, as when a provider reports.
 */
export async function runAs<TResult>(
  pool: Pool,
  viewer: Pick<Viewer, 'userId' | 'role' | 'access'> | null,
  work: (client: PoolClient) => Promise<TResult>,
): Promise<TResult> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query('begin');
    await client.query(
      "select set_config('newline.user_id', $1, true), set_config('newline.access', $2, true), set_config('newline.rights', $3, true)",
      [viewer?.userId ?? '', viewer?.access ?? '', viewer === null ? '' : databaseSettings(viewer)['role']],
    );
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
