import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { idOf, people } from './permissions/world.ts';
import { buildPlansWorld, call, createServer, crowd, hasPro, tokenOf } from './plans-world.ts';

let db: TestDatabase;
let server: ReturnType<typeof createServer>;
/** Each test has its own owner, with a team of five seats, of which the owner has one. */
let owner: (typeof crowd)[number];
let next = 0;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildPlansWorld(db);
  server = createServer(db);
});

beforeEach(async () => {
  owner = newcomer();
  await server.subscribe(owner, 'team', 5);
});

afterAll(async () => {
  await server.stop();
  await db.stop();
});

/** Creates a user without a seat. */
function newcomer(): (typeof crowd)[number] {
  const person = crowd[next];
  next += 1;
  if (!person) throw new Error('newcomer: the crowd is used up');
  return person;
}

const accept = (who: (typeof crowd)[number], email: string) =>
  call<{ id: string }>(db, who, 'select (app_public.accept_invitation($1)).id', [tokenOf(owner, email)]);

async function counts() {
  const { rows } = await db.superuser.query<{ seats: number; taken: number; members: number; open: number }>(
    `select t.seats, t.seats_taken as taken, (select count(*)::int from app_public.team_members m where m.team_id = t.id) as members,
       (select count(*)::int from app_public.team_invitations i where i.team_id = t.id and i.status = 'OPEN') as open
     from app_public.teams t where t.owner_id = $1`,
    [owner.userId],
  );
  const [row] = rows;
  expect(row?.taken).toBe((row?.members ?? 0) + (row?.open ?? 0));
  return { seats: row?.seats, members: row?.members, open: row?.open };
}

describe('seats', () => {
  test('are never more than were paid for, even if everyone invites at the same time @PAY-01', async () => {
    expect(await counts()).toEqual({ seats: 5, members: 1, open: 0 });
    const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => server.invite(owner, `guest${n}@example.com`)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    for (const one of tries)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'NL409', message: 'TEAM_SEATS_TAKEN', detail: '{"seats": 5}' });
    expect(await counts()).toEqual({ seats: 5, members: 1, open: 4 });
    // The table itself enforces the rule: not even its owner can add one more.
    await expect(
      db.superuser.query(
        `insert into app_public.team_invitations (team_id, email) select id, 'one@more.example' from app_public.teams where owner_id = $1`,
        [owner.userId],
      ),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(
      db.superuser.query(`insert into app_public.team_members (team_id, user_id) select id, $2 from app_public.teams where owner_id = $1`, [
        owner.userId,
        people.author.userId,
      ]),
    ).rejects.toBeDefined();
  });

  test('are each taken once, even if everyone accepts everything at the same time @PAY-01', async () => {
    const emails = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
    await server.invite(owner, ...emails);
    const newcomers = Array.from({ length: 6 }, newcomer);
    const tries = await Promise.allSettled(newcomers.flatMap((guest) => emails.map((email) => accept(guest, email))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'NL409' });
    expect(await counts()).toEqual({ seats: 5, members: 5, open: 0 });
    const reading = await Promise.all(newcomers.map((guest) => hasPro(db, guest)));
    expect(reading.filter(Boolean)).toHaveLength(4);
  });

  test('are removed when fewer are paid for: open invitations first, then the newest members, never the owner @PAY-01', async () => {
    const [first, second] = [newcomer(), newcomer()];
    await server.invite(owner, 'a@example.com', 'b@example.com', 'c@example.com');
    await accept(first, 'a@example.com');
    await accept(second, 'b@example.com');
    const pay = (seats: number) =>
      db.superuser.query(`update app_public.subscriptions set seats = $2 where user_id = $1 and kind = 'TEAM'`, [owner.userId, seats]);
    await pay(3);
    expect(await counts()).toEqual({ seats: 3, members: 3, open: 0 });
    await pay(2);
    expect([await hasPro(db, owner), await hasPro(db, first), await hasPro(db, second)]).toEqual([true, true, false]);
    await pay(1);
    expect(await counts()).toEqual({ seats: 1, members: 1, open: 0 });
    expect([await hasPro(db, owner), await hasPro(db, first)]).toEqual([true, false]);
    await pay(50);
    expect(await counts()).toEqual({ seats: 50, members: 1, open: 0 });
  });
});

