import type { MailboxMessage } from '@newline/api/features/mail/mailbox';
import { createUnsubscribeTokens } from '@newline/api/features/notifications/unsubscribe-token';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { editComment, startTalkers, type Talker, type Talkers, updateCommentById } from '../discussions/talkers.ts';
import { codeOf } from '../writers.ts';

let at: Talkers;
beforeAll(async () => {
  at = await startTalkers();
});
afterAll(() => at?.stop());
beforeEach(async () => {
  // Each test begins without pending emails of another one.
  await at.site.db.superuser.query(`delete from app_public.notices; delete from app_private.notice_mails; delete from app_public.discussion_follows;
    update app_public.user_settings set mail_notices = 'AT_ONCE', time_zone = 'UTC'`);
});

type Notice = {
  id: string;
  kind: string;
  readAt: string | null;
  actor: { username: string } | null;
  comment: { id: string; bodyMarkdown: string } | null;
};
const notificationsOf = async ({ browser }: Talker, isUnread: boolean | null = null) => {
  const { data, errors } = await browser.graphql<{ ownNotices: { nodes: Notice[] }; unreadNoticesCount: number }>(
    'query a($isUnread: Boolean) { ownNotices(isUnread: $isUnread) { nodes { id kind readAt actor { username } comment { id bodyMarkdown } discussion { id } } } unreadNoticesCount }',
    { isUnread },
  );
  expect(errors).toBeUndefined();
  return { nodes: data?.ownNotices.nodes ?? [], unread: data?.unreadNoticesCount };
};
const kindsOf = async (talker: Talker) =>
  (await notificationsOf(talker)).nodes.map(({ kind, comment }) => `${kind} ${comment?.bodyMarkdown}`);
const mails = async (to: Talker, text: string): Promise<MailboxMessage[]> => {
  const { rows } = await at.site.db.superuser.query<{ email: string }>('select email from auth."user" where id = $1', [to.userId]);
  return ((await at.site.api.mailbox?.list()) ?? []).filter((message) => message.to === rows[0]?.email && message.text.includes(text));
};
const mailOf = (to: Talker, text: string) =>
  vi.waitFor(
    async () => {
      const matches = await mails(to, text);
      expect(matches.length).toBeGreaterThan(0);
      return matches;
    },
    { timeout: 15_000, interval: 100 },
  );
const quietly = (sql: string, values: unknown[] = []) => at.site.db.superuser.query(sql, values);

