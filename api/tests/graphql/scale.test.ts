import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createGraphQL, type GraphQL } from '@newline/api/graphql/create-graphql';
import { withTypedKeys } from '@newline/api/database/typed-keys';
import { createLog } from '@newline/api/log';
import { asPerson, asSuperuser, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { persisted, queries, variablesOf } from './known-queries.ts';
import { type PlanNode, type RunPlan, tellPlans, type Walk, walksOf } from './plans-of.ts';
import { schemaParts } from '../schema-parts.ts';

// A large site: no query of a page may scan a growing table. In the full run the site has its full size; otherwise a fiftieth of it, and
// PostgreSQL's statistics pretend the rest.
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
const scale = isFullRun ? 1000 : 20;

/** Tables with a few rows for a title or a tag, whose visible rows may be listed once per statement. All others grow. */
const small = new Set([
  'courses',
  'books',
  'tags',
  'taggings',
  'contributions',
  'course_sections',
  'plans',
  'item_prices',
  'logos',
  'videos',
]);

let db: TestDatabase;
let compiling: GraphQL;
let planning: GraphQL;
let plans: RunPlan[];
/** Row counts of the growing tables, which the site is filled with. */
const sizes = new Map<string, number>();
const people = {} as Record<'visitor' | 'learner' | 'author' | 'admin', Person>;

beforeAll(async () => {
  db = await startTestDatabase({ demo: true });
  await db.superuser.query(
    `begin; set local newline.scale = ${scale}; ${await readFile(new URL('../../../db/tests/scale-fill.sql', import.meta.url), 'utf8')}; commit`,
  );
  await db.superuser.query('vacuum analyze');
  await db.superuser.query(
    `update pg_catalog.pg_class set reltuples = reltuples * $1 where reltuples >= 100 and relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)`,
    [1000 / scale],
  );
  const { rows } = await db.superuser.query<{ name: string; size: number }>(
    `select relname as name, (reltuples / $1)::int as size from pg_catalog.pg_class
     where relkind = 'r' and relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace) and reltuples / $1 >= $2`,
    // The demo's own data is too small to be realistic.
    [1000 / scale, isFullRun ? 5000 : 250],
  );
  for (const { name, size } of rows) if (!small.has(name)) sizes.set(name, size);
  const { rows: ids } = await db.superuser.query<Record<string, string>>(
    `select md5('scale person 1')::uuid as learner, (select user_id from app_public.contributions where user_id <> md5('scale person 1')::uuid
       group by user_id order by count(*) desc, user_id limit 1) as author, (select id from app_public.users where is_admin limit 1) as admin`,
  );
  people.visitor = { role: 'visitor', userId: null };
  people.learner = { role: 'learner', userId: ids[0]?.['learner'] ?? null };
  people.author = { role: 'learner', userId: ids[0]?.['author'] ?? null };
  people.admin = { role: 'admin', userId: ids[0]?.['admin'] ?? null };
  plans = await tellPlans(db);
  const options = {
    ...schemaParts,
    pool: db.app,
    startPool: db.superuser,
    log: createLog('fatal'),
    isProduction: true,
    persistedQueries: Object.fromEntries(Object.values(persisted).map((text) => [createHash('sha256').update(text).digest('hex'), text])),
    publicUrl: 'http://localhost',
  };
  compiling = await createGraphQL(options);
  planning = await createGraphQL({ ...options, isCompiling: false });
}, 900_000);
afterAll(() => db.stop());

test('the tables that grow are filled', () => {
  expect([...sizes.keys()]).toEqual(
    expect.arrayContaining([
      'articles',
      'clip_likes',
      'clips',
      'comments',
      'discussions',
      'lessons',
      'note_anchors',
      'notes',
      'notices',
      'user_progresses',
      'users',
    ]),
  );
});

/**
 * Queries that may scan a whole table: totals are counted, the sitemap lists all authors, staff list all users' articles, all books are ranked by the length of their
 * videos, and the smaller site has only the newest hundred titles.
 */
const counts: Readonly<Record<string, readonly string[]>> = {
  administrationOverview: ['users'],
  clipTotals: ['clips'],
  countedFacts: ['lessons', 'clips', 'enrollments'],
  editedPage: ['lessons', 'clips', 'enrollments'],
  booksExplorer: ['book_lessons'],
  categories: ['articles'],
  getTaggedContent: ['articles'],
  listedCounts: ['articles', 'clips'],
  listedUsernames: ['articles', 'users'],
  'studio as admin': ['articles'],
  ...(!isFullRun && { ownFigures: ['enrollments'] }),
};

describe('a query of our own pages', () => {
  test.for(queries)('$name scans no table that grows', async ({ text, operation, name }) => {
    const walks = new Map<string, Walk>();
    for (const [who, person] of Object.entries(people)) {
      const variables = await variablesOf(db, planning.schema, operation, person, 0, 4);
      for (const graphql of [compiling, planning]) {
        plans.length = 0;
        await graphql.execute({ document: text, variables, viewer: person });
        expect(plans.filter((plan) => plan.text.includes('from json_array_elements($'))).toEqual([]);
        for (const walk of plans.flatMap((plan) => walksOf(plan, sizes))) {
          if (!(counts[`${name} as ${who}`] ?? counts[name])?.includes(walk.table)) walks.set(`${who}: ${walk.table}, ${walk.how}`, walk);
        }
      }
    }
    expect([...walks].map(([what, { text: statement }]) => `${what}: ${statement.trim().slice(0, 300)}`)).toEqual([]);
  });
});

test('a query that scans a table is found @control', async () => {
  plans.length = 0;
  await asPerson(db, people.learner, (client) => client.query(`select id from app_public.comments where body_markdown like '%nowhere%'`));
  await asPerson(db, people.learner, (client) =>
    client.query(`select id from app_public.comments order by id offset ${scale * 400} limit 1`),
  );
  expect(plans.flatMap((plan) => walksOf(plan, sizes)).filter(({ table }) => table === 'comments').length).toBeGreaterThanOrEqual(2);
});

/** The plan for finding rows is made before it is known that there are none. */
const keysOfNothing: Readonly<Record<string, unknown>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  text: 'nowhere',
  int4: -1,
  date: '1970-01-01',
};

