import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** The file with the printed permissions. A change of them changes this file, and is reviewed there. */
export const permissionsFile = fileURLToPath(new URL('../permissions.md', import.meta.url));

type Row = Record<string, string | null>;

const introduction = `# Permissions

Written from the database by \`npm run permissions\`; a test holds it equal. What it means for each kind of row is proven in
tests/permissions/matrix.md.

A request runs as one of three roles, and each may do what the one before it may: newline_visitor, newline_learner, newline_admin.
The login newline_app may only take these roles; newline_auth, the login of sign-in, works in the schema auth alone; newline_worker
has its own schema and the functions of its jobs. Nobody but the owner may do what is not named here.
Every table has row-level security, forced, and a policy owner_all for its owner, as whom the definer functions run.
`;

/** Returns the permissions on each table, column and function as Markdown, from the catalog of a migrated database. */
export async function printPermissions(client: pg.ClientBase | pg.Pool): Promise<string> {
  const sections = [introduction, '## Schemas\n', table(['schema', 'who', 'may'], await readSchemas(client))];
  const [grants, policies] = [await readGrants(client), await readPolicies(client)];
  for (const name of await readTables(client)) {
    sections.push(`## ${name}\n`);
    const granted = grants.filter((row) => row['table'] === name);
    sections.push(granted.length === 0 ? 'No role has access.\n' : table(['who', 'may', 'columns'], granted));
    const rows = policies.filter((row) => row['table'] === name);
    if (rows.length > 0) sections.push(table(['policy', 'for', 'to', 'rows', 'rows written'], rows));
  }
  sections.push(
    '## Functions that requests and sign-in may call\n',
    table(['function', 'who', 'runs as', 'writes'], await readFunctions(client, 'granted')),
  );
  sections.push(
    '## Functions that only the owner and triggers may call\n',
    table(['function', 'runs as'], await readFunctions(client, 'kept')),
  );
  return sections.join('\n');
}

const schemas = "('app_public', 'app_private', 'auth')";

/** Roles with grants other than the owner, without the owner's own privileges. */
const isNotOwner = 'a.grantee <> o.oid';

async function readSchemas(client: pg.ClientBase | pg.Pool): Promise<Row[]> {
  return read(
    client,
    `select n.nspname as schema, a.grantee::regrole::text as who, string_agg(a.privilege_type, ', ' order by a.privilege_type) as may
     from pg_namespace n join pg_roles o on o.oid = n.nspowner, aclexplode(n.nspacl) a where n.nspname in ${schemas} and ${isNotOwner}
     group by 1, 2`,
  );
}

async function readTables(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const rows = await read(
    client,
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${schemas} and c.relkind in ('r', 'p', 'v', 'm')`,
  );
  return rows.map(({ name }) => name ?? '');
}

async function readGrants(client: pg.ClientBase | pg.Pool): Promise<Row[]> {
  return read(
    client,
    `select n.nspname || '.' || c.relname as table, case a.grantee when 0 then 'everyone' else a.grantee::regrole::text end as who, a.privilege_type as may, 'all' as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles o on o.oid = c.relowner, aclexplode(c.relacl) a
     where n.nspname in ${schemas} and ${isNotOwner}
     union all
     select n.nspname || '.' || c.relname, case a.grantee when 0 then 'everyone' else a.grantee::regrole::text end, a.privilege_type, string_agg(t.attname, ', ' order by t.attnum)
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles o on o.oid = c.relowner join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
     where n.nspname in ${schemas} and ${isNotOwner}
     group by n.nspname, c.relname, a.grantee, a.privilege_type`,
  );
}

async function readPolicies(client: pg.ClientBase | pg.Pool): Promise<Row[]> {
  return read(
    client,
    `select schemaname || '.' || tablename as table, policyname || case permissive when 'RESTRICTIVE' then ' (restrictive)' else '' end as policy,
       cmd as "for", array_to_string(roles, ', ') as "to", coalesce(qual, '') as rows, coalesce(with_check, '') as "rows written"
     from pg_policies where schemaname in ${schemas} and policyname <> 'owner_all'`,
  );
}

async function readFunctions(client: pg.ClientBase | pg.Pool, which: 'granted' | 'kept'): Promise<Row[]> {
  return read(
    client,
    `select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as function,
       (select string_agg(case a.grantee when 0 then 'everyone' else a.grantee::regrole::text end, ', ' order by a.grantee::regrole::text)
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) as who,
       case when p.prosecdef then 'owner' else 'caller' end as "runs as", case p.provolatile when 'v' then 'yes' else '' end as writes
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ${schemas} and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) = $1`,
    [which === 'granted'],
  );
}

async function read(client: pg.ClientBase | pg.Pool, query: string, values: unknown[] = []): Promise<Row[]> {
  const { rows } = await client.query<Row>(query, values);
  // Sorted here and not on the server, whose collation would decide.
  return rows
    .map((row) => ({ row, key: sortKey(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

function sortKey(row: Row): string {
  return Object.values(row)
    .join(' ')
    .replace(/^app_public/, '1')
    .replace(/^app_private/, '2')
    .replace(/^auth/, '3');
}

function table(heads: readonly string[], rows: readonly Row[]): string {
  const print = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (row: Row, head: string) => (row[head] ?? '').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return `${[print(heads), print(heads.map(() => '---')), ...rows.map((row) => print(heads.map((head) => cell(row, head))))].join('\n')}\n`;
}

if (import.meta.main) {
  const { startTestDatabase } = await import('./testing.ts');
  const db = await startTestDatabase();
  try {
    await writeFile(permissionsFile, await printPermissions(db.superuser));
  } finally {
    await db.stop();
  }
  process.stdout.write('Wrote db/permissions.md\n');
}
