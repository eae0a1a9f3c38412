import { createHash } from 'node:crypto';
import { createGraphQL, type GraphQL } from '@newline/api/graphql/create-graphql';
import { createLog } from '@newline/api/log';
import { createPool } from '@newline/db/create-pool';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as operations from './operations.ts';
import { schemaParts } from '../schema-parts.ts';

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
    ...schemaParts,
    pool,
    log: createLog('error'),
    isProduction: true,
    persistedQueries: Object.fromEntries(Object.values(operations).map((text) => [createHash('sha256').update(text).digest('hex'), text])),
    publicUrl: 'http://localhost',
  });
}, 120_000);
afterAll(async () => {
  await pool.end();
  await db.stop();
});

/** Matches statements of the transaction that aren't the operation's own work. */
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

const ofThread = `id createdAt timecodeStart isResolved acceptedCommentId viewerMayResolve viewerFollow { isFollowed mails } selection { text }
  comments(first: 10, condition: { parentId: null }) { nodes { id bodyDelta repliesCount reactionCounts { kind count } viewerReactions isContributor isAdmin isDiscussionAuthor user { displayName } } }`;
const panel = `query a($id: UUID!, $first: Int!) { clipById(id: $id) { commentsCount discussions(first: $first) { nodes { ${ofThread} } pageInfo { hasNextPage endCursor } } } }`;
const replies = `query a($id: UUID!, $first: Int!) { commentById(id: $id) { replies(first: $first) { nodes { id bodyDelta user { displayName } } pageInfo { hasNextPage } } } }`;
const marks = `query a($id: UUID!, $first: Int!) { discussionMarks(clipId: $id, first: $first) { nodes { discussionId words excerpt commentsCount } pageInfo { hasNextPage } } }`;
const inbox = `query a($first: Int!) { inbox(first: $first) { nodes { ${ofThread} isAnswered clip { title course { title } } lesson { title } article { title } } } }`;
const notifications = `query a($first: Int!) { unreadNoticesCount ownNotices(first: $first) { nodes { id kind actor { displayName } comment { bodyMarkdown } discussion { clip { title } lesson { title } article { title } } } } }`;

type Case = { what: string; document: string; small: object; large: object; most: number };
const cases: Case[] = [
  { what: 'clips', document: operations.clips, small: { first: 3 }, large: { first: 30 }, most: 1 },
  // By the specification, three lists and three totals; each is a root field, and so one statement.
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
  { what: 'the panel of a clip', document: panel, small: { id: '{clip}', first: 1 }, large: { id: '{clip}', first: 50 }, most: 1 },
  {
    what: 'the replies to a comment',
    document: replies,
    small: { id: '{answered}', first: 1 },
    large: { id: '{answered}', first: 50 },
    most: 1,
  },
  { what: 'the marks of a clip', document: marks, small: { id: '{clip}', first: 1 }, large: { id: '{clip}', first: 50 }, most: 1 },
  // The list, and one for each kind of row of an entry: items, texts, followed discussions.
  { what: 'the inbox', document: inbox, small: { first: 1 }, large: { first: 50 }, most: 6 },
  // The number of unread ones is a root field, and so one statement.
  { what: 'notices', document: notifications, small: { first: 1 }, large: { first: 50 }, most: 2 },
];

