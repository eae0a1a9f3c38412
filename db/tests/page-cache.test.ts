import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db?.stop());

/** Tables of which everyone can read something, and why no publicly cached page depends on them. */
const onNoCachedPage: Readonly<Record<string, string>> = {
  access_tokens: 'read by their user and staff',
  article_revisions: 'read in the studio, by those who write',
  attachments: 'part of a text or a comment, which tells itself',
  audit_log: 'read by staff',
  author_pages: 'tells user:{id} by a trigger of its own',
  author_share_rules: 'read by staff',
  author_shares: 'one’s own',
  billing_details: 'one’s own',
  certificates: 'told by notify_certificate',
  clip_bookmarks: 'one’s own; the browser asks for it',
  clip_likes: 'counters on a kept page may be a minute old; one’s own like is asked for by the browser',
  clip_shares: 'as clip_likes',
  clip_views: 'as clip_likes',
  comment_reactions: 'told by announce_comment',
  comment_reports: 'read by staff',
  comments: 'told by announce_comment',
  completions: 'one’s own; the browser asks for it',
  coupons: 'read by staff; the checkout asks for its own',
  discussion_follows: 'one’s own; the browser asks for it',
  discussion_selections: 'part of a discussion',
  discussions: 'told with their comments',
  enrollments: 'one’s own',
  entitlements: 'one’s own',
  exercise_checks: 'read in the studio, by those who write',
  exercise_results: 'one’s own; the browser asks for it',
  gifts: 'one’s own',
  kept_codes: 'one’s own; the browser asks for it',
  learning_path_steps: 'told with their path, whose version changes with them',
  lesson_activities: 'one’s own',
  lesson_revisions: 'read in the studio, by those who write',
  notes: 'one’s own; the browser asks for it',
  notices: 'one’s own',
  page_acceptances: 'one’s own',
  page_revisions: 'read by staff, who write them',
  payments: 'one’s own, and read by staff',
  purchases: 'one’s own',
  redirects: 'asked for with each request that no page answers',
  remote_code_sources: 'read in the studio; what it puts into a text is told with the text',
  study_days: 'one’s own',
  subscriptions: 'one’s own',
  suspensions: 'read by staff and whom it is about',
  team_invitations: 'of the people of a team',
  team_members: 'of the people of a team',
  teams: 'of the people of a team',
  user_progresses: 'one’s own; that a reviewer has finished is told by notify_finished',
  user_settings: 'one’s own',
  video_captions: 'told by a trigger of their own, with the lesson',
  videos: 'read in the studio, by those who write',
  webhook_attempts: 'read by staff',
  webhook_deliveries: 'read by staff',
  webhook_endpoints: 'read by staff',
};

type Table = { name: string; args: string[] | null; silent: string[] };

/** Returns every table of requests, the tags that its trigger announces, and the columns whose changes aren't announced. */
async function readTables(): Promise<Table[]> {
  const { rows } = await db.superuser.query<Table>(`
    select c.relname::text as name, string_to_array(encode(t.tgargs, 'escape'), '\\000') as args,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and a.attname <> 'updated_at' and not a.attnum = any (t.tgattr) order by 1) as silent
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'notify_tags' and t.tgfoid = 'app_private.notify_tags'::regproc
    where n.nspname = 'app_public' and c.relkind = 'r' order by 1`);
  return rows;
}

test('every table that people read is announced, or is listed as on no cached page @SITE-05', async () => {
  const tables = await readTables();
  expect(tables.filter(({ args }) => args === null).map(({ name }) => name)).toEqual(Object.keys(onNoCachedPage));
});

test('every column of an announced table is announced, except for listed ones @SITE-05', async () => {
  const tables = (await readTables()).filter(({ args }) => args !== null);
  const quiet = (args: string[] | null) => (args?.[2] ?? '').split(',').filter(Boolean).toSorted();
  expect(tables.map(({ name, silent }) => [name, silent])).toEqual(tables.map(({ name, args }) => [name, quiet(args)]));
  expect(tables.filter(({ args }) => args?.[2]).map(({ name, args }) => [name, args?.[2]])).toEqual([
    ['book_lessons', 'progress_count'],
    ['books', 'students_count'],
    ['clips', 'likes_count,shares_count,comments_count'],
    ['course_lessons', 'progress_count'],
    ['courses', 'students_count'],
    ['plans', 'stripe_price_id,is_provider_due'],
    ['taggings', 'listed_from'],
    ['testimonials', 'answered_at,hidden_reason'],
  ]);
});

describe('a column that is added later', () => {
  test('is missed until its feature announces the table again, just by its name @SITE-05', async () => {
    const client = await db.superuser.connect();
    try {
      await client.query('begin');
      await client.query('alter table app_public.courses add column motto text');
      const silent = async () => {
        const { rows } = await client.query<{ silent: boolean }>(
          `select not a.attnum = any (t.tgattr) as silent from pg_attribute a join pg_trigger t on t.tgrelid = a.attrelid and t.tgname = 'notify_tags'
           where a.attrelid = 'app_public.courses'::regclass and a.attname in ('motto', 'students_count', 'title') order by a.attname`,
        );
        return rows.map((row) => row.silent);
      };
      expect(await silent()).toEqual([true, true, false]);
      await client.query(`call app_private.announce_changes('app_public.courses')`);
      expect(await silent()).toEqual([false, true, false]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('a table without a tag must state one @SITE-05', async () => {
    await expect(db.superuser.query(`call app_private.announce_changes('app_public.notices')`)).rejects.toThrow('expected the tag');
  });
});
