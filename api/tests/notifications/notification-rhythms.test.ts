import type { MailboxMessage } from '@newline/api/features/mail/mailbox';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTalkers, type Talker, type Talkers } from '../discussions/talkers.ts';

let at: Talkers;
beforeAll(async () => {
  at = await startTalkers();
});
afterAll(() => at?.stop());
beforeEach(async () => {
  await sql(`delete from app_public.notices; delete from app_private.notice_mails; delete from app_public.discussion_follows`);
  await set('AT_ONCE');
});

// A time zone where it isn't around eight o'clock, when digests are sent.
const timeZone = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'UTC';

type Rhythm = 'AT_ONCE' | 'DAILY' | 'WEEKLY' | 'NONE';

const sql = (text: string, values: unknown[] = []) => at.site.db.superuser.query(text, values);

/** Sets how often the learner gets emails. */
async function set(mailNotices: Rhythm): Promise<void> {
  const { errors } = await at.learner.browser.graphql(
    'mutation a($userId: UUID!, $patch: UserSettingPatch!) { updateUserSettingByUserId(input: { userId: $userId, patch: $patch }) { userSetting { mailNotices } } }',
    { userId: at.learner.userId, patch: { mailNotices, timeZone } },
  );
  expect(errors).toBeUndefined();
}

/** Sets it for one discussion; null uses the setting. */
async function setFor(discussionId: string, mails: Rhythm | null): Promise<void> {
  const { errors } = await at.learner.browser.graphql(
    'mutation a($id: UUID!, $mails: MailRhythm) { setDiscussionFollow(input: { discussionId: $id, mails: $mails }) { discussion { viewerFollow { mails } } } }',
    { id: discussionId, mails },
  );
  expect(errors).toBeUndefined();
}

/** Returns all emails to the learner except those of the sign-up, oldest first, with their text on one line. */
async function mails(): Promise<MailboxMessage[]> {
  // Runs the job, which ends once everything due was sent.
  await sql(`select graphile_worker.add_job('send_notices')`);
  await vi.waitFor(
    async () => expect((await sql(`select 1 from graphile_worker.jobs where task_identifier = 'send_notices'`)).rows).toEqual([]),
    { timeout: 60_000, interval: 50 },
  );
  return ((await at.site.api.mailbox?.list()) ?? [])
    .filter(({ to, messageId }) => to === 'learner@example.com' && messageId?.startsWith('<notice-') === true)
    .map((mail) => ({ ...mail, text: mail.text.replaceAll(/\s+/gu, ' ') }))
    .toSorted((a, b) => a.sentAt.localeCompare(b.sentAt));
}

/** Returns the emails that have arrived since `before`. */
async function since(before: readonly MailboxMessage[]): Promise<MailboxMessage[]> {
  const earlier = new Set(before.map(({ messageId }) => messageId));
  return (await mails()).filter(({ messageId }) => !earlier.has(messageId));
}

/** Moves the learner's notifications before or after the last eight o'clock of a day, or of a Monday, in their time zone. */
async function moveNotifications(side: 'before' | 'after', unit: 'day' | 'week'): Promise<void> {
  await sql(
    `update app_public.notices n set created_at = ((date_trunc('${unit}', (now() at time zone $2) - interval '8 hours') + interval '8 hours') at time zone $2)
       + interval '${side === 'before' ? '-1 minute' : '1 minute'}' + o.nth * interval '1 millisecond'
     from (select id, row_number() over (order by created_at) as nth from app_public.notices) o where o.id = n.id and n.user_id = $1`,
    [at.learner.userId, timeZone],
  );
}

/** Creates a question of the learner with a user's answers; returns the URL of each answer. */
async function threadOf(who: Talker, ...answers: string[]): Promise<{ discussionId: string; addresses: string[] }> {
  const { discussionId, commentId } = await at.begin(at.learner, 'A question');
  const addresses: string[] = [];
  for (const answerText of answers)
    addresses.push(`${at.site.url}/discussions/${discussionId}#${await at.answer(who, discussionId, answerText, commentId)}`);
  return { discussionId, addresses };
}

async function unread(): Promise<number | undefined> {
  return (await at.learner.browser.graphql<{ unreadNoticesCount: number }>('{ unreadNoticesCount }')).data?.unreadNoticesCount;
}

/** Moves sent emails a quarter of an hour into the past. */
const passQuarter = () => sql(`update app_private.notice_mails set created_at = created_at - interval '15 minutes'`);

