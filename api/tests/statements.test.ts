import { createHash } from 'node:crypto';
import { createGraphQL, type GraphQL } from '@newline/api/graphql/create-graphql';
import { createLog } from '@newline/api/log';
import { createPool } from '@newline/db/create-pool';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as operations from './operations.ts';

let db: TestDatabase;
let pool: Pool;
let graphql: GraphQL;
const statements: string[] = [];
beforeAll(async () => {
  db = await startTestDatabase({ demo: true });
  pool = createPool(db.connections.app, { max: 4 });
  pool.on('connect', (client) => {
    const { query } = client;
    client.query = ((...args: unknown[]) => {
      const [first] = args;
      statements.push(typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text));
      return Reflect.apply(query, client, args) as unknown;
    }) as typeof client.query;
  });
  graphql = await createGraphQL({
    pool,
    log: createLog('error'),
    isProduction: true,
    knownDocuments: Object.fromEntries(Object.values(operations).map((text) => [createHash('sha256').update(text).digest('hex'), text])),
  });
}, 120_000);
afterAll(async () => {
  await pool.end();
  await db.stop();
});

/** What of a transaction is not the operation's own work. */
const ofTransaction = /^\s*(?:begin|commit|rollback|savepoint|release|set |select set_config|select el->>0)/i;

async function statementsOf(
  document: string,
  variables: Record<string, unknown>,
  role: 'visitor' | 'learner',
  userId: string | null,
): Promise<string[]> {
  statements.length = 0;
  const { errors } = await graphql.execute({ document, variables, viewer: { userId, role } });
  expect(errors).toBeUndefined();
  return statements.filter((text) => !ofTransaction.test(text));
}

const bySlug = `query a($slug: String!) { courseBySlug(slug: $slug) { title courseLessons { nodes { order lesson { title permalink } } } courseSections { nodes { title } } contributions { nodes { user { displayName } } } } }`;
const discussion = `query a($id: UUID!) { discussionById(id: $id) { comments(first: 100) { totalCount nodes { bodyHtml isContributor isAdmin isDiscussionAuthor user { displayName } } } } }`;

type Case = { what: string; document: string; small: object; large: object; most: number };
const cases: Case[] = [
  { what: 'clips', document: operations.clips, small: { first: 3 }, large: { first: 30 }, most: 1 },
  // Three lists and three totals by the specification; each is a root field, and so a statement, of its own.
  { what: 'getTaggedContent', document: operations.getTaggedContent, small: { first: 1 }, large: { first: 10 }, most: 6 },
  {
    what: 'getTestimonialsQuery',
    document: operations.getTestimonialsQuery,
    small: { slugs: ['a'] },
    large: { slugs: Array.from({ length: 30 }, (_, n) => `s-${n}`) },
    most: 1,
  },
  { what: 'a course by its slug', document: bySlug, small: { slug: 'no-such' }, large: { slug: '{course}' }, most: 1 },
  { what: 'a discussion', document: discussion, small: { id: '{discussion}' }, large: { id: '{longest}' }, most: 1 },
];

test.each(cases)('$what takes the same few statements for few rows and for many', async ({ document, small, large, most }) => {
  const { rows } = await db.superuser.query<Record<string, string>>(
    `select (select slug from app_public.courses order by lessons_count desc limit 1) as course,
       (select discussion_id from app_public.comments group by 1 order by count(*) limit 1) as discussion,
       (select discussion_id from app_public.comments group by 1 order by count(*) desc limit 1) as longest,
       (select id from app_public.users order by id limit 1) as learner`,
  );
  const fill = (variables: object) =>
    JSON.parse(JSON.stringify(variables).replace(/\{(\w+)\}/g, (_, name: string) => rows[0]?.[name] ?? '')) as Record<string, unknown>;
  for (const role of ['visitor', 'learner'] as const) {
    const userId = role === 'learner' ? (rows[0]?.['learner'] ?? null) : null;
    const few = await statementsOf(document, fill(small), role, userId);
    const many = await statementsOf(document, fill(large), role, userId);
    expect(many.length, many.join('\n')).toBeLessThanOrEqual(most);
    expect(few.length, few.join('\n=====')).toBeLessThanOrEqual(many.length);
  }
});

test('a toggle takes one statement for its change and one for its answer', async () => {
  const { rows } = await db.superuser.query<{ clip: string; learner: string }>(
    'select (select id from app_public.clips limit 1) as clip, (select id from app_public.users order by id limit 1) as learner',
  );
  const document = 'mutation a($clipId: UUID!) { toggleLike(input: { clipId: $clipId }) { like { id enabled } } }';
  expect((await statementsOf(document, { clipId: rows[0]?.clip }, 'learner', rows[0]?.learner ?? null)).length).toBeLessThanOrEqual(2);
});
