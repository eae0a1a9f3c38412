import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, isPro, type Payers } from './payers.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let site: TestApi;
let payers: Payers;
beforeAll(async () => {
  stripe = await startFakeStripe();
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: stripe.url } } });
  payers = createPayers(site, stripe);
  await site.db.superuser.query(
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, min_seats, max_seats) values
       ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD', 1, 1), ('team', 'Team Package', 'TEAM', 'MONTH', 3200, 'USD', 5, 500)`,
  );
});
afterAll(async () => {
  await site.stop();
  await stripe.stop();
});

describe('unpaid subscriptions and purchases', () => {
  const day = 86_400;
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  type StripeState = { status: string; items: { data: { quantity: number; current_period_start: number; current_period_end: number }[] } };

  /** Creates a paid subscription, and a function that reports a change of it. */
  async function subscribed(variables?: Record<string, unknown>) {
    const { browser } = await payers.newcomer();
    const { id } = await payers.subscribe(browser, variables);
    const stripeSubscription = stripe.subscription(id) as unknown as StripeState;
    const report = async (status: string, { periodStart, at = nowSeconds() }: { periodStart?: number; at?: number } = {}) => {
      stripeSubscription.status = status;
      for (const item of stripeSubscription.items.data)
        if (periodStart !== undefined)
          Object.assign(item, { current_period_start: periodStart, current_period_end: periodStart + 30 * day });
      const event = { ...stripe.eventOf('customer.subscription.updated', stripeSubscription), created: at };
      for (const each of [event, event]) expect(await stripe.send(site.url, each)).toBe(200);
      return isPro(browser);
    };
    /** Reports an earlier state of the subscription. */
    const reportLate = async (status: string, at: number, previous?: object) => {
      const event = stripe.eventOf('customer.subscription.updated', { ...stripeSubscription, status });
      const late = { ...event, created: at, data: { ...event.data, previous_attributes: previous } };
      for (const each of [late, late]) expect(await stripe.send(site.url, each)).toBe(200);
      return isPro(browser);
    };
    return { browser, id, stripeSubscription, report, reportLate };
  }

  test.each([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['unpaid', false],
    ['paused', false],
    ['canceled', false],
  ] as const)('a subscription that becomes %s grants Pro: %s @PAY-01', async (status, isOpen) => {
    const { report } = await subscribed();
    expect(await report(status)).toBe(isOpen);
    if (status !== 'canceled') expect(await report('active')).toBe(true);
  });

  test.each(['past_due', 'unpaid', 'paused'])('a new period of a subscription that is %s grants nothing more @PAY-01', async (status) => {
    const { report } = await subscribed();
    const failedAt = nowSeconds() - 31 * day;
    expect(await report('past_due', { periodStart: failedAt - day, at: failedAt })).toBe(false);
    expect(await report(status, { periodStart: nowSeconds() - day })).toBe(false);
    // A payment succeeds; the next failure starts a new period of seven days.
    expect(await report('active', { periodStart: nowSeconds() - day })).toBe(true);
    expect(await report('past_due', { periodStart: nowSeconds() - day })).toBe(true);
  });

  test('the seven days start with the first payment that failed, in whatever order events arrive @PAY-01', async () => {
    for (const days of [
      [8, 1],
      [1, 8],
    ]) {
      const { report } = await subscribed();
      const answers: boolean[] = [];
      for (const ago of days)
        answers.push(await report('past_due', { periodStart: nowSeconds() - 20 * day, at: nowSeconds() - ago * day }));
      expect(answers).toEqual([days[0] === 1, false]);
    }
  });

  describe.each(['unpaid', 'paused'])('a subscription that is %s', (stop) => {
    test('stays without access when its seats or plan change, until a payment succeeds @PAY-01', async () => {
      const { report } = await subscribed();
      expect(await report(stop)).toBe(false);
      // Stripe invoices the change immediately, and that payment fails.
      expect(await report('past_due')).toBe(false);
      expect(await report('past_due', { periodStart: nowSeconds() })).toBe(false);
      expect(await report('active')).toBe(true);
      expect(await report('past_due')).toBe(true);
    });

    test('stays without access even if the change is reported first @PAY-01', async () => {
      const { report, reportLate } = await subscribed();
      const stoppedAt = nowSeconds();
      expect(await report('past_due')).toBe(true);
      expect(await reportLate(stop, stoppedAt)).toBe(false);
      expect(await report('past_due')).toBe(false);
      expect(await report('active')).toBe(true);
    });

    test('stays without access if only the change is ever reported @PAY-01', async () => {
      const { stripeSubscription, reportLate } = await subscribed();
      stripeSubscription.status = 'past_due';
      expect(await reportLate('past_due', nowSeconds(), { status: stop })).toBe(false);
    });

    test('gives access once it is paid, whatever is reported late @PAY-01', async () => {
      const { report, reportLate } = await subscribed();
      const stoppedAt = nowSeconds() - 60;
      expect(await report('active')).toBe(true);
      expect(await reportLate(stop, stoppedAt)).toBe(true);
      // Another payment fails, and only then is the earlier stop reported.
      expect(await report('past_due')).toBe(true);
      expect(await reportLate(stop, stoppedAt, { status: 'active' })).toBe(true);
    });

    test('is detected when its event was lost or is older than this check @PAY-01', async () => {
      const { browser, id, report, stripeSubscription } = await subscribed();
      expect(await report('past_due')).toBe(true);
      stripeSubscription.status = stop;
      const other = await subscribed();
      expect(await other.report('past_due')).toBe(true);
      await site.db.superuser.query(`select graphile_worker.add_job('tidy_billing')`);
      await expect.poll(() => isPro(browser), { timeout: 30_000 }).toBe(false);
      expect(stripe.requests.some(({ path }) => path === `/v1/subscriptions/${id}`)).toBe(true);
      expect(await isPro(other.browser)).toBe(true);
    });
  });

  test('seats that are added while a payment is missing become available once it is paid @PAY-01', async () => {
    const { browser, stripeSubscription, report } = await subscribed({ planSlug: 'team', seats: 7 });
    const seats = async () =>
      (await browser.graphql<{ viewer: { ownedTeams: { nodes: { seats: number }[] } } }>('{ viewer { ownedTeams { nodes { seats } } } }'))
        .data?.viewer.ownedTeams.nodes[0]?.seats;
    const change = async (quantity: number, status: string) => {
      for (const item of stripeSubscription.items.data) item.quantity = quantity;
      await report(status);
      return seats();
    };
    expect(await change(9, 'active')).toBe(9);
    expect(await change(300, 'past_due')).toBe(9);
    expect(await change(300, 'unpaid')).toBe(9);
    expect(await change(300, 'active')).toBe(300);
    expect(await change(6, 'past_due')).toBe(6);
  });

  test('a dispute suspends a subscription, and winning it restores the subscription @PAY-01', async () => {
    const { browser, id, report } = await subscribed();
    const payments = [stripe.payInvoice(id), stripe.payInvoice(id)];
    const tell = async (dispute: object, ...types: string[]) => {
      for (const type of types) {
        const event = stripe.eventOf(`charge.dispute.${type}`, dispute);
        for (const each of [event, event]) expect(await stripe.send(site.url, each)).toBe(200);
      }
      return isPro(browser);
    };
    const inquiry = stripe.dispute(payments[0] ?? '', 'warning_needs_response');
    expect(await tell(inquiry, 'created')).toBe(true);
    const [first, second] = payments.map((payment) => stripe.dispute(payment));
    expect(await tell(first ?? {}, 'created')).toBe(false);
    expect(await tell(second ?? {}, 'created', 'funds_withdrawn')).toBe(false);
    // Paying the next period doesn't restore access.
    expect(await report('active', { periodStart: nowSeconds() })).toBe(false);
    Object.assign(first ?? {}, { status: 'won' });
    expect(await tell(first ?? {}, 'closed')).toBe(false);
    Object.assign(second ?? {}, { status: 'won' });
    // 'created' arrives last: the state of the dispute is requested from Stripe.
    expect(await tell(second ?? {}, 'closed', 'created')).toBe(true);
    const third = stripe.dispute(payments[0] ?? '');
    expect(await tell(third, 'created')).toBe(false);
    Object.assign(third, { status: 'lost' });
    expect(await tell(third, 'closed')).toBe(false);
  });

  test('a dispute ends access to a title, even if it is reported before the purchase @PAY-01', async () => {
    const slug = 'disputed';
    const courseId = await makeCourse(site.db, { slug });
    await site.db.superuser.query(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 1000, 'USD')`, [
      courseId,
    ]);
    for (const isEarly of [false, true]) {
      const { browser, userId } = await payers.newcomer();
      const paid = stripe.pay(await payers.checkout(browser, { courseSlug: slug }));
      const isOpen = async () =>
        (
          await site.db.superuser.query<{ isOpen: boolean }>(
            `select exists (select from app_public.entitlements where user_id = $1 and kind = 'COURSE' and (ends_at is null or ends_at > now())) as "isOpen"`,
            [userId],
          )
        ).rows[0]?.isOpen;
      const buy = () => stripe.send(site.url, paid.events[0] ?? {});
      if (!isEarly) {
        expect(await buy()).toBe(200);
        expect(await isOpen()).toBe(true);
      }
      const dispute = stripe.dispute(paid.id);
      expect(await stripe.send(site.url, stripe.eventOf('charge.dispute.created', dispute))).toBe(200);
      if (isEarly) expect(await buy()).toBe(200);
      expect(await isOpen()).toBe(false);
      dispute['status'] = 'won';
      expect(await stripe.send(site.url, stripe.eventOf('charge.dispute.closed', dispute))).toBe(200);
      expect(await isOpen()).toBe(true);
    }
  });
});
