import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Comment,
  type Discussion,
  editComment,
  replyToComment,
  startTalkers,
  type Talker,
  type Talkers,
  toggleReaction,
  updateCommentById,
} from '../discussions/talkers.ts';
import { signUp } from '../people.ts';
import { codeOf } from '../writers.ts';

let at: Talkers;
beforeAll(async () => {
  at = await startTalkers();
});
afterAll(() => at?.stop());

const quietly = (sql: string, values: unknown[] = []) => at.site.db.superuser.query<Record<string, unknown>>(sql, values);
const report = ({ browser }: Pick<Talker, 'browser'>, commentId: string, reason: string | null = 'SPAM', details?: string) =>
  browser.graphql<{ reportComment: { commentReport: { reason: string; details: string | null } } }>(
    'mutation a($commentId: UUID!, $reason: ReportReason, $details: String) { reportComment(input: { commentId: $commentId, reason: $reason, details: $details }) { commentReport { reason details } } }',
    { commentId, reason, details },
  );
const readComment = async (browser: Talker['browser'], id: string) =>
  (
    await browser.graphql<{ commentById: Comment | null }>(
      'query a($id: UUID!) { commentById(id: $id) { id bodyMarkdown bodyDelta bodyHtml bodyDrawings withheldBodyDelta hiddenAt deleted repliesCount discussion { commentsCount } } }',
      { id },
    )
  ).data?.commentById;
const queue = async ({ browser }: Pick<Talker, 'browser'>) =>
  (
    await browser.graphql<{
      moderationQueue: { nodes: { id: string; hiddenAt: string | null; reports: { nodes: { reason: string }[] } }[] };
    }>('{ moderationQueue(first: 20) { nodes { id hiddenAt reports(first: 10) { nodes { reason user { username } } } } } }')
  ).data?.moderationQueue.nodes ?? [];
const newcomers = async (howMany: number): Promise<Talker[]> => {
  const talkers: Talker[] = [];
  for (let n = 0; n < howMany; n += 1) {
    people += 1;
    const { browser, userId } = await signUp(at.site, `newcomer-${people}@example.com`, `Newcomer ${people}`);
    talkers.push({ browser, userId, username: `newcomer-${people}` });
  }
  return talkers;
};
let people = 0;

describe('rate limits', () => {
  test.each([
    ['younger than a week', '6 days', 10, '10 minutes'],
    ['older', '8 days', 30, '10 minutes'],
    ['younger than a week', '6 days', 50, '1 day'],
    ['older', '8 days', 300, '1 day'],
  ])('an account %s (%s) can write %i comments in %s; then 429 with Retry-After', async (_age, age, limit, span) => {
    const [talker] = await newcomers(1);
    if (!talker) throw new Error('Expected a person');
    const { discussionId } = await at.begin(at.learner, 'Question');
    await quietly(`update app_public.users set created_at = now() - $2::interval where id = $1`, [talker.userId, age]);
    // All but one of them were written at the start of the period.
    await quietly(
      `insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, created_at)
       select $1, $2, '{"type":"doc","content":[]}', 'x', 'x', now() - $3::interval + interval '30 seconds' from generate_series(1, $4::int)`,
      [discussionId, talker.userId, span, limit - 1],
    );
    expect(codeOf(await at.reply(talker, discussionId, 'The last'))).toBeUndefined();
    const refused = await talker.browser.send('POST', '/graphql', {
      body: { query: replyToComment, variables: { comment: { discussionId, bodyMarkdown: 'One too many' } } },
      headers: { accept: 'application/graphql-response+json' },
    });
    const wait = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(refused.json().errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY', retryAfterSeconds: wait });
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(31);
    await quietly(`update app_public.comments set created_at = created_at - interval '31 seconds' where user_id = $1`, [talker.userId]);
    expect(codeOf(await at.reply(talker, discussionId, 'After the wait'))).toBeUndefined();
  });

  test('sixty comments at the same time by a new user leave ten, whatever and wherever they are', async () => {
    const [talker] = await newcomers(1);
    if (!talker) throw new Error('Expected a person');
    const { discussionId } = await at.begin(at.learner, 'Question');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 ? at.reply(talker, discussionId, `Flood ${n}`) : at.ask(talker, `Flood ${n}`))),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === undefined)).toHaveLength(10);
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(50);
    // Deleting doesn't reset the limit.
    const { rows } = await quietly('select id from app_public.comments where user_id = $1', [talker.userId]);
    expect(rows).toHaveLength(10);
    await talker.browser.graphql(updateCommentById, { id: rows[0]?.['id'], patch: { deleted: true } });
    expect(codeOf(await at.reply(talker, discussionId, 'Again'))).toBe('TOO_MANY');
  });
});