describe('an invitation', () => {
  type View = { team_name: string; email: string; status: string } | undefined;
  const view = async (email: string): Promise<View> =>
    (await call<NonNullable<View>>(db, people.visitor, 'select * from app_public.invitation_by_token($1)', [tokenOf(owner, email)]))[0];
  const change = (text: string) =>
    db.superuser.query(
      `update app_public.team_invitations i set ${text} from app_public.teams t where t.id = i.team_id and t.owner_id = $1`,
      [owner.userId],
    );

  /** Returns for how many days the owner's invitations are valid. */
  const daysOf = async () =>
    (
      await db.superuser.query(
        `select extract(day from i.expires_at - i.sent_at)::int as days from app_public.team_invitations i join app_public.teams t on t.id = i.team_id where t.owner_id = $1`,
        [owner.userId],
      )
    ).rows;

  test('is accepted by a signed-in user with its token, and by no one else @PAY-01 @AUTH-03', async () => {
    await server.invite(owner, ' Guest@Example.com ');
    await server.invite(owner, 'other@example.com');
    const guest = newcomer();
    await expect(accept(people.visitor, 'guest@example.com')).rejects.toMatchObject({ code: 'NL401' });
    await expect(accept(guest, 'nobody@example.com')).rejects.toMatchObject({ code: 'NL404' });
    await expect(call(db, guest, 'select app_public.accept_invitation(null)')).rejects.toMatchObject({ code: 'NL404' });
    expect(await view('guest@example.com')).toMatchObject({
      email: 'guest@example.com',
      status: 'OPEN',
      team_name: expect.stringContaining('’s team'),
    });
    expect(await view('nobody@example.com')).toMatchObject({ email: null });
    await accept(guest, 'guest@example.com');
    expect(await view('guest@example.com')).toMatchObject({ status: 'ACCEPTED' });
    await expect(accept(newcomer(), 'guest@example.com')).rejects.toMatchObject({
      code: 'NL409',
      message: 'INVITATION_EXPIRED',
    });
    await expect(accept(guest, 'other@example.com')).rejects.toMatchObject({
      code: 'NL409',
      message: 'TEAM_SEAT_EXISTS',
    });
    expect(await counts()).toEqual({ seats: 5, members: 2, open: 1 });
  });

  test('expires after 14 days and then frees its seat @PAY-01', async () => {
    await server.invite(owner, 'a@example.com');
    expect(await daysOf()).toEqual([{ days: 14 }]);
    await change("expires_at = now() - interval '1 second'");
    expect(await view('a@example.com')).toMatchObject({ status: 'EXPIRED' });
    await expect(accept(newcomer(), 'a@example.com')).rejects.toMatchObject({ code: 'NL409' });
    expect(await counts()).toEqual({ seats: 5, members: 1, open: 1 });
    await server.run(null, 'select app_private.tidy_billing()');
    expect(await counts()).toEqual({ seats: 5, members: 1, open: 0 });
  });

  test('makes way for another when it has expired, without waiting for a job @PAY-01', async () => {
    await server.invite(owner, 'a@example.com', 'b@example.com', 'c@example.com', 'd@example.com');
    await change("expires_at = now() - interval '1 second'");
    await server.invite(owner, 'e@example.com');
    expect(await counts()).toEqual({ seats: 5, members: 1, open: 1 });
  });

  test('is withdrawn only by the owner @PAY-01 @AUTH-03', async () => {
    await server.invite(owner, 'a@example.com');
    const { rows } = await db.superuser.query<{ id: string }>(
      'select i.id from app_public.team_invitations i join app_public.teams t on t.id = i.team_id where t.owner_id = $1',
      [owner.userId],
    );
    const withdraw = (who: (typeof crowd)[number]) => call(db, who, 'select app_public.withdraw_invitation($1)', [rows[0]?.id]);
    await expect(withdraw(people.visitor)).rejects.toMatchObject({ code: 'NL401' });
    for (const who of [people.learner, people['other learner'], people.author, people.admin])
      await expect(withdraw(who)).rejects.toMatchObject({ code: 'NL404' });
    await withdraw(owner);
    expect(await counts()).toEqual({ seats: 5, members: 1, open: 0 });
    await expect(accept(newcomer(), 'a@example.com')).rejects.toMatchObject({ code: 'NL409' });
    await expect(withdraw(owner)).rejects.toMatchObject({ code: 'NL404' });
  });

  test('that is sent again takes no second seat, is valid for another 14 days, and only with its last link @PAY-01', async () => {
    await server.invite(owner, 'a@example.com');
    await change("expires_at = now() + interval '1 hour'");
    await server.run(owner, 'select * from app_private.invite_to_team(null, $1, $2)', [['a@example.com'], [Buffer.alloc(32, 7)]]);
    expect(await counts()).toEqual({ seats: 5, members: 1, open: 1 });
    expect(await daysOf()).toEqual([{ days: 14 }]);
    await expect(accept(newcomer(), 'a@example.com')).rejects.toMatchObject({ code: 'NL404' });
  });

  test('goes to email addresses, to none twice, and is limited @PAY-01', async () => {
    await expect(server.invite(owner, 'not an address')).rejects.toMatchObject({
      code: 'NL400',
      message: 'EMAIL_INVALID',
      detail: '{"email": "not an address"}',
    });
    await expect(server.invite(owner)).rejects.toMatchObject({ code: 'NL400' });
    await expect(server.invite(people.author, 'a@example.com')).rejects.toMatchObject({
      code: 'NL404',
      message: 'TEAM_PACKAGE_REQUIRED',
    });
    const { rows } = await db.superuser.query<{ email: string }>('select email from auth."user" where id = $1', [owner.userId]);
    await expect(server.invite(owner, rows[0]?.email ?? '')).rejects.toMatchObject({
      code: 'NL409',
      message: 'TEAM_MEMBER_EXISTS',
    });
    for (let n = 0; n < 50; n += 1) await server.invite(owner, 'a@example.com');
    await expect(server.invite(owner, 'a@example.com')).rejects.toMatchObject({ code: 'NL429' });
  });
});

