import { asSuperuser, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, idOf } from '../permissions/world.ts';

// A CHECK accepts NULL. For one nullable column that is intended: there is nothing to check. A comparison of two columns is NULL if one of
// them is, and a missing JSON key is NULL too: those must be decided.
let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
});
afterAll(() => db.stop());

type Column = { name: string; type: string; isNullable: boolean; label: string | null };
type Check = { table: string; name: string; expression: string; columns: Column[] };

async function readChecks(client: pg.PoolClient): Promise<readonly Check[]> {
  const { rows } = await client.query<Check>(`
    select k.conrelid::regclass::text as "table", k.conname as name, pg_get_expr(k.conbin, k.conrelid) as expression,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(case when t.typtype = 'd' then t.typbasetype else t.oid end, null),
        'isNullable', not a.attnotnull, 'label', (select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder limit 1)))
        from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
    from pg_constraint k where k.contype = 'c' and k.conrelid <> 0
      and k.connamespace in ('app_public'::regnamespace, 'app_private'::regnamespace, 'auth'::regnamespace) order by 1, 2`);
  return rows;
}

/** Returns a value of a type. */
function valueOf({ type, label }: Column): string {
  if (label !== null) return `'${label}'::${type}`;
  if (type.endsWith('[]')) return `'{}'::${type}`;
  if (/int|numeric|double/.test(type)) return `1::${type}`;
  if (/time|date/.test(type)) return `now()::${type}`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'boolean') return 'true';
  if (type === 'jsonb') return `'{"type": "doc", "content": []}'::jsonb`;
  return `'x'::${type}`;
}

/** Returns the result of a check for a row. */
async function ask(
  client: pg.PoolClient,
  { expression, columns }: Check,
  values: Readonly<Record<string, string>>,
): Promise<boolean | null> {
  const row = columns.map((column) => `${values[column.name] ?? valueOf(column)} as "${column.name}"`).join(', ');
  const { rows } = await client.query<{ answer: boolean | null }>(`select (${expression}) as answer from (select ${row}) as t`);
  return rows[0]?.answer ?? null;
}

/** Returns the columns of a check over several nullable ones for which it returns NULL. */
async function undecided(client: pg.PoolClient, check: Check): Promise<string[]> {
  const nullable = check.columns.filter(({ isNullable }) => isNullable);
  if (nullable.length < 2) return [];
  const problems: string[] = [];
  for (const { name, type } of nullable)
    if ((await ask(client, check, { [name]: `null::${type}` })) === null) problems.push(`${check.table} ${check.name}: ${name}`);
  return problems;
}

test('a check over several nullable columns still decides when one of them is NULL', async () => {
  await asSuperuser(db, async (client) => {
    const checks = await readChecks(client);
    const several = checks.filter(({ columns }) => columns.filter(({ isNullable }) => isNullable).length > 1);
    expect(several.length).toBeGreaterThan(20);
    const problems: string[] = [];
    for (const check of several) problems.push(...(await undecided(client, check)));
    expect(problems).toEqual([]);
    // The control: how the range of an annotation was checked.
    const anchors = several.find(({ name }) => name === 'working_anchors_range_check');
    expect(
      await undecided(client, { ...(anchors ?? { table: '', name: '', columns: [] }), expression: 'range_to >= range_from' }),
    ).toHaveLength(2);
  });
});

/** The content of a JSON column: a document, an object, a list of pairs, or a copy of a checked column. */
const jsonColumns: Readonly<Record<string, 'doc' | 'object' | 'array' | 'copy'>> = {
  'app_private.article_bodies.body_delta': 'doc',
  'app_private.article_bodies.drawings': 'array',
  'app_private.article_revision_texts.body_delta': 'doc',
  'app_private.deleted_comment_bodies.body_delta': 'copy',
  'app_private.hidden_comment_bodies.body_delta': 'copy',
  'app_private.imports.choice': 'object',
  'app_private.imports.report': 'object',
  'app_private.lesson_bodies.body_delta': 'doc',
  'app_private.lesson_bodies.drawings': 'array',
  'app_private.lesson_revision_texts.body_delta': 'doc',
  'app_private.moved_note_texts.body_delta': 'copy',
  'app_private.moved_texts.body_delta': 'copy',
  'app_private.page_bodies.body_delta': 'doc',
  'app_private.page_bodies.drawings': 'array',
  'app_private.page_revision_texts.body_delta': 'doc',
  'app_public.audit_log.details': 'object',
  'app_public.books.dependencies': 'object',
  'app_public.books.faq': 'array',
  'app_public.books.resources': 'array',
  'app_public.comments.body_delta': 'doc',
  'app_public.comments.body_drawings': 'array',
  'app_public.courses.dependencies': 'object',
  'app_public.courses.faq': 'array',
  'app_public.courses.resources': 'array',
  'app_public.discussion_selections.delta': 'copy',
  'app_public.page_layouts.sections': 'array',
  'app_public.site_settings.claims': 'array',
  'app_public.site_settings.footer_links': 'array',
  'app_public.site_settings.navigation': 'array',
  'app_public.site_settings.profiles': 'array',
};
const shapes = {
  doc: ['{"type": "doc", "content": []}'],
  object: ['{}', '{"a": 1}'],
  array: ['[]'],
} as const;
const wrongShapes = {
  doc: [
    '{}',
    '[]',
    'null',
    '1',
    '"doc"',
    '{"type": "doc"}',
    '{"content": []}',
    '{"type": null, "content": []}',
    '{"type": "doc", "content": {}}',
    '{"type": "doc", "content": null}',
    '{"type": "paragraph", "content": []}',
    '[{"type": "doc", "content": []}]',
  ],
  object: ['[]', 'null', '1', '"a"', 'true'],
  array: ['{}', 'null', '1', '"a"', '{"0": 1}'],
} as const;