describe('reports', () => {
  test('three hide a comment until an administrator decides; its author and administrators still see it, others can’t read it in any way', async () => {
    const { discussionId, commentId } = await at.begin(at.learner, 'Canary of the hidden `code`');
    const reply = await at.answer(at.other, discussionId, 'A reply', commentId);
    const reporters = await newcomers(3);
    const [first, second, third] = reporters;
    if (!first || !second || !third) throw new Error('Expected three people');
    expect((await report(first, commentId, 'RUDE', ' So rude. ')).data?.reportComment.commentReport).toEqual({
      reason: 'RUDE',
      details: 'So rude.',
    });
    await report(first, commentId);
    await report(second, commentId);
    expect((await readComment(at.other.browser, commentId))?.hiddenAt).toBeNull();
    expect((await queue(at.admin)).map(({ id }) => id)).toContain(commentId);
    await report(third, commentId);
    for (const browser of [at.site.newBrowser(), at.other.browser, at.author.browser, first.browser]) {
      const readState = await readComment(browser, commentId);
      expect(JSON.stringify(readState)).not.toContain('Canary');
      expect(readState).toMatchObject({ bodyDelta: null, repliesCount: 1, discussion: { commentsCount: 1 } });
      expect(JSON.stringify(await search(browser))).not.toContain(commentId);
    }
    for (const { browser } of [at.learner, at.admin])
      expect(String((await readComment(browser, commentId))?.withheldBodyDelta)).toContain('Canary');
    expect(codeOf(await at.learner.browser.graphql(editComment, { id: commentId, bodyMarkdown: 'x' }))).toBe('CONFLICT');
    expect(codeOf(await at.other.browser.graphql(toggleReaction, { commentId, kind: 'LAUGH' }))).toBe('CONFLICT');
    expect((await readComment(at.other.browser, reply))?.bodyMarkdown).toBe('A reply');
    expect((await queue(at.admin))[0]).toMatchObject({
      id: commentId,
      reports: { nodes: [{ reason: 'SPAM' }, { reason: 'SPAM' }, { reason: 'SPAM' }] },
    });
    for (const talker of [at.learner, at.author, { browser: at.site.newBrowser() }]) expect(await queue(talker)).toEqual([]);

    const approve = ({ browser }: Pick<Talker, 'browser'>) =>
      browser.graphql('mutation a($id: UUID!) { approveComment(input: { id: $id }) { comment { hiddenAt } } }', { id: commentId });
    expect(codeOf(await approve(at.author))).toBe('FORBIDDEN');
    expect(codeOf(await approve({ browser: at.site.newBrowser() }))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await approve(at.admin))).toBeUndefined();
    expect(await readComment(at.site.newBrowser(), commentId)).toMatchObject({
      bodyMarkdown: 'Canary of the hidden `code`',
      hiddenAt: null,
      discussion: { commentsCount: 2 },
    });
    expect(JSON.stringify(await search(at.site.newBrowser()))).toContain(commentId);
    expect((await queue(at.admin)).map(({ id }) => id)).not.toContain(commentId);
    // Users who reported before no longer count.
    await Promise.all(reporters.map((reporter) => report(reporter, commentId)));
    expect((await readComment(at.other.browser, commentId))?.hiddenAt).toBeNull();
  });

  test('are limited to ten an hour and thirty a day per user; a second one of the same comment doesn’t count', async () => {
    const [reporter, writer] = await newcomers(2);
    if (!reporter || !writer) throw new Error('Expected two people');
    const { discussionId, commentId } = await at.begin(writer, 'Much to report');
    const { rows } = await quietly(
      `insert into app_public.comments (discussion_id, user_id, body_markdown, body_delta, body_html)
       select $1, $2, c.body_markdown, c.body_delta, c.body_html from app_public.comments c, generate_series(1, 32) where c.id = $3 returning id`,
      [discussionId, writer.userId, commentId],
    );
    const ids = rows.map(({ id }) => String(id));
    const codes = async (some: readonly string[]) => {
      const results = [];
      for (const id of some) results.push(codeOf(await report(reporter, id)));
      return results;
    };
    expect(await codes(ids.slice(0, 12))).toEqual([...Array.from({ length: 10 }, () => undefined), 'TOO_MANY', 'TOO_MANY']);
    expect(await codes(ids.slice(0, 1))).toEqual([undefined]);
    expect(codeOf(await report(at.other, ids[11] ?? ''))).toBeUndefined();
    await quietly(`update app_public.comment_reports set created_at = created_at - interval '2 hours' where user_id = $1`, [
      reporter.userId,
    ]);
    expect(await codes(ids.slice(10, 11))).toEqual([undefined]);
    await quietly(
      `insert into app_public.comment_reports (comment_id, user_id, reason, created_at) select c, $1, 'SPAM', now() - interval '2 hours' from unnest($2::uuid[]) as c`,
      [reporter.userId, ids.slice(11, 30)],
    );
    expect(await codes(ids.slice(30, 31))).toEqual(['TOO_MANY']);
  });

  test('have a reason, are not about one’s own comment, and need a session', async () => {
    const { commentId } = await at.begin(at.learner, 'Fine');
    expect(codeOf(await report(at.learner, commentId))).toBe('FORBIDDEN');
    expect(codeOf(await report({ browser: at.site.newBrowser() }, commentId))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await report(at.other, commentId, null))).toBe('BAD_INPUT');
    expect((await report(at.other, commentId, 'UGLY')).errors).toBeDefined();
    // Only staff see who reported.
    await report(at.other, commentId);
    const reports = async ({ browser }: Talker) =>
      (
        await browser.graphql<{ commentById: { reports: { nodes: object[] } } }>(
          'query a($id: UUID!) { commentById(id: $id) { reports { nodes { id } } } }',
          { id: commentId },
        )
      ).data?.commentById.reports.nodes.length;
    expect(await Promise.all([at.learner, at.author, at.other, at.admin].map(reports))).toEqual([0, 0, 1, 1]);
  });

  test('a deleted comment leaves the queue', async () => {
    const { commentId } = await at.begin(at.learner, 'Canary of the queue');
    await report(at.other, commentId);
    await at.admin.browser.graphql(updateCommentById, { id: commentId, patch: { deleted: true } });
    expect((await queue(at.admin)).map(({ id }) => id)).not.toContain(commentId);
  });
});

