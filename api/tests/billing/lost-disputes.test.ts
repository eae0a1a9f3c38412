import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, type Payers } from './payers.ts';

type Person = Awaited<ReturnType<typeof signUp>>;
let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let site: TestApi;
let payers: Payers;
let admin: Person;
const sql = (text: string, values: readonly unknown[] = []) => site.db.superuser.query<Record<string, unknown>>(text, [...values]);
beforeAll(async () => {
  stripe = await startFakeStripe();
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: stripe.url } } });
  payers = createPayers(site, stripe);
  await sql(
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency) values ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD')`,
  );
  admin = await signUp(site, 'staff@example.com', 'Staff');
  await sql('update app_public.users set is_admin = true where id = $1', [admin.userId]);
});
afterAll(async () => {
  await site.stop();
  await stripe.stop();
});

/** Creates a title in a currency of its own, so that its revenue is its alone, and an author who gets half of it. */
let count = 0;
async function aTitle() {
  count += 1;
  const [slug, currency] = [`title-${count}`, `XA${String.fromCodePoint(64 + count)}`];
  const id = await makeCourse(site.db, { slug, title: 'A title' });
  await sql(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 3900, $2)`, [id, currency]);
  const author = await signUp(site, `${slug}@example.com`, 'Author');
  await sql(`insert into app_public.contributions (user_id, course_id, title) values ($1, $2, 'AUTHOR')`, [author.userId, id]);
  await sql(`insert into app_public.author_share_rules (course_id, percent) values ($1, 50)`, [id]);
  const { browser, userId } = await payers.newcomer();
  const paid = stripe.pay(await payers.checkout(browser, { courseSlug: slug }));
  for (const event of paid.events) expect(await stripe.send(site.url, event)).toBe(200);
  return { slug, currency, author, browser, userId, paid };
}
const tell = async (dispute: Record<string, unknown>, type: string, status = dispute['status']) => {
  dispute['status'] = status;
  const event = stripe.eventOf(`charge.dispute.${type}`, dispute);
  // Stripe may send an event twice.
  for (const each of [event, event]) expect(await stripe.send(site.url, each)).toBe(200);
};
type Month = { currency: string; paidCents: string; refundedCents: string };
type Line = { refundedCents: string; netCents: string; shareCents: string };
async function bookedOf({ currency, author }: { currency: string; author: Person }) {
  const { data: revenue } = await admin.browser.graphql<{ revenueMonths: { nodes: Month[] } }>(
    '{ revenueMonths(first: 100) { nodes { currency paidCents refundedCents } } }',
  );
  const month = revenue?.revenueMonths.nodes.find((node) => node.currency === currency);
  const { data: sales } = await author.browser.graphql<{ ownSales: { lines: Line[] } }>(
    '{ ownSales { lines { refundedCents netCents shareCents } } }',
  );
  const [line] = sales?.ownSales.lines ?? [];
  return { revenue: Number(month?.paidCents) - Number(month?.refundedCents), net: Number(line?.netCents), share: Number(line?.shareCents) };
}
const paymentOf = async (browser: Browser) =>
  (
    await browser.graphql<{ viewer: { payments: { nodes: { refundedCents: number; lostCents: number }[] } } }>(
      '{ viewer { payments { nodes { refundedCents lostCents } } } }',
    )
  ).data?.viewer.payments.nodes[0];
const isOpen = async (userId: string) =>
  (await sql(`select from app_public.entitlements where user_id = $1 and (ends_at is null or ends_at > now())`, [userId])).rowCount === 1;

const whole = { revenue: 3900, net: 3900, share: 1950 };
const nothing = { revenue: 0, net: 0, share: 0 };

describe('a dispute @PAY-01', () => {
  test('that is lost counts like a refund in the revenue and the share of authors', async () => {
    const title = await aTitle();
    expect(await bookedOf(title)).toEqual(whole);
    const dispute = stripe.dispute(title.paid.id);
    await tell(dispute, 'created');
    expect(await bookedOf(title)).toEqual(whole);
    await tell(dispute, 'closed', 'lost');
    expect(await bookedOf(title)).toEqual(nothing);
    expect(await paymentOf(title.browser)).toEqual({ refundedCents: 3900, lostCents: 3900 });
    expect(await isOpen(title.userId)).toBe(false);
    // The title can be bought again.
    expect(await payers.checkout(title.browser, { courseSlug: title.slug })).toContain('/pay/');
    // A late event changes nothing.
    await tell(dispute, 'funds_withdrawn');
    expect(await bookedOf(title)).toEqual(nothing);
  });

  test('that is won is not subtracted', async () => {
    const title = await aTitle();
    const dispute = stripe.dispute(title.paid.id);
    await tell(dispute, 'created');
    expect(await isOpen(title.userId)).toBe(false);
    await tell(dispute, 'closed', 'won');
    expect(await bookedOf(title)).toEqual(whole);
    expect(await paymentOf(title.browser)).toEqual({ refundedCents: 0, lostCents: 0 });
    expect(await isOpen(title.userId)).toBe(true);
  });

  test('that is lost after all is won: the money and the access come back', async () => {
    const title = await aTitle();
    const dispute = stripe.dispute(title.paid.id);
    await tell(dispute, 'closed', 'lost');
    expect(await bookedOf(title)).toEqual(nothing);
    await tell(dispute, 'funds_reinstated', 'won');
    expect(await bookedOf(title)).toEqual(whole);
    expect(await isOpen(title.userId)).toBe(true);
  });

  test.each([true, false])('about the rest adds up with a refund, whichever is first (refund first: %s)', async (isRefundFirst) => {
    const title = await aTitle();
    const refund = async () => {
      stripe.refund(title.paid.id, 900, crypto.randomUUID());
      const charge = stripe.payment(title.paid.id)['latest_charge'] as object;
      expect(await stripe.send(site.url, stripe.eventOf('charge.refunded', charge))).toBe(200);
    };
    if (isRefundFirst) await refund();
    await tell(stripe.dispute(title.paid.id, 'needs_response', 2000), 'closed', 'lost');
    if (!isRefundFirst) await refund();
    expect(await bookedOf(title)).toEqual({ revenue: 1000, net: 1000, share: 500 });
    expect(await paymentOf(title.browser)).toEqual({ refundedCents: 2900, lostCents: 2000 });
  });

  test('that was lost before its payment was reported is subtracted, too', async () => {
    const { browser } = await payers.newcomer();
    const { id: subscription } = await payers.subscribe(browser);
    const { payment, event } = stripe.invoiceOf(subscription, { amount: 4000, tax: 0 });
    await tell(stripe.dispute(payment), 'closed', 'lost');
    expect(await stripe.send(site.url, event)).toBe(200);
    expect(await paymentOf(browser)).toEqual({ refundedCents: 4000, lostCents: 4000 });
  });
});
