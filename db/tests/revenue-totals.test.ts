import { asPerson, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { seededRandom } from '@newline/db/seeded-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from './permissions/world.ts';
import { buildPlansWorld } from './plans-world.ts';
import { wrongCounters } from './wrong-counters.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildPlansWorld(db);
});

afterAll(() => db.stop());

const newestMonths = `generate_series(date_trunc('month', now() at time zone 'UTC') - interval '12 months', date_trunc('month', now() at time zone 'UTC'), interval '1 month')`;

/** The revenue by month, from all payments. */
const revenue = `select date_trunc('month', p.paid_at at time zone 'UTC')::date::text as starts_on, p.currency, count(*)::int as payments_count, sum(p.amount_cents)::int as paid_cents,
    coalesce(sum(p.tax_cents), 0)::int as tax_cents, sum(p.refunded_cents)::int as refunded_cents
  from app_public.payments p where p.provider <> 'manual' and date_trunc('month', p.paid_at at time zone 'UTC') in (select ${newestMonths})
  group by 1, 2 order by 1 desc, 2`;

/** The subscriptions by month, each counted in all months. */
const subscriptions = `select m.day::date::text as starts_on, count(*) filter (where s.created_at < m.starts and (s.ended_at is null or s.ended_at >= m.starts))::int as at_start_count,
    count(*) filter (where s.created_at >= m.starts and s.created_at < m.ends)::int as began, count(*) filter (where s.ended_at >= m.starts and s.ended_at < m.ends)::int as ended,
    count(*) filter (where s.created_at < m.starts and s.ended_at >= m.starts and s.ended_at < m.ends)::int as ended_later,
    count(*) filter (where s.began_with_trial and s.created_at >= m.starts and s.created_at < m.ends)::int as trials,
    count(*) filter (where s.began_with_trial and s.created_at >= m.starts and s.created_at < m.ends and exists (select from app_public.payments p where p.subscription_id = s.id))::int as paid
  from (select d as day, d at time zone 'UTC' as starts, (d + interval '1 month') at time zone 'UTC' as ends from ${newestMonths} d) m
  left join app_public.subscriptions s on s.provider <> 'manual' group by m.day order by m.day desc`;

test('the totals of days are those of the payments, whatever becomes of them', async () => {
  const random = seededRandom('payments that change');
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One;
  const moment = () => `now() - ${Math.floor(random() * 500)} * interval '1 day'`;
  for (let n = 0; n < 120; n += 1) {
    await db.superuser.query(
      `insert into app_public.payments (name, amount_cents, tax_cents, currency, provider, provider_payment_id, paid_at)
       values ('Title', $1, $2, $3, $4, $5, ${moment()})`,
      [100 + n, pick([null, 7, 90]), pick(['USD', 'EUR']), pick(['stripe', 'stripe', 'manual']), `pi_total_${n}`],
    );
    const which = `where provider_payment_id = 'pi_total_${Math.floor(random() * (n + 1))}'`;
    await db.superuser.query(
      pick([
        `update app_public.payments set refunded_cents = ${pick(['amount_cents', '50', '0'])} ${which}`,
        `update app_public.payments set paid_at = ${moment()}, currency = 'GBP' ${which}`,
        `update app_public.payments set provider = case provider when 'manual' then 'stripe' else 'manual' end ${which}`,
        `update app_public.payments set amount_cents = amount_cents + 5, tax_cents = 3 ${which}`,
        `delete from app_public.payments ${which}`,
        `update app_public.payments set name = 'Renamed' ${which}`,
      ]),
    );
  }
  expect((await db.superuser.query(wrongCounters)).rows).toEqual([]);
  const { rows: expected } = await db.superuser.query(revenue);
  expect(expected.length).toBeGreaterThan(12);
  const months = await asPerson(db, people.admin, async (client) => {
    const { rows } = await client.query(
      'select starts_on::text, currency, payments_count, paid_cents::int, tax_cents::int, refunded_cents::int from app_public.revenue_months()',
    );
    return rows;
  });
  expect(months).toEqual(expected);
});

