import type pg from 'pg';
import type { RowKind } from './row-conditions.ts';
import { rowKinds } from './rows.ts';
import { idOf, people } from './world.ts';

/** One line of the matrix: four characters per column, for SELECT, INSERT, UPDATE and DELETE. */
export type MatrixLine = { table: string; name: string; cells: string[] };

type Column = { title: string; role: string; userId: string | null };

/** The roles that are tested: the seven users, then the login of sign-in and the owner, as whom definer functions run. */
const columns: readonly Column[] = [
  ...Object.entries(people).map(([title, { role, userId }]) => ({ title, role: `newline_${role}`, userId })),
  { title: 'sign-in', role: 'newline_auth', userId: null },
  { title: 'owner', role: 'newline_owner', userId: null },
];

/** Not tested, because there is no such row, such as a visitor's own. */
const nothing = '    ';

/**
 * Defines `pg_temp.attempt`, which tries one operation on one row as one user and leaves no trace. It returns the letter of the operation
 * if it succeeded, `.` if no such row is visible, `-` if it is refused, `!` for another error.
 */
export async function prepareMatrix(superuser: pg.ClientBase): Promise<void> {
  await superuser.query(`
    create temporary table written_columns as
      select a.attrelid as target, p.privilege, true as is_app,
        array_agg(quote_ident(a.attname) order by a.attnum) as names
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace, unnest(array['INSERT', 'UPDATE']) as p (privilege)
      where n.nspname in ('app_public', 'app_private', 'auth') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and has_column_privilege('newline_admin', c.oid, a.attnum, p.privilege)
      group by 1, 2
      union all
      select a.attrelid, p.privilege, false, array_agg(quote_ident(a.attname) order by a.attnum)
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace, unnest(array['INSERT', 'UPDATE']) as p (privilege)
      where n.nspname in ('app_public', 'app_private', 'auth') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by 1, 2;

    create function pg_temp.attempt(person_role text, person text, operation text, target regclass, row_where text) returns text
    language plpgsql as $$
    declare
      entry jsonb;
      changed int;
      place tid;
      -- A request writes the columns that are granted to it, so that a column revoked by mistake is noticed.
      names text[] := (select w.names from written_columns w where w.target = attempt.target and w.privilege = operation
        order by w.is_app = (person_role not in ('newline_auth', 'newline_owner')) desc limit 1);
    begin
      execute format('select to_jsonb(t), t.ctid from %s t where %s', target, row_where) into strict entry, place;
      if operation = 'INSERT' then
        -- The same row anew: it is taken away first, so that nothing but a permission can be in the way.
        execute format('delete from %s where %s', target, row_where);
      end if;
      perform set_config('newline.user_id', coalesce(person, ''), true), set_config('role', person_role, true);
      if operation = 'SELECT' then
        execute format('select * from %s where %s', target, row_where);
      elsif operation = 'INSERT' then
        execute format('insert into %s (%s) select %2$s from jsonb_populate_record(null::%1$s, $1)', target, array_to_string(names, ', ')) using entry;
      elsif operation = 'UPDATE' then
        execute format('update %s set %s where %s', target, (select string_agg(n || ' = ' || n, ', ') from unnest(names) n), row_where);
      else
        execute format('delete from %s where %s', target, row_where);
      end if;
      get diagnostics changed = row_count;
      if changed = 0 and operation in ('UPDATE', 'DELETE') then
        -- A statement that reads nothing is not bound by the policies for SELECT: it might write what it cannot see.
        if operation = 'UPDATE' then
          -- Without the unique columns, which could not be written twice anyway, and names, since nobody may bear one of staff.
          names := array(select n from unnest(names) n where (target, n) <> ('app_public.users'::regclass, 'name') and not exists (select from pg_index i join pg_attribute a
            on a.attrelid = i.indrelid and a.attnum = any (i.indkey) where i.indrelid = target and i.indisunique and quote_ident(a.attname) = n));
          execute format('update %s set (%s) = (select %2$s from jsonb_populate_record(null::%1$s, $1))', target, array_to_string(names, ', ')) using entry;
        else
          execute format('delete from %s', target);
        end if;
        perform set_config('role', 'none', true);
        execute format('select 1 where not exists (select from %s where ctid = $1)', target) using place;
        get diagnostics changed = row_count;
      end if;
      raise exception using errcode = 'NLOK0', message = changed::text;
    exception
      when sqlstate 'NLOK0' then return case sqlerrm when '0' then '.' when '1' then left(operation, 1) else '!' end;
      when insufficient_privilege then return '-';
      when no_data_found then return '?';
      when others then raise warning '% on % where % as %: %', operation, target, row_where, person_role, sqlerrm; return '!';
    end $$`);
}

