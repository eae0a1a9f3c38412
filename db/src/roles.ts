import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { derivePassword, type LoginName } from './connections.ts';
import { StartError } from './start-error.ts';

/**
 * The three roles of requests. They can't sign in; newline_app takes one for each transaction. Each inherits the previous one, so everyone
 * has the permissions of a visitor.
 */
export const groupRoles = ['newline_visitor', 'newline_learner', 'newline_admin'] as const;

/** The logins of the running site, in the order in which they're created. */
export const loginRoles = ['newline_app', 'newline_auth', 'newline_worker'] as const satisfies readonly LoginName[];

/** The names of the site's logins: the default ones, or those from the operator's URLs. */
export type Logins = { app: string; auth: string; worker: string };

/**
 * Creates the owner role and its database on the embedded server, as the superuser. Existing ones stay. The password is derived from
 * SECRET_KEY.
 */
export async function ensureOwner(superuser: pg.ClientBase, options: { secretKey: string; database: string }): Promise<void> {
  await ensureLogin(superuser, { role: 'newline_owner', options: 'login createrole createdb', ...options });
  const { rowCount } = await superuser.query('select from pg_database where datname = $1', [options.database]);
  if (rowCount === 0) {
    await superuser.query(`create database ${pg.escapeIdentifier(options.database)} owner newline_owner template template0`);
  }
}

/**
 * Creates missing group roles, logins and memberships as the owner. Roles belong to the whole server, so another site on it may have
 * created them. If the owner can't create them, throws a StartError with the statements for an administrator.
 */
export async function ensureRoles(owner: pg.ClientBase, options: { secretKey: string; database: string; logins: Logins }): Promise<void> {
  try {
    for (const role of groupRoles) await createRole(owner, role, 'nologin');
    await grantMembership(owner, 'newline_visitor', 'newline_learner');
    await grantMembership(owner, 'newline_learner', 'newline_admin');
    const { app, auth, worker } = options.logins;
    for (const role of loginRoles) {
      if (Object.values(options.logins).includes(role)) {
        await ensureLogin(owner, { role, options: 'login noinherit', secretKey: options.secretKey, database: options.database });
      }
    }
    for (const role of groupRoles) await grantMembership(owner, role, app);
    await ensureSearchPath(owner, auth);
    await ensureWorkerSchema(owner, worker);
    await closeDatabase(owner, options);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') throw new StartError(mayNotMakeRoles(error.message, options));
    throw error;
  }
}

/**
 * Creates a login whose password is derived from SECRET_KEY. The role's comment names the database that set it and a fingerprint, so that
 * an unchanged password costs one lookup and a site never takes over the login of another running site.
 */
async function ensureLogin(
  client: pg.ClientBase,
  login: { role: string; options: string; secretKey: string; database: string },
): Promise<void> {
  const password = derivePassword(login.secretKey, login.role);
  const fingerprint = createHash('sha256').update(password).digest('hex').slice(0, 16);
  const comment = `newline, password ${fingerprint} set by database ${login.database}`;
  await createRole(client, login.role, login.options);
  const { rows } = await client.query<{ comment: string | null; other: string | null }>(
    `select d.description as comment, o.datname as other
     from pg_roles r
     left join pg_shdescription d on d.objoid = r.oid and d.classoid = 'pg_authid'::regclass
     left join pg_database o on o.datname = substring(d.description from 'set by database (.*)$') and o.datname <> $2
       and exists (select from pg_stat_activity a where a.datname = o.datname and a.usename = any ($3))
     where r.rolname = $1`,
    [login.role, login.database, loginRoles],
  );
  const existing = rows[0];
  if (existing?.comment?.startsWith(`newline, password ${fingerprint} `)) return;
  if (existing?.other != null) {
    throw new StartError(
      `The login ${login.role} of this server belongs to the site in database "${existing.other}", which runs with another SECRET_KEY. ` +
        'Use the same SECRET_KEY for both, or give this site its own logins in APP_DATABASE_URL, AUTH_DATABASE_URL and WORKER_DATABASE_URL.',
    );
  }
  await client.query(`alter role ${login.role} password ${pg.escapeLiteral(scramVerifier(password))}`);
  await client.query(`comment on role ${login.role} is ${pg.escapeLiteral(comment)}`);
}