test('the totals are right after payments on the same day that were made at the same time', async () => {
  await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      db.superuser.query(
        `insert into app_public.payments (name, amount_cents, currency, provider, provider_payment_id) values ('Title', 100, 'CHF', 'stripe', $1)`,
        [`pi_same_day_${n}`],
      ),
    ),
  );
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      db.superuser.query('update app_public.payments set refunded_cents = 100 where provider_payment_id = $1', [`pi_same_day_${n}`]),
    ),
  );
  const { rows } = await db.superuser.query(
    `select payments_count, amount_cents::int, refunded_cents::int from app_private.revenue_days where currency = 'CHF'`,
  );
  expect(rows).toEqual([{ payments_count: 24, amount_cents: 2400, refunded_cents: 1200 }]);
});

test('subscriptions are counted in each month as if every month read all of them', async () => {
  await db.superuser.query(
    `insert into app_public.subscriptions (user_id, plan_id, kind, status, period_ends_at, ended_at, provider, provider_subscription_id, created_at)
     select u.id, (select id from app_public.plans where kind = 'PRO' limit 1), 'PRO', case when n % 3 = 0 then 'ENDED' else 'ACTIVE' end::app_public.subscription_status, now() + interval '1 month',
       case when n % 3 = 0 then now() - n * 7 % 450 * interval '1 day' end, 'stripe', 'sub_month_' || n, now() - n * 11 % 600 * interval '1 day'
     from generate_series(1, 600) n, (select id from app_public.users order by id limit 1) u`,
  );
  // Whether it began with a trial is decided by a trigger when it's created.
  await db.superuser.query(
    `update app_public.subscriptions set began_with_trial = true where provider_subscription_id like 'sub_month_%' and right(provider_subscription_id, 1) in ('4', '8')`,
  );
  await db.superuser.query(
    `insert into app_public.payments (subscription_id, name, amount_cents, currency, provider, provider_payment_id)
     select id, 'Pro', 100, 'USD', 'stripe', 'pi_' || provider_subscription_id from app_public.subscriptions where began_with_trial and provider_subscription_id like '%8'`,
  );
  const { rows: expected } = await db.superuser.query(subscriptions);
  const months = await asPerson(
    db,
    people.admin,
    async (client) => (await client.query('select * from app_public.subscription_months()')).rows,
  );
  expect(months.map((month) => Object.values(month as object).slice(1))).toEqual(
    expected.map((month) => Object.values(month as object).slice(1)),
  );
  const columns = expected.map((month) => Object.values(month as Record<string, number>).slice(1));
  for (let at = 0; at < 6; at += 1) expect(Math.max(...columns.map((counts) => counts[at] ?? 0)), `column ${at}`).toBeGreaterThan(0);
});

test('revenue reads no payments, and months are not combined with all subscriptions', async () => {
  const { rows } = await db.superuser.query<{ all: number }>('select count(*)::int as all from app_public.subscriptions');
  const all = rows[0]?.all ?? 0;
  expect(all).toBeGreaterThan(100);
  expect((await planOf('select * from app_public.subscription_months()')).joined).toBeLessThan(all);
  // Controls: the statements over all rows.
  expect((await planOf(subscriptions)).joined).toBeGreaterThan(all * 5);
  expect(await paymentsReadBy(revenue)).toBeGreaterThan(0);
  expect(await paymentsReadBy('select * from app_public.revenue_months()')).toBe(0);
});

type PlanNode = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; Plans?: PlanNode[] };

/** Returns how many rows the joins of a statement produce, as an administrator. */
async function planOf(query: string): Promise<{ joined: number }> {
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return asPerson(db, people.admin, async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (analyze, timing off, format json) ${query}`);
    const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (root === undefined) throw new Error('expected one plan');
    const joins = flatten(root).filter((node) => /Join|Nested Loop/.test(node['Node Type']));
    if (joins.length === 0) throw new Error('expected a plan with a join');
    return { joined: joins.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0) };
  });
}

/** Returns how many payments a statement reads, as an administrator. */
async function paymentsReadBy(query: string): Promise<number> {
  return asPerson(db, people.admin, async (client) => {
    const count = async () => {
      const { rows } = await client.query<{ read: number }>(
        `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_catalog.pg_stat_xact_user_tables where relname = 'payments'`,
      );
      return rows[0]?.read ?? 0;
    };
    const before = await count();
    await client.query(query);
    return (await count()) - before;
  });
}

test('only administrators see the revenue', async () => {
  for (const who of [people.visitor, people.learner, people.author, people['other author']]) {
    if (who === undefined) continue;
    const months = await asPerson(db, who, async (client) => (await client.query('select * from app_public.revenue_months()')).rows);
    expect(months).toEqual([]);
  }
});