describe('suspension', () => {
  const suspend = ({ browser }: Pick<Talker, 'browser'>, userId: string, endsAt: string | null = null) =>
    browser.graphql(
      'mutation a($userId: UUID!, $endsAt: Datetime) { suspendUser(input: { userId: $userId, endsAt: $endsAt, reason: "Spam." }) { user { suspension { endsAt reason } } } }',
      { userId, endsAt },
    );

  test('administrators block a user from writing for a time or permanently, and the database enforces it', async () => {
    const [talker] = await newcomers(1);
    if (!talker) throw new Error('Expected a person');
    const mine = await at.begin(talker, 'Before');
    const { discussionId, commentId } = await at.begin(at.learner, 'Question');
    const cases = () =>
      Promise.all([
        at.ask(talker, 'x'),
        at.reply(talker, discussionId, 'x'),
        talker.browser.graphql(editComment, { id: mine.commentId, bodyMarkdown: 'Changed' }),
        talker.browser.graphql(toggleReaction, { commentId, kind: 'LAUGH' }),
        report(talker, commentId),
      ]);
    expect(codeOf(await suspend(at.learner, talker.userId))).toBe('FORBIDDEN');
    expect(codeOf(await suspend(at.admin, at.admin.userId))).toBe('FORBIDDEN');
    expect(codeOf(await suspend(at.admin, talker.userId, '2001-01-01T00:00:00Z'))).toBe('BAD_INPUT');
    for (const endsAt of [null, new Date(Date.now() + 3_600_000).toISOString()]) {
      expect(codeOf(await suspend(at.admin, talker.userId, endsAt))).toBeUndefined();
      expect((await cases()).map(codeOf)).toEqual(Array.from({ length: 5 }, () => 'FORBIDDEN'));
    }
    // In SQL, too, bypassing all plans.
    const direct =
      at.site.db.app.query(`begin; select set_config('role', 'newline_learner', true), set_config('newline.user_id', '${talker.userId}', true);
      select app_private.reply_to_comment(null, '${discussionId}', null, null, '{"type":"doc","content":[]}', 'x', 'x', null, 0, '{}')`);
    await expect(direct).rejects.toMatchObject({ code: 'NL403' });
    expect(codeOf(await talker.browser.graphql(updateCommentById, { id: mine.commentId, patch: { deleted: true } }))).toBeUndefined();
    await quietly(`update app_public.suspensions set ends_at = now() - interval '1 second' where user_id = $1`, [talker.userId]);
    expect(codeOf(await at.reply(talker, discussionId, 'After its end'))).toBeUndefined();
    await suspend(at.admin, talker.userId);
    expect(
      codeOf(
        await at.learner.browser.graphql('mutation a($id: UUID!) { endSuspension(input: { userId: $id }) { user { id } } }', {
          id: talker.userId,
        }),
      ),
    ).toBe('FORBIDDEN');
    await at.admin.browser.graphql('mutation a($id: UUID!) { endSuspension(input: { userId: $id }) { user { id } } }', {
      id: talker.userId,
    });
    expect(codeOf(await at.reply(talker, discussionId, 'Forgiven'))).toBeUndefined();
  });
});

