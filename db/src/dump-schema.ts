import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** The file with the printed schema. A change of the schema changes this file, and is reviewed there. */
export const schemaFile = fileURLToPath(new URL('../schema.sql', import.meta.url));

const introduction = `-- The schema as the migrations make it, written by \`npm run schema:sql\`; db/tests/dump-schema.test.ts compares.
-- To read and to compare, not to run: types, tables and functions are sorted by name. Reasons stand in db/migrations/committed.
-- Every table has row-level security, forced, and a policy owner_all for its owner, which is left out here.
`;

/** A database object: its name and the statements that define it. */
type Part = { name: string; sql: string };

/** Returns the schema of a migrated database as SQL. */
export async function dumpSchema(client: pg.ClientBase | pg.Pool): Promise<string> {
  const sections = [
    { title: 'Types', parts: await readTypes(client) },
    { title: 'Tables', parts: await readTables(client) },
    { title: 'Functions', parts: await readFunctions(client) },
  ];
  const text = sections.map(
    ({ title, parts }) =>
      `-- ${title}\n\n${parts
        .toSorted(byName)
        .map(({ sql }) => sql.trim())
        .join('\n\n')}\n`,
  );
  return `${introduction}\n${text.join('\n')}`;
}

/** Sorts here and not on the server, whose collation would decide. */
function byName(a: Part, b: Part): number {
  return a.name < b.name ? -1 : 1;
}

const isOurs = (namespace: string) =>
  `${namespace} in (select oid from pg_namespace where nspname in ('app_public', 'app_private', 'auth'))`;

/** Returns the comment on an object, or nothing. */
function commentOn(what: string, text: string | null): string {
  return text === null ? '' : `\ncomment on ${what} is ${pg.escapeLiteral(text).trim()};`;
}

async function readTypes(client: pg.ClientBase | pg.Pool): Promise<Part[]> {
  const { rows } = await client.query<{ name: string; kind: string; definition: string; comment: string | null }>(`
    select t.oid::regtype::text as name, case t.typtype when 'd' then 'domain' else 'type' end as kind, obj_description(t.oid, 'pg_type') as comment,
      case t.typtype
        when 'e' then 'enum (' || (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) || ')'
        when 'd' then format_type(t.typbasetype, t.typtypmod)
          || coalesce((select string_agg(E'\\n  constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid, true), '' order by c.conname)
            from pg_constraint c where c.contypid = t.oid and c.contype = 'c'), '')
        else '(' || (select string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
          from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) || ')'
      end as definition
    from pg_type t left join pg_class k on k.oid = t.typrelid
    where ${isOurs('t.typnamespace')} and (t.typtype in ('e', 'd') or t.typtype = 'c' and k.relkind = 'c')`);
  return rows.map(({ name, kind, definition, comment }) => ({
    name,
    sql: `create ${kind} ${name} as ${definition};${commentOn(`${kind} ${name}`, comment)}`,
  }));
}

type TableRow = { oid: number; name: string; comment: string | null; isSecured: boolean };

async function readTables(client: pg.ClientBase | pg.Pool): Promise<Part[]> {
  const { rows: tables } = await client.query<TableRow>(`
    select c.oid, c.oid::regclass::text as name, obj_description(c.oid, 'pg_class') as comment, c.relrowsecurity and c.relforcerowsecurity as "isSecured"
    from pg_class c where ${isOurs('c.relnamespace')} and c.relkind in ('r', 'p')`);
  const columns = await readColumns(client);
  const lists = await readTableParts(client);
  return tables.map(({ oid, name, comment, isSecured }) => {
    const own = columns.filter((column) => column.table === oid);
    const of = (list: readonly Line[]) => list.filter((line) => line.table === oid).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const items = [...own.map(({ sql }) => sql), ...of(lists.constraints).map(({ sql }) => sql)];
    const comments = own.map((column) => commentOn(`column ${name}.${column.name}`, column.comment)).join('');
    const rest = [lists.constraintComments, lists.indexes, lists.policies, lists.triggers, lists.grants].flatMap((list) => of(list));
    return {
      name,
      sql: [
        `create table ${name} (\n  ${items.join(',\n  ')}\n);${commentOn(`table ${name}`, comment)}${comments}`,
        ...(isSecured ? [] : [`-- Row-level security is off or not forced here.`]),
        ...rest.map(({ sql }) => sql),
      ].join('\n'),
    };
  });
}

type Column = { table: number; name: string; sql: string; comment: string | null };