/** The part of the matrix to test; omitted properties mean all. */
export type MatrixPart = { table?: string; operations?: readonly Operation[]; roles?: readonly string[] };

export type Operation = (typeof operations)[number];
const operations = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

/** Tests the database. Needs `prepareMatrix` and the test data on the same connection. Characters of other parts are blank. */
export async function readMatrix(superuser: pg.ClientBase, part: MatrixPart = {}): Promise<MatrixLine[]> {
  const selected = rowKinds.filter((kind) => part.table === undefined || kind.table === part.table);
  const tries = selected.flatMap((kind) =>
    columns.map((column) => ({
      role: column.role,
      person: column.userId,
      table: quote(kind.table),
      where: isAsked(column, part) ? whereFor(kind, column) : null,
    })),
  );
  const { rows } = await superuser.query<{ cell: string }>(
    `select case when t.row_where is null then $1 else (select string_agg(case when operation = any ($2)
         then pg_temp.attempt(t.person_role, t.person, operation, t.target::regclass, t.row_where) else ' ' end, '' order by o)
         from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) with ordinality as op (operation, o)) end as cell
     from unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality as t (person_role, person, target, row_where, n) order by n`,
    [
      nothing,
      part.operations ?? operations,
      tries.map(({ role }) => role),
      tries.map(({ person }) => person),
      tries.map((one) => one.table),
      tries.map(({ where }) => where),
    ],
  );
  const cells = rows.map(({ cell }) => cell);
  return selected.map(({ table: of, name }, index) => ({
    table: of,
    name,
    cells: cells.slice(index * columns.length, (index + 1) * columns.length),
  }));
}

/** Returns the characters of a line that belong to `part`: the rest is blanked, so that it compares with a result of `readMatrix`. */
export function onlyPart(line: MatrixLine, part: MatrixPart): MatrixLine {
  const selected = part.operations ?? operations;
  const cells = line.cells.map((cell, index) => {
    const column = columns[index];
    if (column === undefined || !isAsked(column, part)) return nothing;
    return [...cell].map((sign, of) => (selected.some((operation) => operations.indexOf(operation) === of) ? sign : ' ')).join('');
  });
  return { ...line, cells };
}

/** Returns the matrix as Markdown, with one line per kind of row. */
export function printMatrix(lines: readonly MatrixLine[]): string[] {
  const heads = ['table', 'row', ...columns.map(({ title }) => title)];
  const rows = lines.map(({ table, name, cells }) => [table, name, ...cells]);
  const widths = heads.map((head, index) => Math.max(head.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const print = (row: readonly string[]) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [print(heads), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(print)];
}

function isAsked(column: Column, part: MatrixPart): boolean {
  return part.roles === undefined || part.roles.includes(column.role);
}

/** Returns the condition for one column, or null if it has no such row: a visitor has nothing of their own. */
function whereFor(kind: RowKind, column: Column): string | null {
  const isPerson = column.role !== 'newline_auth' && column.role !== 'newline_owner';
  const me = isPerson ? column.userId : idOf('learner');
  if (kind.where.includes('{me}') && me === null) return null;
  const them = idOf(me === idOf('learner') ? 'other' : 'learner');
  return kind.where.replaceAll('{me}', `'${me ?? ''}'`).replaceAll('{them}', `'${them}'`);
}

/** Returns the name of a table as SQL writes it. */
export function quote(table: string): string {
  return table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}
