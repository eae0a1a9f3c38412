import { createGraphQL } from '@newline/api/graphql/create-graphql';
import { withTypedKeys } from '@newline/api/database/typed-keys';
import { createLog } from '@newline/api/log';
import { asSuperuser, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClips, makeCourse, makeUser } from '../rows.ts';
import { schemaParts } from '../schema-parts.ts';

// PostGraphile's statements are changed by their text. This test fails if the library changes that text.

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

/** Returns a statement as the library writes it, which returns its keys. */
function lookupOf(types: readonly string[]): string {
  const keys = types.map((type, index) => `(ids.value->>${index})::${type} as "id${index}"`).join(', ');
  const keyColumns = types.map((_, index) => `keys."id${index}"::text as "${index}"`).join(', ');
  return `select found.*\nfrom (select ids.ordinality - 1 as idx, ${keys} from json_array_elements($2::json) with ordinality as ids) as keys,\nlateral (select ${keyColumns}, keys.idx::int, $1::text as other) as found;`;
}

describe('keys in typed arrays', () => {
  test.for<{ types: string[]; rows: unknown[][] }>([
    { types: ['"uuid"'], rows: [['00000000-0000-4000-8000-000000000001'], ['00000000-0000-4000-8000-000000000002']] },
    {
      types: ['"int4"', '"text"'],
      rows: [
        [1, 'one'],
        [2, null],
        [-3, 'quotes " \' \\ {a,b} and NULL'],
        [4, ''],
      ],
    },
    {
      types: ['"int8"', '"bool"'],
      rows: [
        ['9223372036854775807', true],
        [7, false],
      ],
    },
    { types: ['"text"[]'], rows: [['{a,b}'], ['{}'], [null]] },
    { types: ['"jsonb"'], rows: [[{ a: [1, 'b'] }], ['"text"'], [null]] },
    {
      types: ['"app_public"."topic"', '"app_public"."slug"'],
      rows: [
        ['ENGINEERING', 'a-b'],
        [null, 'c'],
      ],
    },
    { types: ['"app_public"."outline_line"'], rows: [['(,"a title",,,,,t,,)'], ['(,other,,,,,f,,)']] },
    { types: ['"uuid"'], rows: [] },
  ])('have the same values as in JSON: $types', async ({ types, rows }) => {
    const text = lookupOf(types);
    const values = ['other', JSON.stringify(rows)];
    const typed = withTypedKeys(text, values);
    expect(typed.text).not.toContain('json_array_elements');
    await asSuperuser(db, async (client) => {
      const expected = await client.query({ text, values, rowMode: 'array' });
      const actual = await client.query({ text: typed.text, values: typed.values, rowMode: 'array' });
      expect(actual.rows).toEqual(expected.rows);
      expect(actual.rows).toHaveLength(rows.length);
    });
  });

  test('are used in the statements that the library writes', async () => {
    const statements: string[] = [];
    db.app.on('connect', (client) => {
      const { query } = client;
      client.query = ((...args: unknown[]) => {
        statements.push(String((args[0] as { text?: string }).text));
        return Reflect.apply(query, client, args) as unknown;
      }) as typeof client.query;
    });
    const userId = await makeUser(db, 'Reader');
    const clips = await makeClips(db, await makeCourse(db), 3);
    const graphql = await createGraphQL({
      ...schemaParts,
      pool: db.app,
      startPool: db.superuser,
      log: createLog('fatal'),
      isProduction: true,
      persistedQueries: {},
      publicUrl: 'http://localhost',
    });
    const viewer = { role: 'learner', userId } as const;
    await db.superuser.query(
      `with d as (insert into app_public.discussions (clip_id) select unnest($1::uuid[]) returning id),
       c as (insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
         select id, $2, '{"type":"doc","content":[]}', 'Words', '<p>Words</p>' from d returning id, discussion_id)
       insert into app_public.notices (user_id, kind, discussion_id, comment_id) select $2, 'REPLY', discussion_id, id from c`,
      [clips, userId],
    );
    const { data } = await graphql.execute<{ ownNotices: { nodes: { discussion: { clip: { id: string } } }[] } }>({
      document: '{ ownNotices(first: 3) { nodes { discussion { clip { id } } } } }',
      viewer,
    });
    expect(data?.ownNotices.nodes.map(({ discussion }) => discussion.clip.id).toSorted()).toEqual([...clips].toSorted());
    expect(statements.filter((text) => text.includes('from json_array_elements(') && !text.includes('set_config'))).toEqual([]);
    // Control: some rows were looked up by keys.
    expect(statements.filter((text) => /\[ids\.n\] as "id0"/.test(text)).length).toBeGreaterThan(0);
  });
});

test('a statement of another form is unchanged', () => {
  for (const [text, values] of [
    ['select 1', []],
    ['select set_config(el->>0, el->>1, true) from json_array_elements($1::json) el', ['[]']],
    [lookupOf(['"uuid"']).replace('select found', 'select all found'), ['other', '[]', 'more']],
  ] as const) {
    expect(withTypedKeys(text, [...values])).toEqual({ text, values });
  }
});
