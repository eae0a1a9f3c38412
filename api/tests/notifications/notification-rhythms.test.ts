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

// Where it is far from eight o'clock, at which digests go out.
const timeZone = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'UTC';

type Rhythm = 'AT_ONCE' | 'DAILY' | 'WEEKLY' | 'NONE';

const sql = (text: string, values: unknown[] = []) => at.site.db.superuser.query(text, values);

/** Chooses in the settings how often the learner is mailed. */
async function set(mailNotices: Rhythm): Promise<void> {
  const { errors } = await at.learner.browser.graphql(
    'mutation a($userId: UUID!, $patch: UserSettingPatch!) { updateUserSettingByUserId(input: { userId: $userId, patch: $patch }) { userSetting { mailNotices } } }',
    { userId: at.learner.userId, patch: { mailNotices, timeZone } },
  );
  expect(errors).toBeUndefined();
}

/** Chooses it for one discussion; null is as in the settings. */
async function setFor(discussionId: string, mails: Rhythm | null): Promise<void> {
  const { errors } = await at.learner.browser.graphql(
    'mutation a($id: UUID!, $mails: MailRhythm) { setDiscussionFollow(input: { discussionId: $id, mails: $mails }) { discussion { viewerFollow { mails } } } }',
    { id: discussionId, mails },
  );
  expect(errors).toBeUndefined();
}