describe('a JSON column', () => {
  test('is listed', async () => {
    const { rows } = await db.superuser.query<{ name: string }>(`
      select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.atttypid in ('jsonb'::regtype, 'json'::regtype)
        and c.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace, 'auth'::regnamespace)`);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(jsonColumns));
  });

  const checked = Object.entries(jsonColumns).flatMap(([name, kind]) => (kind === 'copy' ? [] : [{ name, kind }]));
  test.each(checked)('$name accepts a $kind and nothing else', async ({ name, kind }) => {
    const [, table = '', column = ''] = /^(.*)\.([^.]+)$/.exec(name) ?? [];
    await asSuperuser(db, async (client) => {
      const checks = (await readChecks(client)).filter(
        (check) => check.table === table && check.columns.some((each) => each.name === column),
      );
      const isRefused = async (json: string, selected = checks) => {
        for (const check of selected) {
          await client.query('savepoint check_shape');
          // An error, such as the length of something that isn't an array, refuses the value as well.
          const answer = await ask(client, check, { [column]: `'${json}'::jsonb` }).catch(() => false);
          await client.query('rollback to check_shape');
          if (answer === false) return true;
        }
        return false;
      };
      const taken: string[] = [];
      for (const json of wrongShapes[kind]) if (!(await isRefused(json))) taken.push(json);
      expect(taken).toEqual([]);
      // The right shape depends on other columns; the rows below are complete.
      const ofIt = checks.filter(({ columns }) => columns.length === 1);
      for (const json of shapes[kind]) expect(await isRefused(json, ofIt), json).toBe(false);
    });
  });

  const lesson = idOf('lesson course published');
  const article = idOf('article published');
  const empty = `block_ids = '{}', block_html = '{}', block_markdown = '{}', block_text = '{}', block_lengths = '{}', free_blocks = null, drawings = null`;
  test.each([
    {
      constraint: 'lesson_bodies_shape_check',
      statement: `update app_private.lesson_bodies set ${empty}, body_delta = $1 where lesson_id = '${lesson}'`,
    },
    {
      constraint: 'article_bodies_shape_check',
      statement: `update app_private.article_bodies set ${empty}, body_delta = $1 where article_id = '${article}'`,
    },
    {
      constraint: 'lesson_revision_texts_shape_check',
      statement: `update app_private.lesson_revision_texts set body_delta = $1 where revision_id in (select id from app_public.lesson_revisions where lesson_id = '${lesson}')`,
    },
    {
      constraint: 'article_revision_texts_shape_check',
      statement: `update app_private.article_revision_texts set body_delta = $1 where revision_id in (select id from app_public.article_revisions where article_id = '${article}')`,
    },
    {
      constraint: 'comments_shape_check',
      statement: `update app_public.comments set body_delta = $1, body_drawings = null where id = '${idOf('comment learner clip course published')}'`,
    },
  ])('$constraint refuses a wrong shape when it is written, and accepts a right one', async ({ constraint, statement }) => {
    await asSuperuser(db, async (client) => {
      const write = async (json: string) => {
        await client.query('savepoint write');
        try {
          return (await client.query(statement, [json])).rowCount;
        } catch (error) {
          return error instanceof Error && 'code' in error ? error.code : error;
        } finally {
          await client.query('rollback to write');
        }
      };
      for (const json of wrongShapes.doc) expect(['23514', '22023'], `${json} in ${constraint}`).toContain(await write(json));
      expect(await write('{"type": "doc", "content": []}')).toBe(1);
      // This constraint refuses a document without content.
      await expect(client.query(statement, ['{"type": "doc"}'])).rejects.toMatchObject({ code: '23514', constraint });
    });
  });
});

test('the range of an annotation in a working text has two ends or none', async () => {
  await asSuperuser(db, async (client) => {
    const write = async (from: number | null, to: number | null) => {
      await client.query('savepoint write');
      const answer = await client
        .query('update app_private.working_anchors set range_from = $1, range_to = $2', [from, to])
        .then(({ rowCount }) => (rowCount ?? 0) > 0)
        .catch((error: unknown) => (error instanceof Error && 'constraint' in error ? error.constraint : error));
      await client.query('rollback to write');
      return answer;
    };
    for (const [from, to] of [
      [1, null],
      [null, 1],
      [2, 1],
    ] as const)
      expect(await write(from, to)).toBe('working_anchors_range_check');
    for (const [from, to] of [
      [1, 2],
      [2, 2],
      [null, null],
    ] as const)
      expect(await write(from, to)).toBe(true);
  });
});

test.each([
  ['app_public.entitlements', 'ends_at'],
  ['app_public.subscriptions', 'period_ends_at'],
  ['app_public.suspensions', 'ends_at'],
  ['app_public.courses', 'published_at'],
  ['app_public.books', 'published_at'],
  ['app_public.articles', 'published_at'],
])('a time that a mutation writes is finite: %s %s @ADMIN-01', async (table, column) => {
  await asSuperuser(db, async (client) => {
    const { rowCount } = await client.query(`update ${table} set ${column} = now() + interval '20 years'`);
    expect(rowCount).toBeGreaterThan(0);
    await expect(client.query(`update ${table} set ${column} = 'infinity'`)).rejects.toMatchObject({
      constraint: `${table.replace('app_public.', '')}_time_check`,
    });
  });
});
