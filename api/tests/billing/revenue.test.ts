import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
let admin: Awaited<ReturnType<typeof signUp>>;
let author: Awaited<ReturnType<typeof signUp>>;
let buyer: Awaited<ReturnType<typeof signUp>>;
const sql = (text: string, values: readonly unknown[] = []) => site.db.superuser.query<Record<string, unknown>>(text, [...values]);
beforeAll(async () => {
  site = await startTestApi();
  admin = await signUp(site, 'staff@example.com', 'Staff');
  author = await signUp(site, 'author@example.com', 'Author');
  buyer = await signUp(site, 'buyer@example.com', 'Buyer');
  const course = await makeCourse(site.db, { slug: 'title', title: 'A title' });
  await sql('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  await sql(`insert into app_public.contributions (user_id, course_id, title) values ($1, $2, 'AUTHOR')`, [author.userId, course]);
  await sql(
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency) values ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD')`,
  );
});
afterAll(() => site.stop());

const monthsAgo = (months: number) => `(date_trunc('month', now() at time zone 'UTC') - interval '${months} months') at time zone 'UTC'`;
const dayOf = async (months: number) => (await sql(`select (${monthsAgo(months)} at time zone 'UTC')::date::text as day`)).rows[0]?.['day'];
async function subscribed(created: string, ended: string | null, status: string, provider = 'stripe'): Promise<string> {
  const { rows } = await sql(
    `insert into app_public.subscriptions (user_id, plan_id, kind, status, period_starts_at, period_ends_at, created_at, ended_at, provider, provider_subscription_id)
     select $1, p.id, p.kind, $2::app_public.subscription_status, ${created}, ${created} + interval '1 month', ${created}, ${ended ?? 'null'}, $3,
       case $3 when 'stripe' then app_public.new_id()::text end from app_public.plans p where p.slug = 'monthly' returning id`,
    [(await signUp(site, `${crypto.randomUUID()}@example.com`)).userId, status, provider],
  );
  return String(rows[0]?.['id']);
}
const paid = (
  at: string,
  cents: number,
  { currency = 'USD', tax = null as number | null, refunded = 0, provider = 'stripe', subscription = null as string | null } = {},
) =>
  sql(
    `insert into app_public.payments (user_id, name, amount_cents, tax_cents, refunded_cents, currency, provider, provider_payment_id, subscription_id, paid_at)
     values ($1, 'Pro', $2, $3, $4, $5, $6, app_public.new_id()::text, $7, ${at})`,
    [buyer.userId, cents, tax, refunded, currency, provider, subscription],
  );

const query = `{
  revenueMonths(first: 100) { nodes { startsOn currency paymentsCount paidCents taxCents refundedCents } }
  subscriptionMonths(first: 13) { nodes { startsOn atStartCount startedCount endedCount churnedCount trialsCount paidTrialsCount } }
}`;
type Sales = { revenueMonths: { nodes: object[] }; subscriptionMonths: { nodes: ({ startsOn: string } & Record<string, number>)[] } };
const salesOf = async (browser: Browser) => (await browser.graphql<Sales>(query)).data;

describe('the revenue of a site @PAY-01 @ADMIN-01', () => {
  test('is zero in each of thirteen months before the first payment', async () => {
    const sales = await salesOf(admin.browser);
    expect(sales?.revenueMonths.nodes).toEqual([]);
    expect(sales?.subscriptionMonths.nodes).toHaveLength(13);
    expect(new Set(sales?.subscriptionMonths.nodes.flatMap(({ startsOn: _day, ...counts }) => Object.values(counts)))).toEqual(
      new Set([0]),
    );
  });

  test('is what providers received, by month and currency, with its subscriptions; for administrators only', async () => {
    const old = await subscribed(`${monthsAgo(2)} - interval '1 day'`, monthsAgo(0), 'ENDED');
    await subscribed(monthsAgo(1), null, 'ACTIVE');
    // One that began and ended within a month was never among those that could leave.
    await subscribed(monthsAgo(1), `${monthsAgo(0)} - interval '1 second'`, 'ENDED');
    const tried = await subscribed(monthsAgo(0), null, 'TRIALING');
    await subscribed(monthsAgo(0), null, 'TRIALING');
    await subscribed(monthsAgo(0), null, 'ACTIVE', 'manual');
    await paid(`${monthsAgo(0)} - interval '1 second'`, 4000, { tax: 640, subscription: old });
    await paid(monthsAgo(0), 4000, { refunded: 1500, subscription: tried });
    await paid(monthsAgo(0), 3900);
    await paid(monthsAgo(0), 3000, { currency: 'EUR' });
    await paid(monthsAgo(0), 9900, { provider: 'manual' });
    await paid(monthsAgo(13), 5000);
    const [now, before] = [await dayOf(0), await dayOf(1)];
    const sales = await salesOf(admin.browser);
    const row = { taxCents: '0', refundedCents: '0', currency: 'USD' };
    expect(sales?.revenueMonths.nodes).toEqual([
      { ...row, startsOn: now, currency: 'EUR', paymentsCount: 1, paidCents: '3000' },
      { ...row, startsOn: now, paymentsCount: 2, paidCents: '7900', refundedCents: '1500' },
      { ...row, startsOn: before, paymentsCount: 1, paidCents: '4000', taxCents: '640' },
    ]);
    expect(sales?.subscriptionMonths.nodes.slice(0, 3)).toEqual([
      { startsOn: now, atStartCount: 2, startedCount: 2, endedCount: 1, churnedCount: 1, trialsCount: 2, paidTrialsCount: 1 },
      { startsOn: before, atStartCount: 1, startedCount: 2, endedCount: 1, churnedCount: 0, trialsCount: 0, paidTrialsCount: 0 },
      { startsOn: await dayOf(2), atStartCount: 1, startedCount: 0, endedCount: 0, churnedCount: 0, trialsCount: 0, paidTrialsCount: 0 },
    ]);
    for (const browser of [site.newBrowser(), buyer.browser, author.browser])
      expect(await salesOf(browser)).toEqual({ revenueMonths: { nodes: [] }, subscriptionMonths: { nodes: [] } });
  });
});