test('immediately: the first reply is emailed soon; those within a quarter of an hour follow in one email, in order, once @DISC-12', async () => {
  const before = await mails();
  const { discussionId, addresses } = await threadOf(at.other, 'First words');
  const came = await since(before);
  expect(came.map(({ subject }) => subject)).toEqual(['Otto Other replied in “Clip 1”']);
  expect(came[0]?.text).toContain('Otto Other replied in “Clip 1”. First words');
  expect(came[0]?.text).toContain(addresses[0]);
  expect(came[0]?.text).toContain('You’re receiving this because you take part in discussions on newline.');
  expect(came[0]?.text).toMatch(/No more emails about this discussion\? Unsubscribe: https?:\/\/\S+\/api\/unsubscribe\/\S+/u);
  expect(came[0]?.html).toMatch(/<a href="https?:\/\/[^"]+\/api\/unsubscribe\/[^"]+"[^>]*>Unsubscribe<\/a>/u);

  const answerText = ['second', 'third', 'fourth', 'fifth', 'sixth'];
  const later: string[] = [];
  for (const word of answerText) later.push(await at.answer(at.other, discussionId, `The ${word} answer.`));
  // Control: another discussion of the same user isn't delayed.
  await threadOf(at.author, 'Elsewhere');
  const meanwhile = await since([...before, ...came]);
  expect(meanwhile.map(({ text }) => /Elsewhere|The \w+ answer/u.exec(text)?.[0])).toEqual(['Elsewhere']);

  await passQuarter();
  const [together, ...more] = await since([...before, ...came, ...meanwhile]);
  expect(more).toEqual([]);
  expect(together?.subject).toBe('5 new comments in “Clip 1”');
  expect([...(together?.text.matchAll(/The (\w+) answer\./gu) ?? [])].map(([, word]) => word)).toEqual(answerText);
  for (const id of later) expect(together?.text).toContain(`${at.site.url}/discussions/${discussionId}#${id}`);
  await passQuarter();
  expect(await since([...before, ...came, ...meanwhile, ...(together ? [together] : [])])).toEqual([]);
});

test('immediately: no email is lost or doubled when a process is killed, or when two run at the same moment @DISC-12', async () => {
  const before = await mails();
  await set('NONE');
  const { discussionId } = await threadOf(at.other, 'One', 'Two', 'Three');
  await mails();
  // Everything until the end is rolled back with its transaction, as when the process is killed.
  const client = await at.site.db.superuser.connect();
  try {
    await client.query('begin');
    await client.query(`update app_public.user_settings set mail_notices = 'AT_ONCE' where user_id = $1`, [at.learner.userId]);
    await client.query('update app_public.notices set is_waiting = true where user_id = $1', [at.learner.userId]);
    expect((await client.query('select app_private.take_notices() as n')).rows).toEqual([{ n: 1 }]);
    await client.query('rollback');
    await client.query('begin');
    await client.query(`update app_public.user_settings set mail_notices = 'AT_ONCE' where user_id = $1`, [at.learner.userId]);
    await client.query('update app_public.notices set is_waiting = true where user_id = $1', [at.learner.userId]);
    await client.query('commit');
  } finally {
    client.release();
  }
  const takenCounts = await Promise.all(Array.from({ length: 6 }, () => sql('select app_private.take_notices() as n')));
  const { rows } = await sql('select id from app_private.notice_mails where discussion_id = $1 and user_id = $2', [
    discussionId,
    at.learner.userId,
  ]);
  expect(rows).toHaveLength(1);
  // Zero if the site's job was faster.
  expect(takenCounts.reduce((sum, { rows: [row] }) => sum + (row as { n: number }).n, 0)).toBeLessThanOrEqual(1);
  const came = await since(before);
  expect(came.map(({ subject }) => subject)).toEqual(['3 new comments in “Clip 1”']);
});

test.each([
  { rhythm: 'DAILY', unit: 'day', subject: '3 new comments since yesterday' },
  { rhythm: 'WEEKLY', unit: 'week', subject: '3 new comments this week' },
] as const)('$rhythm: nothing before eight o’clock, then one email with everything in order, once @DISC-12', async (rhythmCase) => {
  const before = await mails();
  await set(rhythmCase.rhythm);
  const { addresses } = await threadOf(at.other, 'First words', 'Second words', 'Third words');
  await moveNotifications('after', rhythmCase.unit);
  expect(await since(before)).toEqual([]);
  await moveNotifications('before', rhythmCase.unit);
  const came = await since(before);
  expect(came.map(({ subject }) => subject)).toEqual([rhythmCase.subject]);
  const [digest] = came;
  for (const [index, answerText] of ['First words', 'Second words', 'Third words'].entries())
    expect(digest?.text).toContain(`Otto Other replied in “Clip 1” ${answerText} ${addresses[index]}`);
  expect([...(digest?.text.matchAll(/(First|Second|Third) words/gu) ?? [])].map(([, word]) => word).slice(-3)).toEqual([
    'First',
    'Second',
    'Third',
  ]);
  expect(digest?.text).toContain(`View all: ${at.site.url}/notifications`);
  expect(digest?.text).not.toContain('more.');
  expect(digest?.html).toContain('Second words');
  expect(await since([...before, ...came])).toEqual([]);
  expect(await unread()).toBe(3);
});

