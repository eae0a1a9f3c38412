import type pg from 'pg';

/** The advisory lock between processes that remove stored files (exclusive) and a backup that still reads them (shared). */
const storedFilesLockKey = 6_395_465;

/**
 * Prevents the removal of stored files as long as this connection lives. Waits for a removal in progress, so that all files named by a
 * later transaction exist.
 */
export async function holdStoredFiles(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [storedFilesLockKey]);
}

/** Runs `work`, which removes stored files that no row names, unless a backup is reading them. It is skipped until the next run then. */
export async function unlessFilesAreHeld(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [storedFilesLockKey]);
    if (rows[0]?.is_mine === true) {
      try {
        await work();
      } finally {
        await client.query('select pg_advisory_unlock($1)', [storedFilesLockKey]);
      }
    }
    isBroken = false;
  } finally {
    // A session that can't release the lock is closed, which releases it.
    client.release(isBroken);
  }
}