test.each(cases)('$what takes the same few statements for few rows and for many', async ({ document, small, large, most }) => {
  const { rows } = await db.superuser.query<Record<string, string>>(
    `select (select slug from app_public.courses order by lessons_count desc limit 1) as course,
       (select discussion_id from app_public.comments group by 1 order by count(*) limit 1) as discussion,
       (select discussion_id from app_public.comments group by 1 order by count(*) desc limit 1) as longest,
       (select id from app_public.clips order by comments_count desc limit 1) as clip,
       (select id from app_public.comments order by replies_count desc limit 1) as answered,
       (select user_id from app_public.contributions group by 1 order by count(*) desc limit 1) as learner`,
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

test('a toggle takes one statement for its change and one for its response', async () => {
  const { rows } = await db.superuser.query<{ clip: string; learner: string }>(
    'select (select id from app_public.clips limit 1) as clip, (select id from app_public.users order by id limit 1) as learner',
  );
  const document = 'mutation a($clipId: UUID!) { toggleLike(input: { clipId: $clipId }) { like { id enabled } } }';
  expect((await statementsOf(document, { clipId: rows[0]?.clip }, 'learner', rows[0]?.learner ?? null)).length).toBeLessThanOrEqual(2);
});

test('saving a text takes three statements, opening it in the studio two, whatever its length and history', async () => {
  const { rows } = await db.superuser.query<{ article: string; author: string }>(
    `select article_id as article, user_id as author from app_public.contributions where article_id is not null and title = 'AUTHOR' limit 1`,
  );
  const { article: id, author = null } = rows[0] ?? {};
  const open = `query a($id: UUID!) { articleById(id: $id) { title status latestRevision { version bodyDelta openBlocks user { displayName } } revisions(first: 50) { nodes { version user { displayName } } } } }`;
  const save = `mutation a($input: SaveArticleInput!) { saveArticle(input: $input) { version savedAt } }`;
  for (const [baseVersion, text] of [
    [1, 'One paragraph.'],
    [2, 'Many paragraphs.\n\n'.repeat(500)],
  ] as const) {
    const input = { id, baseVersion, title: 'Title', bodyMarkdown: text };
    // In the same transaction, one checks the right before the text is parsed, one stores it, and one checks whether annotations must be
    // updated.
    expect(await statementsOf(save, { input }, 'learner', author)).toHaveLength(3);
    expect((await statementsOf(open, { id }, 'learner', author)).length).toBeLessThanOrEqual(2);
  }
});

test('writing a comment takes one statement for it and two for its response, in short and long discussions', async () => {
  const { rows } = await db.superuser.query<{ discussion: string; clip: string; learner: string }>(
    `select d.id as discussion, d.clip_id as clip, (select id from app_public.users where created_at < now() - interval '8 days' and not is_admin order by id limit 1) as learner
     from app_public.discussions d where d.clip_id is not null order by d.comments_count desc limit 1`,
  );
  const { discussion: discussionId, clip: clipId, learner = null } = rows[0] ?? {};
  const begin = `mutation a($comment: NewCommentInput!, $discussion: NewDiscussionInput!) { createDiscussionWithComment(input: { comment: $comment, discussion: $discussion }) {
    comment { id } discussion { id comments(first: 100) { nodes { id bodyDelta isContributor isAdmin isDiscussionAuthor user { displayName } } } } } }`;
  const reply = `mutation a($comment: NewReplyInput!) { replyToComment(input: { comment: $comment }) {
    comment { id user { displayName } } discussion { id comments(first: 100) { nodes { id bodyDelta isContributor isAdmin isDiscussionAuthor user { displayName } } } } } }`;
  const short = await statementsOf(begin, { comment: { bodyMarkdown: 'Short?' }, discussion: { clipId } }, 'learner', learner);
  const long = await statementsOf(reply, { comment: { bodyMarkdown: 'Long.', discussionId } }, 'learner', learner);
  expect([short.length, long.length]).toEqual([3, 3]);
});

test('a reaction, a follow and a deletion take one statement for the change and at most two for the response', async () => {
  const { rows } = await db.superuser.query<{ id: string; discussion: string; person: string }>(
    `select c.id, c.discussion_id as discussion, c.user_id as person from app_public.comments c join app_public.users u on u.id = c.user_id
     where not c.deleted order by c.replies_count desc limit 1`,
  );
  const { id, discussion: discussionId, person = null } = rows[0] ?? {};
  for (const [document, variables] of [
    [
      'mutation a($commentId: UUID!, $kind: String!) { toggleReaction(input: { commentId: $commentId, kind: $kind }) { comment { id reactionCounts { kind count } viewerReactions user { displayName } } } }',
      { commentId: id, kind: 'THANKS' },
    ],
    [
      'mutation a($discussionId: UUID!) { setDiscussionFollow(input: { discussionId: $discussionId, isFollowed: true }) { discussion { viewerFollow { isFollowed mails } } } }',
      { discussionId },
    ],
    [
      'mutation a($id: UUID!, $patch: CommentPatch!) { updateCommentById(input: { id: $id, patch: $patch }) { comment { id deleted bodyMarkdown } } }',
      { id, patch: { deleted: true } },
    ],
  ] as const)
    expect((await statementsOf(document, variables, 'learner', person)).length, document).toBeLessThanOrEqual(3);
});
