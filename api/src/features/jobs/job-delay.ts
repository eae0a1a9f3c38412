import type { ClientBase, Pool } from 'pg';

/** From so many seconds on the age of the oldest job that is due is worth a warning. */
export const delayWarningSeconds = 300;

/** Reads for how many seconds the oldest job that is due, has tries left and is not running has been waiting; 0 when none waits. */
export async function readDelay(client: Pick<Pool | ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>(
    `select coalesce(floor(extract(epoch from now() - min(greatest(j.run_at, j.created_at))))::int, 0) as seconds
     from graphile_worker._private_jobs j where j.run_at <= now() and j.is_available`,
  );
  return rows[0]?.seconds ?? 0;
}