async function readColumns(client: pg.ClientBase | pg.Pool): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select a.attrelid as table, quote_ident(a.attname) as name, col_description(a.attrelid, a.attnum) as comment,
      quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation else '' end
        || case when a.attnotnull then ' not null' else '' end
        || case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') stored'
          when a.attidentity <> '' then ' generated as identity'
          when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid, true) else '' end as sql
    from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and ${isOurs('c.relnamespace')} and a.attnum > 0 and not a.attisdropped
    order by a.attrelid, a.attnum`);
  return rows;
}

type Line = { table: number; name: string; sql: string };

/** Reads what belongs to tables, one line each. */
async function readTableParts(
  client: pg.ClientBase | pg.Pool,
): Promise<Record<'constraints' | 'constraintComments' | 'indexes' | 'policies' | 'triggers' | 'grants', Line[]>> {
  const lines = async (query: string) => (await client.query<Line>(query)).rows;
  const described = await lines(`
    select c.conrelid as table, quote_ident(c.conname) || ' on ' || c.conrelid::regclass as name, obj_description(c.oid, 'pg_constraint') as sql
    from pg_constraint c where ${isOurs('c.connamespace')} and c.conrelid <> 0 and obj_description(c.oid, 'pg_constraint') is not null`);
  return {
    // NOT NULL is part of its column.
    constraints: await lines(`
      select c.conrelid as table, quote_ident(c.conname) as name, 'constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid, true) as sql
      from pg_constraint c where ${isOurs('c.connamespace')} and c.conrelid <> 0 and c.contype in ('p', 'u', 'c', 'f', 'x')`),
    constraintComments: described.map(({ table, name, sql }) => ({ table, name, sql: commentOn(`constraint ${name}`, sql).trim() })),
    indexes: await lines(`
      select i.indrelid as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid, 0, true) || ';' as sql
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where ${isOurs('c.relnamespace')} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`),
    policies: await lines(`
      select p.polrelid as table, p.polname as name, 'create policy ' || quote_ident(p.polname) || ' on ' || p.polrelid::regclass
          || case when p.polpermissive then '' else ' as restrictive' end
          || ' for ' || (array['select', 'insert', 'update', 'delete', 'all'])[strpos('rawd*', p.polcmd::text)]
          || ' to ' || (select string_agg(case when r = 0 then 'public' else r::regrole::text end, ', ' order by r::regrole::text) from unnest(p.polroles) as u (r))
          || coalesce(E'\\n  using (' || pg_get_expr(p.polqual, p.polrelid, true) || ')', '')
          || coalesce(E'\\n  with check (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')', '') || ';' as sql
      from pg_policy p join pg_class c on c.oid = p.polrelid where ${isOurs('c.relnamespace')} and p.polname <> 'owner_all'`),
    triggers: await lines(`
      select t.tgrelid as table, t.tgname as name, pg_get_triggerdef(t.oid, true) || ';' as sql
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${isOurs('c.relnamespace')}`),
    grants: await lines(`
      select c.oid as table, a.grantee::regrole || ' ' || a.privilege_type as name, 'grant ' || lower(a.privilege_type) || ' on ' || c.oid::regclass || ' to ' || a.grantee::regrole || ';' as sql
      from pg_class c, aclexplode(c.relacl) a where ${isOurs('c.relnamespace')} and c.relkind in ('r', 'p') and a.grantee <> c.relowner
      union all
      select c.oid, a.grantee::regrole || ' ' || a.privilege_type, 'grant ' || lower(a.privilege_type) || ' (' || string_agg(quote_ident(t.attname), ', ' order by t.attnum) || ') on '
        || c.oid::regclass || ' to ' || a.grantee::regrole || ';'
      from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
      where ${isOurs('c.relnamespace')} and a.grantee <> c.relowner group by c.oid, a.grantee, a.privilege_type`),
  };
}

async function readFunctions(client: pg.ClientBase | pg.Pool): Promise<Part[]> {
  const { rows } = await client.query<{ name: string; kind: string; sql: string; comment: string | null; roles: string | null }>(`
    select p.oid::regprocedure::text as name, case p.prokind when 'p' then 'procedure' else 'function' end as kind,
      pg_get_functiondef(p.oid) as sql, obj_description(p.oid, 'pg_proc') as comment,
      (select string_agg(case a.grantee when 0 then 'public' else a.grantee::regrole::text end, ', ' order by a.grantee::regrole::text)
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) as roles
    from pg_proc p where ${isOurs('p.pronamespace')} and p.prokind in ('f', 'p')`);
  return rows.map(({ name, kind, sql, comment, roles }) => ({
    name,
    sql: `${sql.trim().replace(/^CREATE OR REPLACE (FUNCTION|PROCEDURE)/, `create ${kind}`)};${commentOn(`${kind} ${name}`, comment)}${
      roles === null ? '' : `\ngrant execute on ${kind} ${name} to ${roles};`
    }`,
  }));
}

if (import.meta.main) {
  const { startTestDatabase } = await import('./testing.ts');
  const db = await startTestDatabase();
  try {
    await writeFile(schemaFile, await dumpSchema(db.superuser));
  } finally {
    await db.stop();
  }
  process.stdout.write('Wrote db/schema.sql\n');
}