describe('who is notified', () => {
  test('the parent’s author, the discussion’s author, mentioned users, and the item’s authors; never oneself @DISC-12', async () => {
    const { discussionId, commentId } = await at.begin(at.learner, 'A question');
    await at.answer(at.author, discussionId, 'An answer', commentId);
    await at.answer(at.learner, discussionId, 'To myself', commentId);
    await at.answer(at.other, discussionId, 'A further word');
    await at.answer(
      at.admin,
      discussionId,
      `See @${at.other.username} and @${at.admin.username}, not me@${at.learner.username}, nor \`@${at.author.username}\``,
      commentId,
    );
    expect(await kindsOf(at.learner)).toEqual([
      `REPLY See @${at.other.username} and @${at.admin.username}, not me@${at.learner.username}, nor \`@${at.author.username}\``,
      'REPLY A further word',
      'REPLY An answer',
    ]);
    expect((await kindsOf(at.other)).map((line) => line.split(' ')[0])).toEqual(['MENTION']);
    expect(await kindsOf(at.author)).toEqual(['QUESTION A further word', 'QUESTION A question']);
    expect(await kindsOf(at.admin)).toEqual([]);
  });

  test('an accepted answer notifies its author, once @DISC-12', async () => {
    const { discussionId } = await at.begin(at.learner, 'How?');
    const answer = await at.answer(at.other, discussionId, 'So.');
    const accept = (isAccepted: boolean, talker = at.learner) =>
      talker.browser.graphql<{ acceptAnswer: { discussion: object } }>(
        'mutation a($id: UUID!, $is: Boolean) { acceptAnswer(input: { commentId: $id, isAccepted: $is }) { discussion { acceptedCommentId isResolved } } }',
        { id: answer, is: isAccepted },
      );
    expect(codeOf(await accept(true, at.other))).toBe('FORBIDDEN');
    expect((await accept(true)).data?.acceptAnswer.discussion).toEqual({ acceptedCommentId: answer, isResolved: true });
    await accept(false);
    await accept(true);
    expect(await kindsOf(at.other)).toEqual(['ANSWER_ACCEPTED So.']);
  });

  test('an edit notifies newly mentioned users, and no one a second time', async () => {
    const { discussionId, commentId } = await at.begin(at.learner, 'A question');
    const id = await at.answer(at.other, discussionId, 'An answer', commentId);
    await at.other.browser.graphql(editComment, { id, bodyMarkdown: `An answer, @${at.admin.username}` });
    expect(await kindsOf(at.admin)).toHaveLength(1);
    expect(await kindsOf(at.learner)).toHaveLength(1);
    expect(await kindsOf(at.author)).toEqual(['QUESTION A question']);
  });

  test('a followed discussion notifies about every comment, a muted one about none @DISC-12', async () => {
    const { discussionId, commentId } = await at.begin(at.learner, 'A question');
    const follow = (talker: Talker, isFollowed: boolean | null) =>
      talker.browser.graphql<{ setDiscussionFollow: { discussion: { viewerFollow: object } } }>(
        'mutation a($id: UUID!, $is: Boolean) { setDiscussionFollow(input: { discussionId: $id, isFollowed: $is }) { discussion { viewerFollow { isFollowed mails } } } }',
        { id: discussionId, is: isFollowed },
      );
    expect((await follow(at.admin, true)).data?.setDiscussionFollow.discussion.viewerFollow).toEqual({ isFollowed: true, mails: null });
    await follow(at.learner, false);
    await at.answer(at.other, discussionId, `Hello @${at.learner.username}`, commentId);
    expect(await kindsOf(at.learner)).toEqual([]);
    expect(await kindsOf(at.admin)).toHaveLength(1);
    await follow(at.learner, null);
    await at.answer(at.other, discussionId, 'Again', commentId);
    expect(await kindsOf(at.learner)).toEqual(['REPLY Again']);
  });

  test('a notification goes with its comment and with the right to see its item @DISC-07', async () => {
    const { discussionId, commentId } = await at.begin(at.learner, 'A question', { clipId: at.clipIds[2] });
    const id = await at.answer(at.other, discussionId, 'Canary of a notice', commentId);
    await at.answer(at.other, discussionId, 'Stays', commentId);
    expect(await kindsOf(at.learner)).toEqual(['REPLY Stays', 'REPLY Canary of a notice']);
    await at.other.browser.graphql(updateCommentById, { id, patch: { deleted: true } });
    expect(await notificationsOf(at.learner)).toMatchObject({ unread: 1, nodes: [{ comment: { bodyMarkdown: 'Stays' } }] });
    await quietly('update app_public.courses set archived_at = now() where id = $1', [at.courseId]);
    expect(await notificationsOf(at.learner)).toEqual({ unread: 0, nodes: [] });
    await quietly('update app_public.courses set archived_at = null where id = $1', [at.courseId]);
  });

  test('no one is notified about what they can’t see, such as a draft that mentions them', async () => {
    const { rows } = await at.site.db.superuser.query<{ id: string }>(
      `with draft as (insert into app_public.courses (title, slug, permalink) values ('Draft', 'notice-draft', '/courses/notice-draft') returning id),
       written as (insert into app_public.contributions (course_id, user_id) select id, $1 from draft)
       insert into app_public.clips (title, course_id) select 'Hidden', id from draft returning id`,
      [at.author.userId],
    );
    await at.begin(at.author, `Look, @${at.other.username} and @${at.admin.username}`, { clipId: rows[0]?.id });
    const notified = await quietly('select u.username from app_public.notices n join app_public.users u on u.id = n.user_id');
    expect(notified.rows).toEqual([{ username: at.admin.username }]);
  });

  test('notifications are marked as read one at a time, by discussion or all together, only by their user', async () => {
    const { discussionId, commentId } = await at.begin(at.learner, 'A question');
    for (const text of ['One', 'Two', 'Three']) await at.answer(at.other, discussionId, text, commentId);
    const mark = async (talker: Talker, variables: Record<string, unknown>) =>
      (
        await talker.browser.graphql<{ markNoticesRead: { marked: number } }>(
          'mutation a($ids: [UUID], $discussionId: UUID) { markNoticesRead(input: { ids: $ids, discussionId: $discussionId }) { marked } }',
          variables,
        )
      ).data?.markNoticesRead.marked;
    const [newest] = (await notificationsOf(at.learner)).nodes;
    expect(await mark(at.other, { ids: [newest?.id] })).toBe(0);
    expect(await mark(at.learner, { ids: [newest?.id] })).toBe(1);
    expect((await notificationsOf(at.learner, true)).nodes).toHaveLength(2);
    expect(await mark(at.learner, { discussionId })).toBe(2);
    expect((await notificationsOf(at.learner)).unread).toBe(0);
    const visitor = await at.site.newBrowser().graphql('mutation { markNoticesRead(input: {}) { marked } }');
    expect(codeOf(visitor)).toBe('LOGIN_REQUIRED');
  });
});