describe('a member', () => {
  test('who leaves frees the seat, loses Pro and keeps their progress @PAY-01', async () => {
    const guest = newcomer();
    await server.invite(owner, 'a@example.com');
    await accept(guest, 'a@example.com');
    await call(db, guest, 'select app_public.set_lesson_completed($1, true)', [idOf('lesson course published')]);
    await call(db, guest, 'select app_public.leave_team()');
    expect(await hasPro(db, guest)).toBe(false);
    expect(await counts()).toEqual({ seats: 5, members: 1, open: 0 });
    const { rows } = await db.superuser.query('select from app_public.user_progresses where user_id = $1', [guest.userId]);
    expect(rows).toHaveLength(1);
    await expect(call(db, guest, 'select app_public.leave_team()')).rejects.toMatchObject({ code: 'NL404' });
    await server.invite(owner, 'again@example.com');
    await accept(guest, 'again@example.com');
    expect(await hasPro(db, guest)).toBe(true);
  });

  test('is removed only by the owner, who also names the team @PAY-01 @AUTH-03', async () => {
    const guest = newcomer();
    await server.invite(owner, 'a@example.com');
    const [member] = await accept(guest, 'a@example.com');
    const remove = (who: (typeof crowd)[number]) => call(db, who, 'select app_public.remove_member($1)', [member?.id]);
    for (const who of [guest, people.learner, people.author, people.admin])
      await expect(remove(who)).rejects.toMatchObject({ code: 'NL404' });
    const { rows } = await db.superuser.query<{ id: string }>('select id from app_public.teams where owner_id = $1', [owner.userId]);
    const rename = (who: (typeof crowd)[number], name: string) =>
      call(db, who, 'select app_public.rename_team($1, $2)', [rows[0]?.id, name]);
    await expect(rename(guest, 'Mine')).rejects.toMatchObject({ code: 'NL404' });
    await expect(rename(owner, '  ')).rejects.toMatchObject({ code: 'NL400' });
    await rename(owner, ' Platform ');
    expect(await call(db, guest, 'select name from app_public.teams')).toEqual([{ name: 'Platform' }]);
    expect(await call(db, guest, 'select * from app_public.team_invitations')).toEqual([]);
    expect(await call(db, guest, 'select * from app_public.subscriptions')).toEqual([]);
    expect(await call(db, guest, 'select user_id from app_public.team_members')).toEqual([{ user_id: guest.userId }]);
    await remove(owner);
    expect(await hasPro(db, guest)).toBe(false);
    expect(await call(db, guest, 'select name from app_public.teams')).toEqual([]);
  });

  test('has Pro as long as the team is paid for @PAY-01', async () => {
    const guest = newcomer();
    await server.invite(owner, 'a@example.com', 'b@example.com');
    await accept(guest, 'a@example.com');
    await db.superuser.query(
      `update app_public.subscriptions set status = 'ENDED', ended_at = now() where user_id = $1 and kind = 'TEAM'`,
      [owner.userId],
    );
    expect([await hasPro(db, guest), await hasPro(db, owner)]).toEqual([false, false]);
    await expect(accept(newcomer(), 'b@example.com')).rejects.toMatchObject({ code: 'NL409' });
    await expect(server.invite(owner, 'c@example.com')).rejects.toMatchObject({ code: 'NL404' });
  });
});
