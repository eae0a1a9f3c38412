import { readFile } from 'node:fs/promises';
import { asPerson, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '../permissions/world.ts';

// The plans of the most frequent queries, under row-level security, in a database with 10,000 clips and a clip with 10,000 comments. The
// benchmark measures how long they take; here no page may read or sort a whole table.
let db: TestDatabase;

const people = {
  visitor: { role: 'visitor', userId: null },
  learner: { role: 'learner', userId: idOf('person 1') },
} as const satisfies Record<string, Person>;

beforeAll(async () => {
  db = await startTestDatabase();
  await db.superuser.query(
    `begin; set local newline.clips = 10000; ${await readFile(new URL('explain-fill.sql', import.meta.url), 'utf8')}; commit`,
  );
  await db.superuser.query('vacuum analyze');
}, 120_000);

afterAll(() => db.stop());

describe.each(Object.entries(people))('for a %s', (_, person) => {
  const newest = 'where video_url is not null and is_listed order by created_at desc, id desc';

  test('the first page of clips reads its own rows from the index @CLIP-01', async () => {
    const plan = await explain(person, `select * from app_public.clips ${newest} limit 30`);
    expectPlan(plan, { uses: ['clips_listed_idx'], readsOf: 'clips', atMost: 60 });
    expectClipsAlone(plan);
  });

  test('clips are counted in a query of their own @CLIP-01', async () => {
    const plan = await explain(
      person,
      'select count(*) filter (where is_short), count(*) from app_public.clips where video_url is not null and is_listed',
    );
    expectClipsAlone(plan);
  });

  test('a page of clips by offset skips in the index, without reading what it skips @CLIP-01', async () => {
    // As the API queries it: the page begins at a row that is found by its number.
    const plan = await explain(
      person,
      `select * from app_public.clips where video_url is not null and is_listed and (created_at, id) <= (select created_at, id from app_public.clips ${newest} offset 3000 limit 1)
       order by created_at desc, id desc limit 30`,
    );
    expectPlan(plan, { uses: ['clips_listed_idx'] });
    const scans = plan.nodes.filter((node) => node['Relation Name'] === 'clips');
    expect(scans.map((node) => node['Node Type']).toSorted(), plan.text).toEqual(['Index Only Scan', 'Index Scan']);
    expect(scans.find((node) => node['Node Type'] === 'Index Scan')?.['Actual Rows'], plan.text).toBeLessThanOrEqual(60);
  });

  test('a page of clips by plain offset stops when it is full @CLIP-01', async () => {
    const plan = await explain(person, `select * from app_public.clips ${newest} limit 30 offset 3000`);
    expectPlan(plan, { uses: ['clips_listed_idx'], readsOf: 'clips', atMost: 4500 });
  });

  test('a page of clips by cursor begins at its row, however far down @CLIP-01', async () => {
    const { rows } = await db.superuser.query<{ at: string; id: string }>(
      `select created_at::text as at, id from app_public.clips ${newest} limit 1 offset 8000`,
    );
    const plan = await explain(
      person,
      `select * from app_public.clips where video_url is not null and is_listed and (created_at, id) < ('${rows[0]?.at}', '${rows[0]?.id}')
      order by created_at desc, id desc limit 30`,
    );
    expectPlan(plan, { uses: ['clips_listed_idx'], readsOf: 'clips', atMost: 60 });
  });

  test('the clips of a course come from an index of their own', async () => {
    const plan = await explain(
      person,
      `select * from app_public.clips where course_id = '${idOf('course 839')}' order by created_at desc limit 5`,
    );
    expectPlan(plan, { uses: ['clips_course_id_created_at_idx'], readsOf: 'clips', atMost: 10 });
  });

  test('a user’s own like, bookmark and share of a clip are found by user and clip @CLIP-01', async () => {
    const plan = await explain(person, `select * from app_public.clip_likes where clip_id = '${idOf('clip 2')}'`);
    expectPlan(plan, { uses: [], readsOf: 'clip_likes', atMost: 1 });
  });

  test('the discussions of a clip come newest first from an index @DISC-05', async () => {
    const plan = await explain(
      person,
      `select * from app_public.discussions where clip_id = '${idOf('clip 2')}' order by created_at desc, id desc limit 20`,
    );
    expectPlan(plan, { uses: ['discussions_clip_id_created_at_id_idx'], readsOf: 'discussions', atMost: 40 });
  });

  test('the top-level comments of a long discussion come in order from an index @DISC-05', async () => {
    const plan = await explain(
      person,
      `select * from app_public.comments where discussion_id = '${idOf('discussion 1')}' and parent_id is null order by created_at, id limit 50`,
    );
    expectPlan(plan, { uses: ['comments_top_idx'], readsOf: 'comments', atMost: 150 });
  });

  test('a page of comments of a long discussion looks its discussion up, and never lists the others @DISC-05', async () => {
    const plan = await explain(
      person,
      `select * from app_public.comments where discussion_id = '${idOf('discussion 1')}' order by created_at, id limit 50`,
    );
    expectPlan(plan, {
      uses: ['comments_discussion_id_created_at_id_idx', 'discussions_pkey', 'clips_pkey'],
      readsOf: 'comments',
      atMost: 60,
    });
  });

  test('the replies of a comment come from an index @DISC-05', async () => {
    const plan = await explain(
      person,
      `select * from app_public.comments where discussion_id = '${idOf('discussion 1')}' and parent_id = '${idOf('comment 1')}'`,
    );
    expectPlan(plan, { uses: ['comments_discussion_id_parent_id_created_at_id_idx'], readsOf: 'comments', atMost: 5 });
  });

  test.each([
    { list: 'courses_by_tag(null)', uses: 'courses_created_at_id_idx', table: 'courses' },
    { list: 'books_by_tag(null)', uses: 'books_created_at_id_idx', table: 'books' },
    { list: 'articles_for_tag(null)', uses: 'articles_created_at_id_idx', table: 'articles' },
  ])('the catalog, $list, reads its page from an index @EXPL-02', async ({ list, uses, table }) => {
    const plan = await explain(person, `select * from app_public.${list} limit 5`);
    expectPlan(plan, { uses: [uses], readsOf: table, atMost: 20 });
  });

  test('a category of the catalog looks up its tag and lists nothing else @EXPL-02', async () => {
    const plan = await explain(person, `select * from app_public.articles_for_tag('tag-3') limit 5`);
    expect(
      plan.nodes.filter((node) => node['Node Type'] === 'Seq Scan' && ['articles', 'taggings'].includes(node['Relation Name'] ?? '')),
    ).toEqual([]);
    expect(plan.nodes.some((node) => node['Index Name'] === 'taggings_listed_idx')).toBe(true);
  });

  test('an item is found by its slug', async () => {
    const plan = await explain(person, `select * from app_public.courses where slug = 'course-77'`);
    expectPlan(plan, { uses: ['courses_slug_key'], readsOf: 'courses', atMost: 1 });
  });
});

test('the visitor sees the filled database, so the plans are for real reads', async () => {
  const { rows } = await asPerson(db, people.visitor, (client) =>
    client.query(
      `select (select count(*) > 6000 from app_public.clips) as clips, (select count(*) > 9000 from app_public.comments) as comments,
      (select count(*) = 500 from app_public.discussions where clip_id = $1) as discussions`,
      [idOf('clip 2')],
    ),
  );
  expect(rows).toEqual([{ clips: true, comments: true, discussions: true }]);
});

/** Who sees a clip is stored on the clip: nothing is looked up in the catalog, however large that is. */
function expectClipsAlone(plan: { nodes: Node[]; text: string }): void {
  const relations = plan.nodes.flatMap((node) => node['Relation Name'] ?? []);
  expect(new Set(relations), plan.text).toEqual(new Set(['clips']));
}

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

/**
 * Tables that are too large to be read completely for one page. Courses and books are few: the ones that a reader sees are listed once per
 * statement.
 */
const largeTables = new Set(['clips', 'clip_likes', 'comments', 'discussions', 'articles', 'users']);

/** Returns every node of the plan that was actually run, as this user. */
async function explain(person: Person, query: string): Promise<{ nodes: Node[]; text: string }> {
  return asPerson(db, person, async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(`explain (analyze, format json, timing off) ${query}`);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('expected one plan');
    return { nodes: flatten(plan), text: JSON.stringify(plan, null, 1) };
  });
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/**
 * Expects that the named indexes are used, no large table is read completely, nothing longer than a page is sorted, and `readsOf` isn't
 * exceeded.
 */
function expectPlan(plan: { nodes: Node[]; text: string }, expected: { uses: readonly string[]; readsOf?: string; atMost?: number }): void {
  const indexes = plan.nodes.map((node) => node['Index Name']);
  for (const index of expected.uses) expect(indexes, plan.text).toContain(index);
  expect(
    plan.nodes.filter((node) => node['Node Type'] === 'Seq Scan' && largeTables.has(node['Relation Name'] ?? '')),
    plan.text,
  ).toEqual([]);
  expect(
    plan.nodes.filter((node) => /Sort/.test(node['Node Type']) && node['Actual Rows'] > 100),
    plan.text,
  ).toEqual([]);
  if (expected.readsOf === undefined) return;
  const read = plan.nodes.filter((node) => node['Relation Name'] === expected.readsOf && node['Actual Loops'] === 1);
  const rows = read.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0);
  expect(rows, plan.text).toBeLessThanOrEqual(expected.atMost ?? 0);
}
