import { readFile } from 'node:fs/promises';
import { committedMigrations, migrationsFolder } from '@newline/db/committed-migrations';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// A search for an object's name finds the one place that creates it.
const files = await Promise.all(
  (await committedMigrations()).map(async ({ name }) => ({ name, text: await readFile(`${migrationsFolder}/committed/${name}`, 'utf8') })),
);
const all = files.map(({ text }) => text).join('\n');

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

/** Returns how often each name is found, by the first group of the pattern. */
function count(pattern: RegExp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const match of all.matchAll(pattern)) {
    const name = match.slice(1).join(' ').replaceAll('"', '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Returns the names that a statement selects, without quotation marks. */
async function names(select: string): Promise<string[]> {
  return (await db.superuser.query<{ name: string }>(select)).rows.map(({ name }) => name.replaceAll('"', ''));
}

const ours = `in (select oid from pg_namespace where nspname in ('app_public', 'app_private', 'auth'))`;

describe.each([
  {
    kind: 'function and procedure',
    written: /^create (?:function|procedure) ([\w.]+)\s*\(/gm,
    live: `select format('%I.%I', n.nspname, p.proname) as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.pronamespace ${ours}`,
    dropped: /^drop (?:function|procedure) (?:if exists )?([\w.]+)/gm,
  },
  {
    kind: 'table',
    written: /^create table ([\w."]+)/gm,
    live: `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relnamespace ${ours} and c.relkind in ('r', 'p')`,
    dropped: /^drop table (?:if exists )?([\w."]+)/gm,
  },
  {
    kind: 'policy',
    written: /^create policy (\w+) on ([\w."]+)/gm,
    live: `select p.polname || ' ' || format('%I.%I', n.nspname, c.relname) as name from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
      where p.polname <> 'owner_all' and c.relnamespace ${ours}`,
    dropped: /^drop policy (?:if exists )?(\w+) on ([\w."]+)/gm,
  },
  {
    kind: 'table that secure_table closes',
    written: /^call app_private\.secure_table\('([^']+)'\)/gm,
    live: `select format('%I.%I', n.nspname, c.relname) as name from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
      where p.polname = 'owner_all' and c.relnamespace ${ours}`,
    dropped: /^drop table (?:if exists )?([\w."]+)/gm,
  },
  {
    kind: 'trigger',
    written: /^create (?:constraint )?trigger (\w+)\s[\s\S]*?\son ([\w."]+)/gm,
    live: `select t.tgname || ' ' || format('%I.%I', n.nspname, c.relname) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgfoid <> 'app_private.notify_tags'::regproc and c.relnamespace ${ours}`,
    dropped: /^drop trigger (?:if exists )?(\w+) on ([\w."]+)/gm,
  },
  {
    kind: 'index',
    written: /^create (?:unique )?index (\w+|"[^"]+") on /gm,
    live: `select quote_ident(c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace ${ours}
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`,
    dropped: /^drop index (?:if exists )?(?:\w+\.)?(\w+|"[^"]+")/gm,
  },
  {
    kind: 'type and domain',
    written: /^create (?:type|domain) ([\w.]+) as/gm,
    live: `select format('%I.%I', n.nspname, t.typname) as name from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
      where t.typnamespace ${ours} and (t.typtype in ('e', 'd') or t.typtype = 'c' and c.relkind = 'c')`,
    dropped: /^drop (?:type|domain) (?:if exists )?([\w.]+)/gm,
  },
])('each $kind', ({ written, live, dropped }) => {
  test('is created once, by its name', async () => {
    const rows = await names(live);
    const [created, gone] = [count(written), count(dropped)];
    const wanted = new Map<string, number>();
    for (const name of rows) wanted.set(name, (wanted.get(name) ?? 0) + 1);
    expect(wanted.size).toBeGreaterThan(5);
    expect([...wanted].filter(([name, times]) => (created.get(name) ?? 0) - (gone.get(name) ?? 0) !== times)).toEqual([]);
  });

  test('that is created exists, or a later migration drops it', async () => {
    const there = new Set(await names(live));
    const gone = count(dropped);
    expect([...count(written).keys()].filter((name) => !there.has(name) && !gone.has(name))).toEqual([]);
  });
});

test('the changes of each table that has notify_tags are announced by name', async () => {
  const rows = await names(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where t.tgfoid = 'app_private.notify_tags'::regproc`,
  );
  const announced = count(/^call app_private\.announce_changes\('([^']+)'/gm);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((name) => !announced.has(name))).toEqual([]);
});

test('are not written in loops: functions, policies or triggers', () => {
  const loops = files.flatMap(({ name, text }) =>
    [...text.matchAll(/^do \$\w*\$[\s\S]*?^end \$\w*\$;/gm)].map(([block]) => ({ name, block })),
  );
  expect(loops.filter(({ block }) => /create (?:or replace )?(?:policy|trigger|table|index)/i.test(block)).map(({ name }) => name)).toEqual(
    [],
  );
  expect(loops.filter(({ block }) => /format\([^)]*create (?:or replace )?function/i.test(block)).map(({ name }) => name)).toEqual([]);
});

test('migrations are numbered without gaps, one a feature', () => {
  expect(files.map(({ name }) => Number(name.slice(0, 6)))).toEqual(files.map((_, position) => position + 1));
  const features = files.map(({ name }) => name.slice(7));
  expect(new Set(features).size).toBe(features.length);
});

test('need nothing newer than PostgreSQL 15', () => {
  expect(
    files
      .filter(({ text }) => /\bis json\b|\bjson_array\(|\bjson_object\(|\bany_value\(|\bsystem_user\b/i.test(text))
      .map(({ name }) => name),
  ).toEqual([]);
});

test('each run in a transaction: none turns it off', () => {
  expect(files.filter(({ text }) => /^--!\s*no-transaction/m.test(text)).map(({ name }) => name)).toEqual([]);
});
