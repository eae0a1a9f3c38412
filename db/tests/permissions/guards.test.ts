import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A guard refuses unless something is true. `if not (a or b)` does not refuse when that is NULL, so guards say `if (a or b) is not true`.
let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

/** `not` of what can be NULL: all but `is not …`, `not exists` and `not found`. */
const nullableNot = /(?<!\bis\s+)\bnot\b(?!\s+(?:exists\b|found\b|null\b))/i;

/** Guards that say `not` of what is never NULL. */
const neverNull = new Set(['coalesce(cardinality(emails), 0) not between 1 and 50']);

/** The conditions of a function that refuse by raising an error and let NULL through. */
function openGuards(source: string): string[] {
  const code = source
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ');
  return [...code.matchAll(/(?<!\bend )\b(?:if|elsif) ((?:(?! then ).)*) then raise\b/gi)]
    .map(([, condition = '']) => condition)
    .filter((condition) => nullableNot.test(condition) && !neverNull.has(condition));
}

test('no guard of a function lets NULL through @AUTH-03', async () => {
  const { rows } = await db.superuser.query<{ name: string; source: string }>(
    `select p.oid::regprocedure::text as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     join pg_language l on l.oid = p.prolang where n.nspname in ('app_public', 'app_private', 'auth') and l.lanname = 'plpgsql'`,
  );
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.flatMap(({ name, source }) => openGuards(source).map((guard) => `${name}: ${guard}`))).toEqual([]);
});

test.each([
  'if not (is_admin() or entry.book_id in (select my_book_ids())) then raise exception; end if;',
  'if me is null or not is_admin() then raise; end if;',
  'if days not between 1 and 10 then raise; end if;',
  'if a then b := 1; elsif me not in (select writers()) then raise; end if;',
])('such a guard is found: %s', (source) => {
  expect(openGuards(source)).toHaveLength(1);
});

test.each([
  'if (is_admin() or entry.book_id in (select my_book_ids())) is not true then raise exception; end if;',
  "if not found then raise exception 'if not this then'; end if;",
  'if not exists (select from t) and a is not null and b is not distinct from c then raise; end if;',
  '-- if not sure then ask\nif a then return; end if;',
])('such a guard is fine: %s', (source) => {
  expect(openGuards(source)).toEqual([]);
});
