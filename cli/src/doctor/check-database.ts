import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '@newline/api/env';
import { delayWarningSeconds, readDelay } from '@newline/api/features/jobs/job-delay';
import { guardDatabase } from '@newline/db/boot-guard';
import { type Connection, deriveConnections, derivePassword, withLogin } from '@newline/db/connections';
import { embeddedBinaries } from '@newline/db/embedded-binaries';
import { type EmbeddedServer, startEmbeddedServer } from '@newline/db/embedded-server';
import { remainingMigrations } from '@newline/db/migrate';
import { requireServer } from '@newline/db/require-server';
import { groupRoles, loginRoles } from '@newline/db/roles';
import { StartError } from '@newline/db/start-error';
import { unprivilegedUser } from '@newline/db/unprivileged-user';
import { withClient } from '@newline/db/with-client';
import { checkClock } from './check-clock.ts';
import { checkConnections } from './check-connections.ts';
import { checkSharedFolders } from './check-shared-folders.ts';
import type { Finding } from './finding.ts';

/** Checks the server, the roles, the migrations and the boot guard. Creates and migrates nothing. */
export async function checkDatabase(env: Env): Promise<Finding[]> {
  const { databaseUrl } = env.database;
  if (databaseUrl !== undefined) return inspect(databaseUrl, env, 'The server in DATABASE_URL');
  const binaries = findBinaries(env);
  if (binaries.state === 'fail') return [binaries];
  if (!existsSync(join(env.dataDir, 'postgres', 'PG_VERSION'))) {
    return [binaries, { state: 'warn', what: 'There is no database in DATA_DIR yet', remedy: 'npm start creates it.' }];
  }
  let server: EmbeddedServer;
  try {
    server = await startEmbeddedServer({ dataDir: env.dataDir, whenRunning: 'join', log: () => undefined });
  } catch (error) {
    return [binaries, failure('Embedded PostgreSQL', error)];
  }
  try {
    const owner = { user: 'newline_owner', password: derivePassword(env.secretKey, 'newline_owner'), database: 'newline' };
    const address = withLogin(server.superuser.connectionString, owner).connectionString;
    return [binaries, ...(await inspect(address, env, `Embedded PostgreSQL${server.isJoined ? ' (used by the running site)' : ''}`))];
  } finally {
    await server.stop();
  }
}

function findBinaries(env: Env): Finding {
  try {
    const user = unprivilegedUser(join(env.dataDir, 'postgres'));
    const { version } = embeddedBinaries({ user, copyFolder: join(env.dataDir, 'postgres-programs') });
    return { state: 'ok', what: `PostgreSQL ${version.split('-')[0]} is installed with the packages` };
  } catch (error) {
    return failure('PostgreSQL programs', error);
  }
}

async function inspect(databaseUrl: string, env: Env, name: string): Promise<Finding[]> {
  const connections = deriveConnections({ ...env.database, databaseUrl });
  const findings: Finding[] = [];
  try {
    const isNew = await withClient(connections.owner, async (client) => {
      findings.push({ state: 'ok', what: `${name} responds, version ${await requireServer(client)}` });
      findings.push(await checkClock(client));
      const wanted = [...groupRoles, ...loginRoles];
      const { rows: roles } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [wanted]);
      const missing = wanted.filter((role) => !roles.some(({ rolname }) => rolname === role));
      const remaining = await remainingMigrations(client);
      if ((await client.query(`select where to_regclass('graphile_migrate.migrations') is null`)).rowCount === 1) {
        findings.push({
          state: 'warn',
          what: 'The database is empty',
          remedy: `The first start creates ${missing.length === 0 ? '' : `the roles ${missing.join(', ')}, `}all tables (${remaining.length} migrations) and the job queue.`,
        });
        return true;
      }
      findings.push(
        missing.length === 0
          ? { state: 'ok', what: 'All roles exist' }
          : { state: 'warn', what: `Missing roles: ${missing.join(', ')}`, remedy: 'Run npm start or newline migrate to create them.' },
      );
      findings.push(
        remaining.length === 0
          ? { state: 'ok', what: 'All migrations have run' }
          : {
              state: 'warn',
              what: `${remaining.length} pending migrations, starting with ${remaining[0]}`,
              remedy: 'Run npm start or newline migrate.',
            },
      );
      return false;
    });
    // The logins of the site don't work before they exist.
    if (isNew) return findings;
    findings.push(await checkJobs(connections.worker));
    findings.push(await checkSharedFolders(connections.direct, env));
    for (const finding of await checkConnections(connections, env.database)) findings.push(finding);
    const insecure: string[] = [];
    await guardDatabase(connections.app, { isInsecureAllowed: true, log: (line) => insecure.push(line.replace('INSECURE: ', '')) });
    if (insecure.length === 0)
      findings.push({ state: 'ok', what: 'Row-level security applies to the login for requests, and commits are durable' });
    for (const line of insecure) findings.push({ state: 'fail', what: 'The database is not safe to use', remedy: line });
  } catch (error) {
    findings.push(failure(name, error));
  }
  return findings;
}

/** Checks whether jobs are running: how long the oldest due one has been waiting. A site without roles or migrations has none yet. */
async function checkJobs(worker: Connection): Promise<Finding> {
  const seconds = await withClient(worker, readDelay).catch(() => null);
  if (seconds === null)
    return { state: 'warn', what: 'Cannot read the job queue', remedy: 'Run npm start or newline migrate to create it.' };
  if (seconds < delayWarningSeconds) return { state: 'ok', what: `The oldest due job has been waiting for ${seconds} s` };
  return {
    state: 'warn',
    what: `The oldest due job has been waiting for ${Math.floor(seconds / 60)} min`,
    remedy: 'Check that the site is running, and look for failed jobs under Administration → Jobs.',
  };
}

function failure(what: string, error: unknown): Finding {
  if (error instanceof StartError) return { state: 'fail', what, remedy: error.message };
  return { state: 'fail', what, remedy: error instanceof Error ? error.message : String(error) };
}