describe('emails', () => {
  test('a reply is emailed within seconds, with its text, its URL and a way to unsubscribe @DISC-12', async () => {
    const { discussionId, commentId } = await at.begin(at.learner, 'A question');
    const id = await at.answer(at.author, discussionId, 'Words of the answer', commentId);
    const [mail] = await mailOf(at.learner, 'Words of the answer');
    expect(mail?.subject).toBe('Ada Author replied in “Clip 1”');
    expect(mail?.text).toContain(`${at.site.url}/discussions/${discussionId}#${id}`);
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const address = /^<(https?:\/\/[^>]+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.text).toContain(address);
    expect(mail?.messageId).toMatch(/^<notice-[0-9a-f-]{36}@127\.0\.0\.1>$/);
    // One click in a mail program: no cookie, no origin, a form.
    const post = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(post.status).toBe(200);
    const { rows } = await quietly('select mails from app_public.discussion_follows where user_id = $1 and discussion_id = $2', [
      at.learner.userId,
      discussionId,
    ]);
    expect(rows).toEqual([{ mails: 'NONE' }]);
    await at.answer(at.author, discussionId, 'After the end', commentId);
    await at.begin(at.learner, 'Another');
    await vi.waitFor(async () => expect((await quietly('select 1 from app_public.notices where is_waiting')).rows).toEqual([]), {
      timeout: 15_000,
    });
    expect(await mails(at.learner, 'After the end')).toEqual([]);
    expect((await notificationsOf(at.learner)).nodes[0]?.comment?.bodyMarkdown).toBe('After the end');
  });

  test('opening the unsubscribe link changes nothing, and a forged one is invalid', async () => {
    const tokens = createUnsubscribeTokens(at.site.db.secretKey);
    const token = tokens.issue({ userId: at.other.userId, discussionId: null });
    const rhythm = async () =>
      (await quietly('select mail_notices from app_public.user_settings where user_id = $1', [at.other.userId])).rows[0];
    expect((await at.site.newBrowser().get(`/api/unsubscribe/${token}`)).text).toContain('<button>Unsubscribe</button>');
    expect(await rhythm()).toEqual({ mail_notices: 'AT_ONCE' });
    for (const forged of [
      token.slice(0, -1),
      `${token}x`,
      token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      'x',
      `.${'A'.repeat(32)}`,
    ])
      expect((await at.site.newBrowser().post(`/api/unsubscribe/${forged}`, {})).status).toBe(404);
    expect(createUnsubscribeTokens('another key of the site, long enough').read(token)).toBeNull();
    expect(await rhythm()).toEqual({ mail_notices: 'AT_ONCE' });
    expect((await at.site.newBrowser().post(`/api/unsubscribe/${token}`, {})).status).toBe(200);
    expect(await rhythm()).toEqual({ mail_notices: 'NONE' });
  });
});