describe('the inbox of authors', () => {
  const inbox = async ({ browser }: Pick<Talker, 'browser'>, variables: Record<string, unknown> = {}) =>
    (
      await browser.graphql<{ inbox: { nodes: Discussion[] } }>(
        'query a($courseId: UUID, $articleId: UUID, $isOpen: Boolean) { inbox(courseId: $courseId, articleId: $articleId, isOpen: $isOpen) { nodes { id isAnswered isResolved } } }',
        variables,
      )
    ).data?.inbox.nodes.map(({ id }) => id) ?? [];

  test('shows waiting questions first, by item, only to the item’s writers', async () => {
    await quietly('delete from app_public.discussions');
    const answered = await at.begin(at.learner, 'Answered');
    await at.answer(at.author, answered.discussionId, 'So.', answered.commentId);
    const open = await at.begin(at.learner, 'Open', { lessonId: at.lessonId });
    const resolved = await at.begin(at.learner, 'Resolved');
    await at.learner.browser.graphql(
      'mutation a($id: UUID!) { setDiscussionResolved(input: { id: $id, isResolved: true }) { discussion { isResolved } } }',
      { id: resolved.discussionId },
    );
    expect(await inbox(at.author)).toEqual([open.discussionId, resolved.discussionId, answered.discussionId]);
    expect(await inbox(at.author, { isOpen: true })).toEqual([open.discussionId]);
    expect(await inbox(at.author, { courseId: at.courseId })).toHaveLength(3);
    expect(await inbox(at.author, { courseId: at.lessonId })).toEqual([]);
    for (const talker of [at.learner, { browser: at.site.newBrowser() }]) expect(await inbox(talker)).toEqual([]);
    expect(
      codeOf(
        await at.other.browser.graphql(
          'mutation a($id: UUID!) { setDiscussionResolved(input: { id: $id, isResolved: true }) { discussion { id } } }',
          { id: open.discussionId },
        ),
      ),
    ).toBe('FORBIDDEN');
  });

  test('ends after 1,000 discussions, and shows the others with a filter', async () => {
    await quietly('delete from app_public.discussions');
    await quietly(
      `with made as (insert into app_public.discussions (lesson_id, is_resolved) select $1, n = 0 from generate_series(0, 1000) n returning id)
       insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
       select id, null, '{"type":"doc","content":[]}', 'x', '<p>x</p>' from made`,
      [at.lessonId],
    );
    const totals = async (isOpen: boolean | null) =>
      (
        await at.author.browser.graphql<{ inbox: { totalCount: number } }>(
          'query a($isOpen: Boolean) { inbox(isOpen: $isOpen) { totalCount } }',
          { isOpen },
        )
      ).data?.inbox.totalCount;
    expect([await totals(null), await totals(true), await totals(false)]).toEqual([1000, 1000, 1]);
    await quietly('delete from app_public.discussions');
  });

  test('turns an answer into a note at the end of the lesson, with its author, once', async () => {
    await quietly(
      `select app_private.save_lesson_body($1, '{"type":"doc","attrs":{"version":1},"content":[{"type":"paragraph","attrs":{"id":"aaaaa"},"content":[{"type":"text","text":"The lesson."}]}]}', '{aaaaa}', '{<p>The lesson.</p>}', '{The lesson.}', '{The lesson.}', null)`,
      [at.lessonId],
    );
    const { discussionId, commentId } = await at.begin(at.learner, 'Question', { lessonId: at.lessonId });
    const answer = await at.answer(at.other, discussionId, 'Use **indexes**.', commentId);
    const add = ({ browser }: Pick<Talker, 'browser'>, id = answer) =>
      browser.graphql<{ addAnswerToLesson: { lesson: { bodyMarkdown: string; bodyHtml: string }; comment: { notedAt: string } } }>(
        'mutation a($id: UUID!) { addAnswerToLesson(input: { commentId: $id }) { lesson { bodyMarkdown bodyHtml } comment { notedAt } } }',
        { id },
      );
    for (const talker of [at.learner, at.other]) expect(codeOf(await add(talker))).toBe('FORBIDDEN');
    expect(codeOf(await add({ browser: at.site.newBrowser() }))).toBe('LOGIN_REQUIRED');
    const added = (await add(at.author)).data?.addAnswerToLesson;
    expect(added?.lesson.bodyMarkdown).toMatch(
      /^The lesson\.\n\n:::panel[^\n]*\nUse \*\*indexes\*\*\.\n\nOtto Other, \[in the discussion\]/,
    );
    expect(added?.lesson.bodyHtml).toContain('<strong>indexes</strong>');
    expect(added?.comment.notedAt).not.toBeNull();
    expect(codeOf(await add(at.author))).toBe('CONFLICT');
    const elsewhere = await at.begin(at.learner, 'On a clip');
    expect(codeOf(await add(at.author, elsewhere.commentId))).toBe('BAD_INPUT');
  });
});

async function search(browser: Talker['browser']): Promise<unknown> {
  return (await browser.graphql('{ search(words: "Canary hidden") { nodes { path excerpt } } }')).data;
}
