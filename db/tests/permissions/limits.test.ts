import { readFile } from 'node:fs/promises';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TableLimit, tableLimits } from './table-limits.ts';

// Every table states what limits its rows, and the statement is compared with the system catalog.
let db: TestDatabase;
type Table = {
  name: string;
  keys: string[];
  references: string[];
  /** The argument of the trigger count_new_row. */
  daily: string | null;
  isOpen: boolean;
};
let tables: readonly Table[];
let functions: ReadonlyMap<string, string>;

beforeAll(async () => {
  db = await startTestDatabase();
  ({ rows: tables } = await db.superuser.query<Table>(`
    select c.oid::regclass::text as name,
      array(select string_agg(a.attname, ', ' order by a.attname) from pg_index i, unnest(i.indkey::int[]) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k
        where i.indrelid = c.oid and i.indisunique and i.indpred is null group by i.indexrelid) as keys,
      array(select k.confrelid::regclass::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as "references",
      (select split_part(encode(t.tgargs, 'escape'), '\\000', 2) from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'count_new_row') as daily,
      has_any_column_privilege('newline_admin', c.oid, 'insert') as "isOpen"
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace, 'auth'::regnamespace)`));
  const { rows } = await db.superuser.query<{ name: string; source: string }>(
    `select p.oid::regprocedure::text as name, p.prosrc as source from pg_proc p
     where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace, 'auth'::regnamespace)`,
  );
  functions = new Map(rows.map(({ name, source }) => [name, source]));
});

afterAll(() => db.stop());

/** Returns what is wrong with a table's statement; null if it is true. */
function faultOf(table: Table, limit: TableLimit | undefined): string | null {
  if (!limit) return `${table.name}: nothing says what bounds its rows`;
  if ('onePer' in limit) return table.keys.includes(limit.onePer) ? null : `${table.name}: there is no unique key (${limit.onePer})`;
  if ('of' in limit)
    return table.references.includes(limit.of) || limit.of === 'auth."user"' ? null : `${table.name}: it does not refer to ${limit.of}`;
  if ('counted' in limit) {
    const isChecked =
      limit.counted === 'app_private.count_new_row()'
        ? table.daily === limit.at
        : new RegExp(`\\b${limit.at}\\b`).test(functions.get(limit.counted) ?? '');
    return isChecked ? null : `${table.name}: ${limit.counted} does not refuse at ${limit.at}`;
  }
  return table.isOpen ? `${table.name}: users insert rows themselves, so a key or a count has to bound them` : null;
}

test('every table states what limits its rows, and it is true @AUTH-03', () => {
  expect(tables.length).toBeGreaterThan(90);
  expect(tables.map((table) => faultOf(table, tableLimits[table.name])).filter((fault) => fault !== null)).toEqual([]);
  const names = new Set(tables.map(({ name }) => name));
  expect(Object.keys(tableLimits).filter((name) => !names.has(name))).toEqual([]);
});

test('a wrong or missing entry is found', () => {
  const table: Table = { name: 't', keys: ['a, b'], references: ['app_public.users'], daily: '60', isOpen: true };
  const counted = { counted: 'app_private.count_new_row()', at: '60' };
  for (const limit of [{ onePer: 'a, b' }, { of: 'app_public.users', why: 'one' }, counted]) expect(faultOf(table, limit)).toBeNull();
  for (const limit of [
    undefined,
    { onePer: 'a' },
    { of: 'app_public.clips', why: 'one' },
    { ...counted, at: '6' },
    { counted: 'app_private.seconds_to_wait(uuid)', at: '7777' },
    { by: 'jobs', why: 'few' } as const,
  ])
    expect(faultOf(table, limit)).not.toBeNull();
});

test('docs/limits.md has everything that is counted per user', async () => {
  const docs = await readFile(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
  const kinds = [...functions.values()].flatMap((source) =>
    [...source.matchAll(/use_quota\('([^']+)', (\d+),/g)].map(([, kind, at]) => ({ kind, at })),
  );
  const { rows } = await db.superuser.query<{ kind: string; at: string }>(
    `select split_part(encode(t.tgargs, 'escape'), '\\000', 1) as kind, split_part(encode(t.tgargs, 'escape'), '\\000', 2) as at from pg_trigger t where t.tgname = 'count_new_row'`,
  );
  expect(rows.length + kinds.length).toBeGreaterThan(9);
  for (const { kind, at } of [...rows, ...kinds]) {
    const line = docs.split('\n').find((each) => each.startsWith(`| ${kind} `));
    expect(line ?? '', `a row for ${kind}`).toContain(Number(at).toLocaleString('en'));
  }
});
