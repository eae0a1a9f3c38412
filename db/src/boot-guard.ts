import type pg from 'pg';
import type { Connection } from './connections.ts';
import { groupRoles } from './roles.ts';
import { StartError } from './start-error.ts';
import { withClient } from './with-client.ts';

type Facts = {
  role: string;
  is_superuser: boolean;
  bypasses_policies: boolean;
  owns: boolean;
  missing_role: string | null;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
};

/**
 * Rejects a database on which the site's guarantees would not hold: a request login that row-level security doesn't bind, or a server that
 * can lose acknowledged data. With `isInsecureAllowed`, findings are only logged.
 */
export async function guardDatabase(app: Connection, options: { isInsecureAllowed: boolean; log: (line: string) => void }): Promise<void> {
  const findings = await withClient(app, findFaults);
  if (findings.length === 0) return;
  if (!options.isInsecureAllowed) throw new StartError(findings.join('\n'));
  for (const finding of findings) options.log(`INSECURE: ${finding}`);
}

async function findFaults(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<Facts>(
    `select session_user as role, r.rolsuper as is_superuser, r.rolbypassrls as bypasses_policies,
       exists (select from pg_database d where d.datname = current_database() and pg_has_role(r.oid, d.datdba, 'member'))
         or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where n.nspname in ('app_public', 'app_private', 'auth') and c.relkind in ('r', 'p') and pg_has_role(r.oid, c.relowner, 'member')) as owns,
       (select name from unnest($1::text[]) name
        where not exists (select from pg_roles g join pg_auth_members m on m.roleid = g.oid where g.rolname = name and m.member = r.oid) limit 1) as missing_role,
       current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
       current_setting('synchronous_commit') as synchronous_commit
     from pg_roles r where r.rolname = session_user`,
    [groupRoles],
  );
  const facts = rows[0];
  if (!facts) throw new Error('expected one row about session_user');
  const findings: string[] = [];
  const as = `The site would serve requests as the database login ${facts.role}, which`;
  if (facts.is_superuser)
    findings.push(`${as} is a superuser, so row-level security would not apply. Use a separate login (APP_DATABASE_URL).`);
  else if (facts.bypasses_policies)
    findings.push(`${as} has BYPASSRLS: no policy would bind it. Run: alter role ${facts.role} nobypassrls;`);
  else if (facts.owns)
    findings.push(`${as} owns the database or its tables, or is a member of their owner. Use a separate login (APP_DATABASE_URL).`);
  if (facts.missing_role !== null && !facts.is_superuser) {
    findings.push(`${as} is not a member of ${facts.missing_role}. Run: grant ${groupRoles.join(', ')} to ${facts.role};`);
  }
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'] as const) {
    if (facts[setting] === 'off')
      findings.push(`The PostgreSQL server has ${setting} = off and may lose what it acknowledged. Switch it on in its configuration.`);
  }
  return findings;
}