describe('when emails are sent', () => {
  // While this is active, the job finds nothing due; the test takes what is due itself.
  const without = async (work: () => Promise<void>) => {
    await quietly(`update app_public.user_settings set mail_notices = 'NONE'`);
    await work();
    await vi.waitFor(async () => expect((await quietly('select 1 from app_public.notices where is_waiting')).rows).toEqual([]), {
      timeout: 15_000,
      interval: 50,
    });
  };
  /**
   * Makes the learner's notifications of a time and a rhythm pending, and takes what is due: in one transaction, so that the job isn't
   * faster.
   */
  const taking = <T>(rhythm: string, createdAt: string, look: (query: Query, mails: number) => Promise<T>) =>
    inTransaction(async (query) => {
      await query(`update app_public.user_settings set mail_notices = '${rhythm}' where user_id = '${at.learner.userId}'`);
      await query(`update app_public.notices set is_waiting = true, created_at = ${createdAt} where user_id = '${at.learner.userId}'`);
      const [row] = await query('select app_private.take_notices() as n');
      return look(query, (row as { n: number }).n);
    });
  const howMany = (rhythm: string, createdAt: string) => taking(rhythm, createdAt, (_query, mails) => Promise.resolve(mails));
  const nextOf = async (query: Query) =>
    (await query('select * from app_private.next_notice_mail()'))[0] as { id: string | null; items: object[] | null; rhythm: string };

  test('a day’s notifications are one email at eight in the user’s time zone, sent once @DISC-12', async () => {
    await without(async () => {
      const { discussionId, commentId } = await at.begin(at.learner, 'A question');
      for (const text of ['One', 'Two', 'Three']) await at.answer(at.other, discussionId, text, commentId);
    });
    // Notifications since the last eight o'clock are pending; earlier ones are due.
    const lastEight = `((date_trunc('day', (now() at time zone 'Asia/Tokyo') - interval '8 hours') + interval '8 hours') at time zone 'Asia/Tokyo')`;
    await quietly(`update app_public.user_settings set time_zone = 'Asia/Tokyo' where user_id = $1`, [at.learner.userId]);
    expect(await howMany('DAILY', `${lastEight} + interval '1 second'`)).toBe(0);
    await taking('DAILY', `${lastEight} - interval '1 second'`, async (query, mails) => {
      expect(mails).toBe(1);
      const mail = await nextOf(query);
      expect([mail.rhythm, mail.items?.length]).toEqual(['DAILY', 3]);
      expect((await nextOf(query)).id).toBeNull();
      await query(`select app_private.end_notice_mail('${mail.id}', true)`);
    });
    expect(await howMany('DAILY', `${lastEight} - interval '2 seconds'`)).toBe(0);
  });

  test('a week’s notifications come on Monday; users who want none get none', async () => {
    await without(async () => {
      const { discussionId, commentId } = await at.begin(at.learner, 'A question');
      await at.answer(at.other, discussionId, 'One', commentId);
    });
    const monday = `((date_trunc('week', (now() at time zone 'UTC') - interval '8 hours') + interval '8 hours') at time zone 'UTC')`;
    expect(await howMany('WEEKLY', `${monday} + interval '1 second'`)).toBe(0);
    expect(await howMany('WEEKLY', `${monday} - interval '1 second'`)).toBe(1);
    expect(await howMany('NONE', 'now()')).toBe(0);
    expect((await quietly('select 1 from app_public.notices where is_waiting')).rows).toEqual([]);
  });

  test('between claiming and sending, changes count: nothing deleted, hidden, read, muted or no longer visible is sent @DISC-07', async () => {
    const changes: ((notification: { discussionId: string; id: string }) => Promise<unknown>)[] = [
      ({ id }) => at.other.browser.graphql(updateCommentById, { id, patch: { deleted: true } }),
      ({ id }) => quietly('update app_public.comments set hidden_at = now() where id = $1', [id]),
      () => quietly('update app_public.notices set read_at = now()'),
      ({ discussionId }) =>
        quietly('insert into app_public.discussion_follows (user_id, discussion_id, is_followed) values ($1, $2, false)', [
          at.learner.userId,
          discussionId,
        ]),
      ({ discussionId }) =>
        quietly(`insert into app_public.discussion_follows (user_id, discussion_id, mails) values ($1, $2, 'NONE')`, [
          at.learner.userId,
          discussionId,
        ]),
      () => quietly('update app_public.courses set archived_at = now() where id = $1', [at.courseId]),
      () => Promise.resolve(),
    ];
    const notified: number[] = [];
    for (const change of changes) {
      await quietly('delete from app_public.notices; delete from app_private.notice_mails');
      let notification = { discussionId: '', id: '' };
      await without(async () => {
        const { discussionId, commentId } = await at.begin(at.learner, 'A question');
        notification = { discussionId, id: await at.answer(at.other, discussionId, 'Canary', commentId) };
      });
      await taking('AT_ONCE', 'now()', (query) => query(`update app_private.notice_mails set try_at = now() + interval '1 hour'`));
      await change(notification);
      const mailed = await inTransaction(async (query) => {
        await query(`update app_private.notice_mails set try_at = now() where ended_at is null`);
        return nextOf(query);
      });
      notified.push(mailed.items?.length ?? 0);
      await quietly('update app_public.courses set archived_at = null where id = $1', [at.courseId]);
    }
    // The last one is the control: nothing changed, and it is sent.
    expect(notified).toEqual([0, 0, 0, 0, 0, 0, 1]);
  }, 60_000);

  test('eight simultaneous runs send each email once, and a failed one is retried later', async () => {
    await without(async () => {
      for (let n = 0; n < 6; n += 1) {
        const { discussionId, commentId } = await at.begin(at.learner, `Question ${n}`);
        await at.answer(at.other, discussionId, `Answer ${n}`, commentId);
      }
    });
    expect(await howMany('AT_ONCE', 'now()')).toBe(6);
    const matches = (await Promise.all(Array.from({ length: 8 }, () => inTransaction(nextOf))))
      .map(({ id }) => id)
      .filter((id) => id !== null);
    expect(new Set(matches).size).toBe(matches.length);
    await quietly('select app_private.end_notice_mail($1, false)', [matches[0]]);
    const { rows } = await quietly(
      'select tries, ended_at is null as is_open, try_at > now() as is_later from app_private.notice_mails where id = $1',
      [matches[0]],
    );
    expect(rows[0]).toEqual({ tries: 1, is_open: true, is_later: true });
  });
});

type Query = (sql: string) => Promise<object[]>;

async function inTransaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
  const client = await at.site.db.superuser.connect();
  try {
    await client.query('begin');
    const result = await work(async (sql) => (await client.query<object>(sql)).rows);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}
