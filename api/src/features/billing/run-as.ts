import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction of the server's own login, for a person: the functions of the database that it calls see
 * that person as the one who is signed in. With null it is for nobody, as when a provider reports.
 */
export async function runAs<TResult>(pool: Pool, userId: string | null, work: (client: PoolClient) => Promise<TResult>): Promise<TResult> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query("select set_config('newline.user_id', $1, true)", [userId ?? '']);
    const result = await work(client);
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
