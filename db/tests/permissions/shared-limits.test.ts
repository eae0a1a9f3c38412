import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allLimits } from '../../../api/src/rules/limits/all-limits.ts';
import { limitsIn, type SqlLimit, sqlLimits } from './sql-limits.ts';

// The numbers of api/src/rules/limits, which pages and the server use, are the limits that the database enforces, and it enforces no
// others.
let db: TestDatabase;
let limitsInSql: { readonly must: readonly SqlLimit[]; readonly may: readonly SqlLimit[] };
beforeAll(async () => {
  db = await startTestDatabase();
  limitsInSql = await sqlLimits(db.superuser);
});
afterAll(() => db.stop());

const claimed: readonly SqlLimit[] = allLimits.flatMap(({ limits, facts }) =>
  Object.entries(limits).flatMap(([name, most]) => (facts[name]?.sql ?? []).map((location) => ({ location, most }))),
);
const words = ({ location, most }: SqlLimit) => `${location}: ${most}`;
/** Returns what is in the first list and not in the second. */
const missing = (these: readonly SqlLimit[], those: readonly SqlLimit[]) => {
  const described = new Set(those.map(words));
  return [...new Set(these.map(words))].filter((each) => !described.has(each)).toSorted();
};

test('every limit of the database is in the table of limits', () => {
  expect(limitsInSql.must.length).toBeGreaterThan(120);
  expect(missing(limitsInSql.must, claimed)).toEqual([]);
});

test('every location that the table names has that number', () => {
  expect(missing(claimed, [...limitsInSql.must, ...limitsInSql.may])).toEqual([]);
});

test('a changed check and an unlisted one are found (control)', async () => {
  const client = await db.superuser.connect();
  try {
    await client.query('begin');
    await client.query('alter table app_public.clips drop constraint clips_description_check, add check (length(description) <= 2001)');
    await client.query(`create function app_public.limit_control(t text) returns void language plpgsql as $$
      begin if length(btrim(t)) > 77 then raise exception 'long'; end if; end $$`);
    const changed = await sqlLimits(client);
    expect(missing(changed.must, claimed)).toEqual(['app_public.clips.description: 2001', 'app_public.limit_control: 77']);
    expect(missing(claimed, [...changed.must, ...changed.may])).toEqual(['app_public.clips.description: 2000']);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a size is read in each form that functions compare it in', () => {
  expect(limitsIn('if (length(btrim((c).name)) between 1 and 80) is not true then x; end if; -- length(a) > 99\nlength(b) > 500')).toEqual([
    500, 80,
  ]);
  expect(limitsIn('if coalesce(cardinality(emails), 0) not between 1 and 50 then')).toEqual([50]);
  expect(limitsIn('order by a desc offset case when is_young then 9 else 29 end limit 1')).toEqual([10, 30]);
});
