import pg from 'pg';
import type { Connection } from './connections.ts';

/**
 * Installs graphile-worker's tables as the worker itself, so that migrations can refer to `graphile_worker.add_job`. The worker installs
 * later versions when it starts.
 */
export async function installWorker(owner: pg.ClientBase, worker: Connection, login: string): Promise<void> {
  const { rows } = await owner.query<{ is_installed: boolean; database: string }>(
    "select to_regclass('graphile_worker.migrations') is not null as is_installed, current_database() as database",
  );
  if (rows[0]?.is_installed !== false) return;
  const grantee = `on database ${pg.escapeIdentifier(rows[0].database)}`;
  // `create schema if not exists` requires this privilege even if the schema exists.
  await owner.query(`grant create ${grantee} to ${pg.escapeIdentifier(login)}`);
  try {
    const { runMigrations, Logger } = await import('graphile-worker');
    await runMigrations({ connectionString: worker.connectionString, logger: new Logger(() => () => undefined) });
  } finally {
    await owner.query(`revoke create ${grantee} from ${pg.escapeIdentifier(login)}`);
  }
}