type Keyed = { table: string; columns: string[]; types: string[]; name: string };

/** Returns PostGraphile's statement to look up rows by keys. */
function lookupOf({ table, columns, types }: Keyed): string {
  const ids = types.map((type, index) => `(ids.value->>${index})::"${type}" as "id${index}"`).join(', ');
  const where = columns.map((column, index) => `rows.${column} = keys."id${index}"`).join(' and ');
  return `select found.*\nfrom (select ids.ordinality - 1 as idx, ${ids} from json_array_elements($1::json) with ordinality as ids) as keys,\nlateral (select rows.*, keys.idx from app_public.${table} as rows where ${where}) as found;`;
}

test('every row can be found through an index by each of its keys and references, for every role', async () => {
  const { rows: keys } = await db.superuser.query<Keyed>(
    `select c.relname as table, k.conname as name, array_agg(a.attname::text order by n.place) as columns, array_agg(t.typname::text order by n.place) as types
     from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid, unnest(k.conkey) with ordinality as n (number, place)
     join pg_catalog.pg_attribute a on a.attnum = n.number join pg_catalog.pg_type t on t.oid = a.atttypid
     where k.contype in ('p', 'u', 'f') and k.connamespace = 'app_public'::regnamespace and a.attrelid = k.conrelid and t.typtype = 'b'
     group by c.relname, k.conname order by 1, 2`,
  );
  const grown = keys.filter(({ table }) => sizes.has(table));
  expect(grown.some(({ columns }) => columns.length > 1)).toBe(true);
  expect(grown.flatMap(({ types }) => types)).toEqual(expect.arrayContaining(['uuid', 'text', 'int4']));
  const walks: string[] = [];
  const walksOfJson = new Set<string>();
  for (const key of grown) {
    const text = lookupOf(key);
    const values = [JSON.stringify(Array.from({ length: 5 }, () => key.types.map((type) => keysOfNothing[type])))];
    const typed = withTypedKeys(text, values);
    expect(typed.text).not.toContain('json_array_elements');
    for (const [who, person] of Object.entries(people)) {
      const explain = (statement: { text: string; values: readonly unknown[] }) =>
        asPerson(db, person, async (client) => {
          const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json) ${statement.text}`, [
            ...statement.values,
          ]);
          const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
          if (!root) throw new Error('expected one plan');
          return walksOf({ text: statement.text, root }, new Map([[key.table, Number.POSITIVE_INFINITY]]));
        });
      const isReadable = await asPerson(db, person, async (client) => {
        const { rows } = await client.query<{ can: boolean }>('select has_table_privilege($1, $2) as can', [
          `app_public.${key.table}`,
          'select',
        ]);
        return rows[0]?.can === true;
      });
      if (!isReadable) continue;
      for (const { how } of await explain(typed)) walks.push(`${key.name} as ${who}: ${how}`);
      if ((await explain({ text, values })).length > 0) walksOfJson.add(key.table);
    }
  }
  expect(walks).toEqual([]);
  // Control: as the library writes it, it scans the tables.
  expect([...walksOfJson]).toEqual(expect.arrayContaining(['comments', 'discussions', 'lessons', 'clips']));
});

test('a user’s data is exported and deleted without scanning a table', async () => {
  plans.length = 0;
  await asPerson(db, people.learner, (client) => client.query('select app_public.own_data()'));
  expect(plans.some(({ text }) => text.includes('app_public.comments'))).toBe(true);
  expect(plans.flatMap((plan) => walksOf(plan, sizes)).map(({ how, table }) => `${table}: ${how}`)).toEqual([]);
  await asSuperuser(db, async (client) => {
    const { rows: written } = await client.query<{ count: number }>('select count(*)::int from app_public.comments where user_id = $1', [
      people.learner.userId,
    ]);
    const comments = written[0]?.count ?? 0;
    expect(comments).toBeGreaterThanOrEqual(scale * 2);
    const workOf = async () => {
      const { rows } = await client.query<{ table: string; walked: number; fetched: number }>(
        `select relname as table, seq_tup_read::int as walked, coalesce(idx_tup_fetch, 0)::int as fetched from pg_catalog.pg_stat_xact_user_tables`,
      );
      return rows;
    };
    const before = new Map((await workOf()).map((row) => [row.table, row]));
    await client.query('delete from app_public.users where id = $1', [people.learner.userId]);
    const done = (await workOf()).map(({ table, walked, fetched }) => ({
      table,
      walked: walked - (before.get(table)?.walked ?? 0),
      fetched: fetched - (before.get(table)?.fetched ?? 0),
    }));
    expect(done.filter(({ table, walked }) => sizes.has(table) && walked > 0)).toEqual([]);
    expect(done.reduce((sum, { fetched }) => sum + fetched, 0) / comments).toBeLessThan(100);
  });
});
