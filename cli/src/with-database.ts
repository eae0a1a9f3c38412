import { type Env, readEnv } from '@newline/api/env';
import { settleRestore } from '@newline/db/backup/restore-journal';
import { type StartedDatabase, startDatabase } from '@newline/db/start-database';

/**
 * Runs `work` on the site's database: that of the running site if there is one, otherwise a server that runs only during `work`, with the
 * given settings of PostgreSQL.
 */
export async function withDatabase<Result>(
  tell: (line: string) => void,
  work: (database: StartedDatabase, env: Env) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const env = readEnv(process.env);
  const database = await startDatabase({ ...env.database, whenRunning: 'join', settings, log: tell });
  // Ctrl-C must not leave a server behind.
  const handleSignal = () => void database.stop().finally(() => process.exit(1));
  process.once('SIGINT', handleSignal).once('SIGTERM', handleSignal);
  try {
    await settleRestore({ dataDir: env.dataDir, owner: database.connections.owner, log: tell });
    return await work(database, env);
  } finally {
    process.off('SIGINT', handleSignal).off('SIGTERM', handleSignal);
    await database.stop();
  }
}