/** Every mail that the learner got beside the ones of signing up, oldest first, with its words on one line. */
async function mails(): Promise<MailboxMessage[]> {
  // Looking is a job, and ends with everything sent that was due.
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

/** The mails that have come since `before`. */
async function since(before: readonly MailboxMessage[]): Promise<MailboxMessage[]> {
  const known = new Set(before.map(({ messageId }) => messageId));
  return (await mails()).filter(({ messageId }) => !known.has(messageId));
}

/** Puts what the learner was told before or after the last eight o'clock of a day, or of a Monday, where they are. */
async function place(side: 'before' | 'after', unit: 'day' | 'week'): Promise<void> {
  await sql(
    `update app_public.notices n set created_at = ((date_trunc('${unit}', (now() at time zone $2) - interval '8 hours') + interval '8 hours') at time zone $2)
       + interval '${side === 'before' ? '-1 minute' : '1 minute'}' + o.nth * interval '1 millisecond'
     from (select id, row_number() over (order by created_at) as nth from app_public.notices) o where o.id = n.id and n.user_id = $1`,
    [at.learner.userId, timeZone],
  );
}

/** A question of the learner with answers of somebody; gives the address that each answer has. */
async function threadOf(who: Talker, ...answers: string[]): Promise<{ discussionId: string; addresses: string[] }> {
  const { discussionId, commentId } = await at.begin(at.learner, 'A question');
  const addresses: string[] = [];
  for (const words of answers)
    addresses.push(`${at.site.url}/discussions/${discussionId}#${await at.answer(who, discussionId, words, commentId)}`);
  return { discussionId, addresses };
}

async function unread(): Promise<number | undefined> {
  return (await at.learner.browser.graphql<{ unreadNoticesCount: number }>('{ unreadNoticesCount }')).data?.unreadNoticesCount;
}

/** Moves what was mailed a quarter of an hour into the past. */
const passQuarter = () => sql(`update app_private.notice_mails set created_at = created_at - interval '15 minutes'`);

test('at once: the first answer is mailed soon, what follows within a quarter of an hour is one email, in order, once @DISC-12', async () => {
  const before = await mails();
  const { discussionId, addresses } = await threadOf(at.other, 'First words');
  const came = await since(before);
  expect(came.map(({ subject }) => subject)).toEqual(['Otto Other replied in “Clip 1”']);
  expect(came[0]?.text).toContain('Otto Other replied in “Clip 1”. First words');
  expect(came[0]?.text).toContain(addresses[0]);
  expect(came[0]?.text).toContain('You’re receiving this because you take part in discussions on newline.');
  expect(came[0]?.text).toMatch(/No more emails about this discussion\? Unsubscribe: https?:\/\/\S+\/api\/unsubscribe\/\S+/u);
  expect(came[0]?.html).toMatch(/<a href="https?:\/\/[^"]+\/api\/unsubscribe\/[^"]+"[^>]*>Unsubscribe<\/a>/u);

  const words = ['second', 'third', 'fourth', 'fifth', 'sixth'];
  const later: string[] = [];
  for (const word of words) later.push(await at.answer(at.other, discussionId, `The ${word} answer.`));
  // Another discussion of the same user is not held back: the control.
  await threadOf(at.author, 'Elsewhere');
  const meanwhile = await since([...before, ...came]);
  expect(meanwhile.map(({ text }) => /Elsewhere|The \w+ answer/u.exec(text)?.[0])).toEqual(['Elsewhere']);

  await passQuarter();
  const [together, ...more] = await since([...before, ...came, ...meanwhile]);
  expect(more).toEqual([]);
  expect(together?.subject).toBe('5 new comments in “Clip 1”');
  expect([...(together?.text.matchAll(/The (\w+) answer\./gu) ?? [])].map(([, word]) => word)).toEqual(words);
  for (const id of later) expect(together?.text).toContain(`${at.site.url}/discussions/${discussionId}#${id}`);
  await passQuarter();
  expect(await since([...before, ...came, ...meanwhile, ...(together ? [together] : [])])).toEqual([]);
});

test('at once: no email is lost or doubled when a process is killed, or two look at the same moment @DISC-12', async () => {
  const before = await mails();
  await set('NONE');
  const { discussionId } = await threadOf(at.other, 'One', 'Two', 'Three');
  await mails();
  // All that follows before the end is taken back with its transaction, as when the process is killed.
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
  const taken = await Promise.all(Array.from({ length: 6 }, () => sql('select app_private.take_notices() as n')));
  const { rows } = await sql('select id from app_private.notice_mails where discussion_id = $1 and user_id = $2', [
    discussionId,
    at.learner.userId,
  ]);
  expect(rows).toHaveLength(1);
  // Zero if the job of the site was quicker.
  expect(taken.reduce((sum, { rows: [row] }) => sum + (row as { n: number }).n, 0)).toBeLessThanOrEqual(1);
  const came = await since(before);
  expect(came.map(({ subject }) => subject)).toEqual(['3 new comments in “Clip 1”']);
});

test.each([
  { rhythm: 'DAILY', unit: 'day', subject: '3 new comments since yesterday' },
  { rhythm: 'WEEKLY', unit: 'week', subject: '3 new comments this week' },
] as const)('$rhythm: nothing before eight o’clock, then one mail that says all of it in order, once @DISC-12', async (given) => {
  const before = await mails();
  await set(given.rhythm);
  const { addresses } = await threadOf(at.other, 'First words', 'Second words', 'Third words');
  await place('after', given.unit);
  expect(await since(before)).toEqual([]);
  await place('before', given.unit);
  const came = await since(before);
  expect(came.map(({ subject }) => subject)).toEqual([given.subject]);
  const [digest] = came;
  for (const [index, words] of ['First words', 'Second words', 'Third words'].entries())
    expect(digest?.text).toContain(`Otto Other replied in “Clip 1” ${words} ${addresses[index]}`);
  expect([...(digest?.text.matchAll(/(First|Second|Third) words/gu) ?? [])].map(([, word]) => word).slice(-3)).toEqual([
    'First',
    'Second',
    'Third',
  ]);
  expect(digest?.text).toContain(`View all: ${at.site.url}/notices`);
  expect(digest?.text).not.toContain('more.');
  expect(digest?.html).toContain('Second words');
  expect(await since([...before, ...came])).toEqual([]);
  expect(await unread()).toBe(3);
});

test('never: no mail at any time, and the page tells of them all the same @DISC-12', async () => {
  const before = await mails();
  await set('NONE');
  await threadOf(at.other, 'First words', 'Second words');
  expect(await since(before)).toEqual([]);
  await place('before', 'week');
  // Nor do they come later, when mails are wanted again: the control is what comes then.
  await set('AT_ONCE');
  await threadOf(at.author, 'Wanted again');
  const came = await since(before);
  expect(came.map(({ subject }) => subject)).toEqual(['Ada Author replied in “Clip 1”']);
  expect(came[0]?.text).toContain('Wanted again');
  expect(await unread()).toBe(3);
});

test('what is chosen for a discussion counts there, and the settings everywhere else @DISC-12', async () => {
  const before = await mails();
  const told = async (general: Rhythm, ofThread: Rhythm | null): Promise<string[]> => {
    await sql('delete from app_public.notices');
    const known = await mails();
    await set(general);
    const { discussionId, commentId } = await at.begin(at.learner, 'A question');
    const { discussionId: elsewhere, commentId: there } = await at.begin(at.learner, 'Another question');
    await setFor(discussionId, ofThread);
    await at.answer(at.author, discussionId, 'Here.', commentId);
    await at.answer(at.author, elsewhere, 'There.', there);
    return (await since(known)).map(({ text }) => /(Here|There)\./u.exec(text)?.[1] ?? '').toSorted();
  };
  expect(await told('AT_ONCE', null)).toEqual(['Here', 'There']);
  expect(await told('AT_ONCE', 'NONE')).toEqual(['There']);
  expect(await told('AT_ONCE', 'WEEKLY')).toEqual(['There']);
  expect(await told('NONE', 'AT_ONCE')).toEqual(['Here']);
  expect(await told('DAILY', 'AT_ONCE')).toEqual(['Here']);
  // What waits in a discussion by the week stands alone in its mail.
  await sql('delete from app_public.notices');
  const known = [...before, ...(await mails())];
  await set('AT_ONCE');
  const { discussionId, commentId } = await at.begin(at.learner, 'A question');
  await setFor(discussionId, 'WEEKLY');
  for (const words of ['One', 'Two']) await at.answer(at.author, discussionId, words, commentId);
  await place('before', 'week');
  expect((await since(known)).map(({ subject }) => subject)).toEqual(['2 new comments this week']);
});

test('a digest writes out twenty and counts the others; one click on it ends all mails, by RFC 8058 @DISC-12', async () => {
  const before = await mails();
  await set('DAILY');
  const { discussionId, commentId } = await at.begin(at.learner, 'A question');
  for (let n = 1; n <= 11; n += 1)
    for (const who of [at.other, at.admin]) await at.answer(who, discussionId, `Word ${n} of ${who.username}.`, commentId);
  await place('before', 'day');
  const [digest, ...more] = await since(before);
  expect(more).toEqual([]);
  expect(digest?.subject).toBe('22 new comments since yesterday');
  expect(digest?.text.match(/ replied in /gu)).toHaveLength(20);
  expect(digest?.text).toContain('The first 20. 2 more on newline.');
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
  const known = await mails();
  await at.answer(at.author, discussionId, 'After the end.', commentId);
  await threadOf(at.author, 'In another one.');
  await place('before', 'week');
  expect(await since(known)).toEqual([]);
});
