import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGuards } from './open-guards.ts';
import { buildWorld, people } from './world.ts';

// A guard refuses unless something is true. `if not (a or b)` doesn't refuse if that is NULL, so guards say `if (a or b) is not true`.
let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
});
afterAll(() => db.stop());

type Source = { name: string; source: string };
const readSources = async (): Promise<readonly Source[]> =>
  (
    await db.superuser.query<Source>(
      `select p.oid::regprocedure::text as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       join pg_language l on l.oid = p.prolang where n.nspname in ('app_public', 'app_private', 'auth') and l.lanname = 'plpgsql'`,
    )
  ).rows;

test('no guard of a function lets NULL through @AUTH-03', async () => {
  const sources = await readSources();
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(({ name, source }) => openGuards(source).map((guard) => `${name}: ${guard}`))).toEqual([]);
});

test.each([
  'if not (is_admin() or entry.book_id in (select my_book_ids())) then raise exception; end if;',
  'if me is null or not is_admin() then raise; end if;',
  'if days not between 1 and 10 then raise; end if;',
  'if a then b := 1; elsif me not in (select writers()) then raise; end if;',
  'if entry.user_id <> me then raise exception; end if;',
  'if entry.user_id != me then return null; end if;',
  "if name !~ '^[a-z]+$' then raise; end if;",
  "if name !~* 'x' or name !~~ 'y' then raise; end if;",
  "if address not like '/media/%' then raise; end if;",
  "if address not ilike 'x' then raise; end if;",
  "if address not similar to 'x' then raise; end if;",
  'if me <> all (writers) then return false; end if;',
  // A row whose column is NULL is skipped here.
  'if exists (select from t where t.owner_id <> me) then raise; end if;',
  // The first half decides nothing about the second.
  'if (a = b) is not true or c <> d then raise; end if;',
  'if a is distinct from b and c <> d then raise; end if;',
  'if coalesce(a, 1) <> b then raise; end if;',
])('such a guard is found: %s', (source) => {
  expect(openGuards(source)).toHaveLength(1);
});

test.each([
  'if (is_admin() or entry.book_id in (select my_book_ids())) is not true then raise exception; end if;',
  "if not found then raise exception 'if not this then'; end if;",
  'if not exists (select from t) and a is not null and b is not distinct from c then raise; end if;',
  '-- if not sure then ask\nif a then return; end if;',
  'if (entry.user_id <> me) is not false then raise; end if;',
  'if (a not in (select b) and (c <> d)) is true then raise; end if;',
  'if entry.user_id is distinct from me then raise; end if;',
  'if num_nonnulls(a, b) <> 1 then raise; end if;',
  "if coalesce(currency, '') !~ '^[A-Z]{3}$' then raise; end if;",
  // The code after it isn't a guard.
  'if a <> b then c := 1; end if; if d then raise; end if;',
])('such a guard is fine: %s', (source) => {
  expect(openGuards(source)).toEqual([]);
});

test('functions that guards and policies call return true or false, even for NULL @AUTH-03', async () => {
  /** These can return NULL; the reason says why that grants nothing. */
  const mayBeNull: Readonly<Record<string, string>> = {
    'app_private.is_loose_term': 'asked by the search alone, about terms that it found',
    'app_private.is_reserved_name': 'the guards say `is not false`, and both columns are never NULL',
    'app_private.is_unspaced': 'asked by the search alone, about terms that it found',
    'app_public.articles_is_cut': 'asked by pages alone: there is no text',
    'app_public.lessons_is_cut': 'asked by pages alone: there is no text',
    'app_public.lessons_is_empty': 'asked by the outline alone: NULL for those who do not write the lesson',
    'app_public.lessons_will_open': 'asked by the outline alone: NULL for those who do not write the lesson',
  };
  const sources = [...(await readSources()).map(({ source }) => source)];
  const { rows: policies } = await db.superuser.query<{ text: string }>(
    `select concat_ws(' ', qual, with_check) as text from pg_policies where schemaname in ('app_public', 'app_private', 'auth')`,
  );
  sources.push(...policies.map(({ text }) => text));
  const { rows: functions } = await db.superuser.query<{ name: string; args: string[] }>(
    `select p.oid::regproc::text as name, array(select format_type(t, null) from unnest(p.proargtypes::oid[]) t) as args from pg_proc p
     where p.prorettype = 'bool'::regtype and p.provolatile <> 'v' and p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace, 'auth'::regnamespace)`,
  );
  const nullable = new Set<string>();
  const client = await db.superuser.connect();
  try {
    for (const { userId } of [people.visitor, people.learner, people.author, people.admin]) {
      await client.query("select set_config('newline.user_id', $1, false)", [userId ?? '']);
      for (const { name, args } of functions) {
        const { rows } = await client.query<{ answer: boolean | null }>(
          `select ${name}(${args.map((type) => `null::${type}`).join(', ')}) as answer`,
        );
        if (rows[0]?.answer === null) nullable.add(name);
      }
    }
  } finally {
    client.release(true);
  }
  expect(functions.length).toBeGreaterThan(30);
  expect([...nullable].toSorted()).toEqual(Object.keys(mayBeNull).toSorted());
  // No guard or policy calls one of the pages' functions.
  const pageFunctions = Object.keys(mayBeNull).filter((name) => name.startsWith('app_public.'));
  expect(pageFunctions.filter((name) => sources.some((text) => text.includes(`${name}(`)))).toEqual([]);
});
