import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, people } from './permissions/world.ts';
import { buildPlansWorld, call, createServer, crowd, hasPro } from './plans-world.ts';

let db: TestDatabase;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildPlansWorld(db);
  server = createServer(db);
});

afterAll(async () => {
  await server.stop();
  await db.stop();
});

const person = (n: number) => crowd[n] ?? people.learner;
const set = (who: (typeof crowd)[number], text: string) =>
  db.superuser.query(`update app_public.subscriptions set ${text} where user_id = $1 and kind = 'PRO'`, [who.userId]);

describe('a subscription', () => {
  test('grants what Pro covers until its period ends, in every state @PAY-01', async () => {
    const me = person(0);
    expect(await hasPro(db, me)).toBe(false);
    await server.subscribe(me, 'pro');
    expect(await hasPro(db, me)).toBe(true);
    // The next payment can take a day.
    await set(me, "period_starts_at = now() - interval '32 days', period_ends_at = now() - interval '23 hours'");
    expect(await hasPro(db, me)).toBe(true);
    await set(me, "period_ends_at = now() - interval '25 hours'");
    expect(await hasPro(db, me)).toBe(false);
    // A failed payment leaves access for seven days of the new period.
    await set(me, "status = 'PAST_DUE', period_starts_at = now() - interval '6 days', period_ends_at = now() + interval '25 days'");
    expect(await hasPro(db, me)).toBe(true);
    await set(me, "period_starts_at = now() - interval '8 days'");
    expect(await hasPro(db, me)).toBe(false);
    await set(me, "status = 'ACTIVE', cancels_at_period_end = true");
    expect(await hasPro(db, me)).toBe(true);
    // Canceled: access ends exactly at the end of the period.
    await set(me, "period_starts_at = now() - interval '32 days', period_ends_at = now() - interval '1 second'");
    expect(await hasPro(db, me)).toBe(false);
    await set(me, "period_ends_at = now() + interval '1 day', status = 'TRIALING'");
    expect(await hasPro(db, me)).toBe(true);
    await set(me, "status = 'ENDED', ended_at = now()");
    expect(await hasPro(db, me)).toBe(false);
  });

  test('is created once, however often it is requested at the same time @PAY-01', async () => {
    const me = person(1);
    const presses = await Promise.allSettled(Array.from({ length: 12 }, () => server.subscribe(me, 'pro')));
    expect(presses.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    for (const press of presses) if (press.status === 'rejected') expect(press.reason).toMatchObject({ code: 'NL409' });
    const { rows } = await db.superuser.query('select from app_public.subscriptions where user_id = $1', [me.userId]);
    expect(rows).toHaveLength(1);
    await expect(server.subscribe(me, 'pro')).rejects.toMatchObject({ code: 'NL409', message: 'SUBSCRIPTION_EXISTS' });
  });

  test('is canceled and resumed only by its owner, ends with its period, and otherwise renews @PAY-01 @AUTH-03', async () => {
    const me = person(2);
    await server.subscribe(me, 'pro');
    const { rows } = await db.superuser.query<{ id: string }>('select id from app_public.subscriptions where user_id = $1', [me.userId]);
    const cancel = (who: typeof me | null, cancels: boolean) =>
      server.run(who, 'select app_private.set_cancellation($1, $2)', [rows[0]?.id, cancels]);
    await expect(cancel(people.admin, true)).rejects.toMatchObject({ code: 'NL404' });
    await expect(cancel(null, true)).rejects.toMatchObject({ code: 'NL401' });
    const read = async () =>
      (
        await db.superuser.query(
          'select status, cancels_at_period_end, period_ends_at > now() as runs from app_public.subscriptions where user_id = $1',
          [me.userId],
        )
      ).rows[0];
    await cancel(me, true);
    expect(await read()).toMatchObject({ cancels_at_period_end: true, status: 'ACTIVE' });
    await cancel(me, false);
    await set(me, "period_starts_at = now() - interval '40 days', period_ends_at = now() - interval '9 days'");
    await server.run(null, 'select app_private.tidy_billing()');
    expect(await read()).toEqual({ cancels_at_period_end: false, status: 'ACTIVE', runs: true });
    expect(await hasPro(db, me)).toBe(true);
    await cancel(me, true);
    await set(me, "period_starts_at = now() - interval '40 days', period_ends_at = now() - interval '1 minute'");
    await server.run(null, 'select app_private.tidy_billing()');
    expect(await read()).toMatchObject({ status: 'ENDED' });
    expect(await hasPro(db, me)).toBe(false);
    await server.subscribe(me, 'pro');
    expect(await hasPro(db, me)).toBe(true);
  });

  test('leaves a record for its provider when its account is deleted @PAY-01', async () => {
    const me = person(3);
    await db.superuser.query(
      `insert into app_public.subscriptions (user_id, plan_id, kind, period_ends_at, provider, provider_subscription_id)
       values ($1, $2, 'PRO', now() + interval '1 month', 'stripe', 'sub_of_deleted')`,
      [me.userId, idOf('plan')],
    );
    expect(await hasPro(db, me)).toBe(true);
    await db.superuser.query('delete from auth."user" where id = $1', [me.userId]);
    const due = await server.run<{ id: string }>(null, 'select id from app_private.due_cancellations() as id');
    expect(due.map(({ id }) => id)).toContain('sub_of_deleted');
    const left = await server.run<{ id: string }>(null, `select id from app_private.due_cancellations('sub_of_deleted') as id`);
    expect(left.map(({ id }) => id)).not.toContain('sub_of_deleted');
  });
});

describe('a price', () => {
  type Offer = { amount_cents: number; full_amount_cents: number; discount_percent: number; already: string | null };
  const offer = async (who: (typeof crowd)[number], slug: string) =>
    (await call<Offer>(db, who, 'select * from app_public.checkout_offer(course_slug => $1)', [slug]))[0];

  test('is 20% lower for Pro on masterclasses, bootcamps and workshops, and on nothing else @PAY-01', async () => {
    for (const slug of ['masterclass', 'bootcamp', 'workshop']) {
      expect(await offer(people.Pro, slug)).toMatchObject({ amount_cents: 16_000, full_amount_cents: 19_999, discount_percent: 20 });
      for (const who of [people.learner, people['other learner']])
        expect(await offer(who, slug)).toMatchObject({ amount_cents: 19_999, discount_percent: 0 });
    }
    expect(await offer(people.Pro, 'published')).toMatchObject({ amount_cents: 3900, discount_percent: 0 });
    const visitors = await call<Offer>(db, people.visitor, `select * from app_public.checkout_offer(course_slug => 'masterclass')`);
    expect(visitors[0]).toMatchObject({ amount_cents: 19_999, already: null });
  });

  test('is determined at checkout and stored in the purchase @PAY-01', async () => {
    await server.buyCourse(people.Pro, 'masterclass');
    const { rows } = await db.superuser.query(
      'select amount_cents, discount_percent, provider from app_public.purchases where user_id = $1 and course_id = $2',
      [people.Pro.userId, idOf('course masterclass')],
    );
    expect(rows).toEqual([{ amount_cents: 16_000, discount_percent: 20, provider: 'manual' }]);
    await expect(server.buyCourse(people.Pro, 'masterclass')).rejects.toMatchObject({ code: 'NL409', message: 'ITEM_ALREADY_OWNED' });
  });

  test('exists only for published items @PAY-01', async () => {
    for (const slug of ['draft', 'scheduled', 'soon', 'archived', 'draft-of-a-stranger', 'no-such-course']) {
      expect(await offer(people.Pro, slug)).toMatchObject({ amount_cents: null });
      await expect(server.buyCourse(people.Pro, slug)).rejects.toMatchObject({ code: 'NL404' });
    }
    const both = `select * from app_private.begin_checkout('pro', 'published', null, false, 1)`;
    await expect(server.run(people.Pro, both)).rejects.toMatchObject({ code: 'NL400' });
    await expect(server.subscribe(person(4), 'team', 51)).rejects.toMatchObject({
      code: 'NL400',
      message: 'SEAT_COUNT_OUT_OF_RANGE',
      detail: '{"max": 50, "min": 1, "seats": 51}',
    });
    await db.superuser.query(`update app_public.plans set is_offered = false where slug = 'new'`);
    await expect(server.subscribe(person(4), 'new')).rejects.toMatchObject({ code: 'NL404' });
  });
});

describe('a purchase', () => {
  const reads = async (who: (typeof crowd)[number], lesson: string) =>
    (await call<{ may: boolean }>(db, who, 'select app_public.may_read(lesson_id => $1) as may', [idOf(lesson)]))[0]?.may;

  test('opens its course permanently and enrolls the buyer, its advanced package the advanced lessons; a refund closes it @PAY-01', async () => {
    const me = person(5);
    await server.buyCourse(me, 'published');
    expect([await reads(me, 'lesson course published'), await reads(me, 'advanced lesson')]).toEqual([true, false]);
    const { rows } = await db.superuser.query('select from app_public.enrollments where user_id = $1', [me.userId]);
    expect(rows).toHaveLength(1);
    await db.superuser.query(
      `update app_public.purchases set provider = 'stripe', provider_payment_id = 'pi_1' where user_id = $1 and not is_advanced`,
      [me.userId],
    );
    expect((await server.run(null, `select app_private.refund_payment('pi_1') as done`))[0]).toEqual({ done: true });
    expect(await reads(me, 'lesson course published')).toBe(false);
    expect((await server.run(null, `select app_private.refund_payment('pi_1') as done`))[0]).toEqual({ done: false });
    await server.buyCourse(me, 'published', true);
    expect(await reads(me, 'advanced lesson')).toBe(true);
  });

  test('is created once for a checkout that is paid many times at the same time @PAY-01', async () => {
    const me = person(6);
    const [checkout] = await server.run<{ id: string }>(
      me,
      `select id from app_private.begin_checkout(null, 'workshop', null, false, null)`,
    );
    await Promise.all(
      Array.from({ length: 12 }, () => server.run(null, `select app_private.complete_purchase($1, 'stripe', 'pi_2')`, [checkout?.id])),
    );
    const { rows } = await db.superuser.query('select from app_public.purchases where user_id = $1', [me.userId]);
    expect(rows).toHaveLength(1);
  });
});

describe('the result of a checkout', () => {
  test('is PENDING, PAID or ENDED for its own user, and nothing for everyone else @PAY-01 @AUTH-03', async () => {
    const [me, other] = [person(20), person(21)];
    type Own = { name: string | null; state: string | null };
    const see = async (who: (typeof crowd)[number], id: string) =>
      (await call<Own>(db, who, 'select (app_public.own_checkout($1)).*', [id])).find(({ state }) => state !== null);
    const begin = async (text: string) => (await server.run<{ id: string }>(me, text))[0]?.id ?? '';

    const title = await begin(`select id from app_private.begin_checkout(null, 'workshop', null, false, null)`);
    expect(await see(me, title)).toEqual({ name: expect.any(String), state: 'PENDING', gift_email: null });
    await server.run(null, `select app_private.complete_purchase($1, 'stripe', 'pi_own')`, [title]);
    expect(await see(me, title)).toMatchObject({ state: 'PAID' });
    for (const who of [other, people.visitor, people.admin]) expect(await see(who, title)).toBeUndefined();
    expect(await see(me, '00000000-0000-4000-8000-000000000000')).toBeUndefined();
    await server.run(null, `select app_private.refund_payment('pi_own')`);
    expect(await see(me, title)).toMatchObject({ state: 'ENDED' });

    const plan = await begin(`select id from app_private.begin_checkout('pro', null, null, false, 1)`);
    expect(await see(me, plan)).toMatchObject({ state: 'PENDING' });
    await server.run(me, 'select app_private.grant_checkout($1)', [plan]);
    expect(await see(me, plan)).toMatchObject({ state: 'PAID' });
    await db.superuser.query(`update app_public.subscriptions set status = 'ENDED', ended_at = now() where user_id = $1`, [me.userId]);
    expect(await see(me, plan)).toMatchObject({ state: 'ENDED' });
  });
});

describe('an administrator', () => {
  const give = `select (app_public.grant_entitlement($1, 'PRO')).id`;

  test('grants and ends access; a visitor, a learner and an author can’t @PAY-01 @AUTH-03', async () => {
    const them = person(7);
    await expect(call(db, people.visitor, give, [them.userId])).rejects.toMatchObject({ code: 'NL401' });
    for (const who of [people.learner, people.Pro, people.author, them])
      await expect(call(db, who, give, [them.userId])).rejects.toMatchObject({ code: 'NL403' });
    expect(await hasPro(db, them)).toBe(false);
    const [entitlement] = await call<{ id: string }>(db, people.admin, give, [them.userId]);
    expect(await hasPro(db, them)).toBe(true);
    for (const who of [people.learner, people.author, them])
      await expect(call(db, who, 'select app_public.end_entitlement($1)', [entitlement?.id])).rejects.toMatchObject({ code: 'NL403' });
    await call(db, people.admin, 'select app_public.end_entitlement($1)', [entitlement?.id]);
    expect(await hasPro(db, them)).toBe(false);
    await expect(call(db, people.admin, 'select app_public.end_entitlement($1)', [entitlement?.id])).rejects.toMatchObject({
      code: 'NL404',
    });
    await expect(call(db, people.admin, `select app_public.grant_entitlement($1, 'COURSE')`, [them.userId])).rejects.toMatchObject({
      code: 'NL400',
    });
    await expect(call(db, people.admin, give, [idOf('nobody')])).rejects.toMatchObject({ code: 'NL404' });
  });

  test('ends a manual subscription with its access, and leaves Stripe’s subscriptions to Stripe @PAY-01', async () => {
    const them = person(8);
    await server.subscribe(them, 'pro');
    const source = async () =>
      (await db.superuser.query<{ id: string }>('select id from app_public.entitlements where user_id = $1', [them.userId])).rows[0]?.id;
    await set(them, "provider = 'stripe', provider_subscription_id = 'sub_8'");
    await expect(call(db, people.admin, 'select app_public.end_entitlement($1)', [await source()])).rejects.toMatchObject({
      code: 'NL409',
    });
    await set(them, "provider = 'manual', provider_subscription_id = null");
    await call(db, people.admin, 'select app_public.end_entitlement($1)', [await source()]);
    expect(await hasPro(db, them)).toBe(false);
    const { rows } = await db.superuser.query('select status from app_public.subscriptions where user_id = $1', [them.userId]);
    expect(rows).toEqual([{ status: 'ENDED' }]);
  });
});

test('payments are written only by the server: no request can @PAY-01 @AUTH-03', async () => {
  const doors = [
    `select app_private.begin_checkout('pro', null, null, false, 1)`,
    `select app_private.grant_checkout('${idOf('checkout learner')}')`,
    `select app_private.complete_purchase('${idOf('checkout learner')}', 'stripe', 'pi_x')`,
    `select app_private.keep_provider_subscription('sub_x', '${idOf('checkout learner')}', 'ACTIVE', false, false, now(), 1, false, now(), now() + interval '1 year', null)`,
    `select app_private.claim_missing_payments()`,
    `select app_private.refund_payment('pi_pro')`,
    `select app_private.take_event('evt_x', 'x')`,
    `select app_private.set_cancellation('${idOf('subscription pro')}', true)`,
    `select app_private.invite_to_team(null, array['x@example.com'], array['\\x00'::bytea])`,
    `select app_private.give_entitlement('grant', '${idOf('learner')}', 'PRO', null, null, now(), null)`,
    `insert into app_public.subscriptions (user_id, plan_id, kind, period_ends_at) values ('${idOf('learner')}', '${idOf('plan')}', 'PRO', now() + interval '1 year')`,
    `insert into app_public.purchases (user_id, course_id, amount_cents, currency) values ('${idOf('learner')}', '${idOf('course masterclass')}', 0, 'USD')`,
    `insert into app_public.entitlements (user_id, kind, source) values ('${idOf('learner')}', 'PRO', 'grant')`,
    `insert into app_public.team_members (team_id, user_id) select id, '${idOf('learner')}' from app_public.teams`,
    `update app_public.plans set amount_cents = 1`,
  ];
  for (const who of [people.visitor, people.learner, people.author, people.admin])
    for (const door of doors) await expect(call(db, who, door), door).rejects.toMatchObject({ code: '42501' });
});