async function createRole(client: pg.ClientBase, role: string, options: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount !== 0) return;
  try {
    await client.query(`create role ${pg.escapeIdentifier(role)} ${options}`);
  } catch (error) {
    // Another start created it between the lookup and the attempt.
    if (!(error instanceof pg.DatabaseError && (error.code === '42710' || error.code === '23505'))) throw error;
  }
}

async function grantMembership(client: pg.ClientBase, role: string, member: string): Promise<void> {
  const { rows } = await client.query<{ missing: boolean }>(
    `select not exists (
       select from pg_auth_members m where m.roleid = $1::regrole and m.member = (select oid from pg_roles where rolname = $2)
     ) as missing`,
    [role, member],
  );
  if (rows[0]?.missing === true) await client.query(`grant ${pg.escapeIdentifier(role)} to ${pg.escapeIdentifier(member)}`);
}

/** better-auth refers to its tables without a schema. */
async function ensureSearchPath(client: pg.ClientBase, auth: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1 and 'search_path=auth' = any (rolconfig)", [auth]);
  if (rowCount === 0) await client.query(`alter role ${pg.escapeIdentifier(auth)} set search_path = auth`);
}

/** The worker owns its schema: with grants alone, row-level security would silently let it run no job. */
async function ensureWorkerSchema(client: pg.ClientBase, worker: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_namespace where nspname = 'graphile_worker'");
  if (rowCount !== 0) return;
  const { rows } = await client.query<{ user: string; is_superuser: boolean }>(
    'select current_user as user, rolsuper as is_superuser from pg_roles where rolname = current_user',
  );
  if (rows[0]?.is_superuser === false && rows[0].user !== worker) {
    // From version 16 on, the creator of a role can administer it but not act as it.
    await client.query(`grant ${pg.escapeIdentifier(worker)} to ${pg.escapeIdentifier(rows[0].user)}`);
  }
  await client.query(`create schema graphile_worker authorization ${pg.escapeIdentifier(worker)}`);
}

/** Only the site's own logins can connect to its database. */
async function closeDatabase(client: pg.ClientBase, options: { database: string; logins: Logins }): Promise<void> {
  const database = pg.escapeIdentifier(options.database);
  const { rows } = await client.query<{ open: boolean }>(
    `select coalesce(bool_or(a.grantee = 0), true) as open
     from pg_database d left join lateral aclexplode(d.datacl) a on true where d.datname = $1`,
    [options.database],
  );
  if (rows[0]?.open === true) await client.query(`revoke all on database ${database} from public`);
  for (const login of Object.values(options.logins)) {
    const { rows: privileges } = await client.query<{ may: boolean }>("select has_database_privilege($1, $2, 'connect') as may", [
      login,
      options.database,
    ]);
    if (privileges[0]?.may !== true) await client.query(`grant connect on database ${database} to ${pg.escapeIdentifier(login)}`);
  }
}

/** Returns what PostgreSQL stores for a password (RFC 5802), created here so that the password itself never reaches the server's log. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyFor = (label: string) => createHmac('sha256', salted).update(label).digest();
  const storedKey = createHash('sha256').update(keyFor('Client Key')).digest();
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey.toString('base64')}:${keyFor('Server Key').toString('base64')}`;
}

function mayNotMakeRoles(reason: string, options: { database: string; logins: Logins }): string {
  const { app, auth, worker } = options.logins;
  return (
    `The role of DATABASE_URL is not allowed to create the roles that the site needs (${reason}). ` +
    'Ask an administrator of the server to run the following, with passwords of their choice, and set APP_DATABASE_URL, AUTH_DATABASE_URL and WORKER_DATABASE_URL to these logins:\n' +
    [
      ...groupRoles.map((role) => `create role ${role} nologin;`),
      'grant newline_visitor to newline_learner; grant newline_learner to newline_admin;',
      ...[app, auth, worker].map((login) => `create role ${login} login noinherit password '…';`),
      `grant ${groupRoles.join(', ')} to ${app};`,
      `alter role ${auth} set search_path = auth;`,
      `grant connect on database ${options.database} to ${app}, ${auth}, ${worker};`,
      `create schema graphile_worker authorization ${worker};   -- in database ${options.database}`,
    ].join('\n')
  );
}
