import type { ClientBase, Pool } from 'pg';

/** Age of the oldest due job, in seconds, from which a warning is logged. */
export const delayWarningSeconds = 300;

/** Returns how long the oldest due job that has tries left and isn't running has been waiting, in seconds; 0 if none is waiting. */
export async function readDelay(client: Pick<Pool | ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query<{ seconds: number }>(
    `select coalesce(floor(extract(epoch from now() - min(greatest(j.run_at, j.created_at))))::int, 0) as seconds
     from graphile_worker._private_jobs j where j.run_at <= now() and j.is_available`,
  );
  return rows[0]?.seconds ?? 0;
}