test('never: no email at any time, while the page still shows everything @DISC-12', async () => {
  const before = await mails();
  await set('NONE');
  await threadOf(at.other, 'First words', 'Second words');
  expect(await since(before)).toEqual([]);
  await moveNotifications('before', 'week');
  // Nor are they sent later, when emails are enabled again: the control is what is sent then.
  await set('AT_ONCE');
  await threadOf(at.author, 'Wanted again');
  const came = await since(before);
  expect(came.map(({ subject }) => subject)).toEqual(['Ada Author replied in “Clip 1”']);
  expect(came[0]?.text).toContain('Wanted again');
  expect(await unread()).toBe(3);
});

test('a discussion’s own setting applies there, and the general settings everywhere else @DISC-12', async () => {
  const before = await mails();
  const receivedEmails = async (general: Rhythm, ofThread: Rhythm | null): Promise<string[]> => {
    await sql('delete from app_public.notices');
    const earlier = await mails();
    await set(general);
    const { discussionId, commentId } = await at.begin(at.learner, 'A question');
    const { discussionId: elsewhere, commentId: otherCommentId } = await at.begin(at.learner, 'Another question');
    await setFor(discussionId, ofThread);
    await at.answer(at.author, discussionId, 'Here.', commentId);
    await at.answer(at.author, elsewhere, 'There.', otherCommentId);
    return (await since(earlier)).map(({ text }) => /(Here|There)\./u.exec(text)?.[1] ?? '').toSorted();
  };
  expect(await receivedEmails('AT_ONCE', null)).toEqual(['Here', 'There']);
  expect(await receivedEmails('AT_ONCE', 'NONE')).toEqual(['There']);
  expect(await receivedEmails('AT_ONCE', 'WEEKLY')).toEqual(['There']);
  expect(await receivedEmails('NONE', 'AT_ONCE')).toEqual(['Here']);
  expect(await receivedEmails('DAILY', 'AT_ONCE')).toEqual(['Here']);
  // A discussion with weekly emails gets its own email.
  await sql('delete from app_public.notices');
  const earlier = [...before, ...(await mails())];
  await set('AT_ONCE');
  const { discussionId, commentId } = await at.begin(at.learner, 'A question');
  await setFor(discussionId, 'WEEKLY');
  for (const answerText of ['One', 'Two']) await at.answer(at.author, discussionId, answerText, commentId);
  await moveNotifications('before', 'week');
  expect((await since(earlier)).map(({ subject }) => subject)).toEqual(['2 new comments this week']);
});

test('a digest lists twenty and counts the others; one click in it ends all emails (RFC 8058) @DISC-12', async () => {
  const before = await mails();
  await set('DAILY');
  const { discussionId, commentId } = await at.begin(at.learner, 'A question');
  for (let n = 1; n <= 11; n += 1)
    for (const who of [at.other, at.admin]) await at.answer(who, discussionId, `Word ${n} of ${who.username}.`, commentId);
  await moveNotifications('before', 'day');
  const [digest, ...more] = await since(before);
  expect(more).toEqual([]);
  expect(digest?.subject).toBe('22 new comments since yesterday');
  expect(digest?.text.match(/ replied in /gu)).toHaveLength(20);
  expect(digest?.text).toContain('These are the first 20. See 2 more on newline.');
  expect(digest?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const address = /^<(https?:\/\/[^>]+)>$/u.exec(digest?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  const pressed = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(pressed.status).toBe(200);
  const { data } = await at.learner.browser.graphql('{ viewer { settings { mailNotices } } }');
  expect(data).toEqual({ viewer: { settings: { mailNotices: 'NONE' } } });
  const earlier = await mails();
  await at.answer(at.author, discussionId, 'After the end.', commentId);
  await threadOf(at.author, 'In another one.');
  await moveNotifications('before', 'week');
  expect(await since(earlier)).toEqual([]);
});
