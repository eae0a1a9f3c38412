import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, isPro, type Payers, startCheckout } from './payers.ts';
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
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, min_seats, max_seats, stripe_price_id) values
       ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD', 1, 1, null), ('yearly', 'Pro, yearly', 'PRO', 'YEAR', 38400, 'USD', 1, 1, 'price_yearly'),
       ('team', 'Team Package', 'TEAM', 'MONTH', 3200, 'USD', 5, 500, null)`,
  );
  const course = await makeCourse(site.db, { slug: 'masterclass', title: 'Masterclass' });
  await site.db.superuser.query(`update app_public.courses set is_masterclass = true where id = $1`, [course]);
  await site.db.superuser.query(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 19900, 'EUR')`, [
    course,
  ]);
});
afterAll(async () => {
  await site.stop();
  await stripe.stop();
});
afterEach(() => stripe.fail(false));

type Subscription = { id: string; status: string; seats: number; cancelsAtPeriodEnd: boolean };
async function subscription(browser: Browser): Promise<Subscription | undefined> {
  const { data } = await browser.graphql<{ viewer: { subscriptions: { nodes: Subscription[] } } }>(
    '{ viewer { subscriptions { nodes { id status seats cancelsAtPeriodEnd } } } }',
  );
  return data?.viewer.subscriptions.nodes[0];
}

describe('a checkout', () => {
  test('sends Stripe the request that its API expects, and grants nothing before it is paid @PAY-01', async () => {
    const { browser, email, userId } = await payers.newcomer();
    const url = await payers.checkout(browser, { planSlug: 'monthly', returnTo: '/articles/x?a=1' });
    expect(url).toMatch(`${stripe.url}/pay/cs_test_`);
    const request = stripe.requests.at(-1);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'stripe-version': '2026-08-26.dahlia' },
      params: {
        mode: 'subscription',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '4000',
        'line_items[0][price_data][recurring][interval]': 'month',
        'line_items[0][price_data][product_data][name]': 'Pro',
        client_reference_id: userId,
        customer_email: email,
        success_url: `${site.url}/checkout/done?checkout=${request?.params['metadata[checkout_id]']}&returnTo=%2Farticles%2Fx%3Fa%3D1`,
        cancel_url: `${site.url}/checkout?plan=monthly&returnTo=%2Farticles%2Fx%3Fa%3D1`,
      },
    });
    expect(request?.headers['idempotency-key']).toMatch(/^checkout-[0-9a-f-]{36}-[0-9a-f]{16}$/);
    expect(request?.params['subscription_data[metadata][checkout_id]']).toBe(request?.params['metadata[checkout_id]']);
    expect(await isPro(browser)).toBe(false);
  });

  test('that is started twice, even at the same time, leads to one page, so that no one pays twice @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const urls = await Promise.all(Array.from({ length: 5 }, () => payers.checkout(browser, { planSlug: 'monthly' })));
    expect(new Set(urls).size).toBe(1);
    expect(await payers.checkout(browser, { planSlug: 'yearly' })).not.toBe(urls[0]);
    expect(stripe.requests.at(-1)?.params['line_items[0][price]']).toBe('price_yearly');
  });

  test('returns only to this site, needs a session and a known plan, and says so when Stripe is unavailable @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    await payers.checkout(browser, { planSlug: 'monthly', returnTo: '//evil.example/x' });
    expect(stripe.requests.at(-1)?.params['success_url']).toMatch(/\/checkout\/done\?checkout=[0-9a-f-]{36}&returnTo=%2F$/);
    const code = async (buyer: Browser, variables: object) =>
      (await buyer.graphql(startCheckout, { ...variables })).errors?.[0]?.extensions?.code;
    expect(await code(site.newBrowser(), { planSlug: 'monthly' })).toBe('LOGIN_REQUIRED');
    expect(await code(browser, { planSlug: 'nothing' })).toBe('NOT_FOUND');
    expect(await code(browser, {})).toBe('BAD_INPUT');
    expect(await code(browser, { planSlug: 'team', seats: 4 })).toBe('BAD_INPUT');
    stripe.fail(true);
    expect(await code(browser, { planSlug: 'yearly' })).toBe('UNAVAILABLE');
  });
});

describe('a user', () => {
  const fill = (userId: string, kind: string, used: number) =>
    site.db.superuser.query(
      'insert into app_private.user_quotas (user_id, kind, used) values ($1, $2, $3) on conflict (user_id, kind) do update set used = $3',
      [userId, kind, used],
    );
  const refusal = async (browser: Browser, text: string, variables = {}) =>
    (await browser.graphql(text, variables)).errors?.[0]?.extensions as { code: string; retryAfterSeconds?: number } | undefined;

  test('causes at most 60 requests to Stripe per hour @PAY-01', async () => {
    const { browser, userId } = await payers.newcomer();
    const other = await payers.newcomer();
    await payers.subscribe(browser);
    const id = (await subscription(browser))?.id;
    const cases: [string, object][] = [
      [startCheckout, { planSlug: 'team', seats: 5 }],
      ['mutation { openBillingPortal(input: {}) { url } }', {}],
      ['mutation a($id: UUID!) { cancelSubscription(input: { id: $id }) { clientMutationId } }', { id }],
      ['mutation a($id: UUID!) { resumeSubscription(input: { id: $id }) { clientMutationId } }', { id }],
    ];
    await fill(userId, 'payments', 56);
    for (const [text, variables] of cases) expect(await refusal(browser, text, variables)).toBeUndefined();
    const requestCount = stripe.requests.length;
    for (const [text, variables] of cases) {
      const refused = await refusal(browser, text, variables);
      expect(refused?.code).toBe('TOO_MANY');
      expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
    }
    expect(stripe.requests).toHaveLength(requestCount);
    expect(await refusal(other.browser, startCheckout, { planSlug: 'monthly' })).toBeUndefined();
  });

  test('starts at most 60 checkouts per day, whatever they are for @PAY-01', async () => {
    const { browser, userId } = await payers.newcomer();
    await fill(userId, 'checkouts', 59);
    const written = async () =>
      (await site.db.superuser.query('select from app_private.checkouts where user_id = $1', [userId])).rows.length;
    expect(await refusal(browser, startCheckout, { planSlug: 'team', seats: 5 })).toBeUndefined();
    // The same checkout again isn't counted.
    expect(await refusal(browser, startCheckout, { planSlug: 'team', seats: 5 })).toBeUndefined();
    for (const variables of [{ planSlug: 'team', seats: 6 }, { planSlug: 'monthly' }, { courseSlug: 'masterclass' }])
      expect((await refusal(browser, startCheckout, variables))?.code).toBe('TOO_MANY');
    expect(await written()).toBe(1);
  });
});

describe('a subscription at Stripe', () => {
  test('grants Pro when it is reported, in either order, and follows every change @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const paid = stripe.pay(await payers.checkout(browser, { planSlug: 'monthly' }));
    for (const event of paid.events.toReversed()) expect(await stripe.send(site.url, event)).toBe(200);
    expect(await isPro(browser)).toBe(true);
    expect(await subscription(browser)).toMatchObject({ status: 'ACTIVE', seats: 1, cancelsAtPeriodEnd: false });
    const stripeSubscription = stripe.subscription(paid.id);
    const report = async (change: object, type = 'customer.subscription.updated') => {
      Object.assign(stripeSubscription, change);
      expect(await stripe.send(site.url, stripe.eventOf(type, stripeSubscription))).toBe(200);
      return (await subscription(browser))?.status;
    };
    expect(await report({ status: 'trialing' })).toBe('TRIALING');
    expect(await report({ status: 'past_due' }, 'invoice.nothing')).toBe('TRIALING');
    expect(
      await stripe.send(
        site.url,
        stripe.eventOf('invoice.payment_failed', {
          id: 'in_1',
          object: 'invoice',
          amount_due: 4000,
          currency: 'usd',
          parent: { subscription_details: { subscription: paid.id } },
        }),
      ),
    ).toBe(200);
    expect((await subscription(browser))?.status).toBe('PAST_DUE');
    expect(await report({ status: 'active', cancel_at_period_end: true })).toBe('ACTIVE');
    expect((await subscription(browser))?.cancelsAtPeriodEnd).toBe(true);
    expect(await report({ status: 'canceled', ended_at: Math.floor(Date.now() / 1000) - 5 }, 'customer.subscription.deleted')).toBe(
      'ENDED',
    );
    expect(await isPro(browser)).toBe(false);
  });

  test('matches the current state at Stripe, whatever the order and number of events @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const paid = await payers.subscribe(browser);
    const stripeSubscription = stripe.subscription(paid.id);
    const older = stripe.eventOf('customer.subscription.updated', stripeSubscription);
    Object.assign(stripeSubscription, { cancel_at_period_end: true });
    const newer = stripe.eventOf('customer.subscription.updated', stripeSubscription);
    const states = await Promise.all([newer, newer, older, newer, older].map((event) => stripe.send(site.url, event)));
    expect(states).toEqual([200, 200, 200, 200, 200]);
    expect((await subscription(browser))?.cancelsAtPeriodEnd).toBe(true);
    const { rows } = await site.db.superuser.query('select from app_private.billing_events where id = any ($1)', [[older.id, newer.id]]);
    expect(rows).toHaveLength(2);
    // A duplicate isn't handled again: Stripe isn't even called.
    const requestCount = stripe.requests.length;
    expect(await stripe.send(site.url, newer)).toBe(200);
    expect(stripe.requests).toHaveLength(requestCount);
  });

  test('is canceled and resumed from its owner’s account only @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const other = await payers.newcomer();
    const paid = await payers.subscribe(browser);
    const id = (await subscription(browser))?.id;
    const change = (buyer: Browser, name: string) =>
      buyer.graphql(`mutation a($id: UUID!) { ${name}(input: { id: $id }) { planSubscription { cancelsAtPeriodEnd } } }`, { id });
    expect((await change(other.browser, 'cancelSubscription')).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect((await change(site.newBrowser(), 'cancelSubscription')).errors?.[0]?.extensions?.code).toBe('LOGIN_REQUIRED');
    expect(stripe.subscription(paid.id)['cancel_at_period_end']).toBe(false);
    expect((await change(browser, 'cancelSubscription')).data).toEqual({
      cancelSubscription: { planSubscription: { cancelsAtPeriodEnd: true } },
    });
    expect(stripe.subscription(paid.id)['cancel_at_period_end']).toBe(true);
    expect((await change(browser, 'resumeSubscription')).data).toEqual({
      resumeSubscription: { planSubscription: { cancelsAtPeriodEnd: false } },
    });
    stripe.fail(true);
    expect((await change(browser, 'cancelSubscription')).errors?.[0]?.extensions?.code).toBe('UNAVAILABLE');
    expect((await subscription(browser))?.cancelsAtPeriodEnd).toBe(false);
  });

  test('of a team has the seats that are paid for @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const paid = await payers.subscribe(browser, { planSlug: 'team', seats: 7 });
    expect(stripe.requests.findLast(({ path }) => path === '/v1/checkout/sessions')?.params['line_items[0][quantity]']).toBe('7');
    expect(await subscription(browser)).toMatchObject({ seats: 7 });
    const stripeSubscription = stripe.subscription(paid.id) as { items?: { data: { quantity: number }[] } };
    for (const item of stripeSubscription.items?.data ?? []) item.quantity = 9;
    expect(await stripe.send(site.url, stripe.eventOf('customer.subscription.updated', stripeSubscription))).toBe(200);
    const { data } = await browser.graphql('{ viewer { ownedTeams { nodes { seats seatsTaken } } } }');
    expect(data).toEqual({ viewer: { ownedTeams: { nodes: [{ seats: 9, seatsTaken: 1 }] } } });
  });

  test('ends at Stripe when the account is deleted here @PAY-01', async () => {
    const { browser, userId } = await payers.newcomer();
    const paid = await payers.subscribe(browser);
    await site.db.superuser.query('delete from auth."user" where id = $1', [userId]);
    await site.db.superuser.query(`select graphile_worker.add_job('tidy_billing')`);
    await expect.poll(() => stripe.subscription(paid.id)['status'], { timeout: 15_000 }).toBe('canceled');
  });

  test('opens the portal only for users who pay by card @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const open = () =>
      browser.graphql<{ openBillingPortal: { url: string } }>('mutation { openBillingPortal(input: { returnTo: "/account" }) { url } }');
    expect((await open()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    await payers.subscribe(browser);
    expect((await open()).data?.openBillingPortal.url).toMatch(`${stripe.url}/portal/cus_`);
    expect(stripe.requests.at(-1)?.params['return_url']).toBe(`${site.url}/account`);
  });
});

test('a title is bought once and closed when it is refunded, even if the refund is reported first @PAY-01', async () => {
  const owned = async (browser: Browser) =>
    (
      await browser.graphql<{ viewer: { purchases: { nodes: { amountCents: number; currency: string; refundedAt: string | null }[] } } }>(
        '{ viewer { purchases { nodes { amountCents currency refundedAt } } } }',
      )
    ).data?.viewer.purchases.nodes;
  const { browser } = await payers.newcomer();
  const paid = stripe.pay(await payers.checkout(browser, { courseSlug: 'masterclass' }));
  expect(stripe.requests.at(-1)?.params).toMatchObject({
    mode: 'payment',
    'line_items[0][price_data][unit_amount]': '19900',
    'line_items[0][price_data][currency]': 'eur',
  });
  const [event] = paid.events;
  // A bank transfer is pending when the session ends: access starts only once it has arrived.
  const session = { ...event?.data.object, payment_status: 'unpaid' };
  expect(await stripe.send(site.url, stripe.eventOf('checkout.session.completed', session))).toBe(200);
  expect(await owned(browser)).toEqual([]);
  await Promise.all([event, event, event].map((each) => stripe.send(site.url, each ?? {})));
  expect(await owned(browser)).toEqual([{ amountCents: 19_900, currency: 'EUR', refundedAt: null }]);
  const charge = { id: 'ch_1', object: 'charge', payment_intent: paid.id };
  expect(await stripe.send(site.url, stripe.eventOf('charge.refunded', { ...charge, refunded: false }))).toBe(200);
  expect((await owned(browser))?.[0]?.refundedAt).toBeNull();
  expect(await stripe.send(site.url, stripe.eventOf('charge.refunded', { ...charge, refunded: true }))).toBe(200);
  expect((await owned(browser))?.[0]?.refundedAt).not.toBeNull();

  const { browser: another } = await payers.newcomer();
  const late = stripe.pay(await payers.checkout(another, { courseSlug: 'masterclass' }));
  Object.assign(stripe.payment(late.id), { latest_charge: { id: 'ch_2', refunded: true } });
  expect(await stripe.send(site.url, stripe.eventOf('charge.refunded', { id: 'ch_2', refunded: true, payment_intent: late.id }))).toBe(200);
  expect(await stripe.send(site.url, late.events[0] ?? {})).toBe(200);
  expect((await owned(another))?.[0]?.refundedAt).not.toBeNull();
});

describe('the webhook', () => {
  test('accepts exactly what Stripe signed recently, and nothing else @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const paid = stripe.pay(await payers.checkout(browser, { planSlug: 'monthly' }));
    const event = paid.events[0] ?? {};
    const now = Math.floor(Date.now() / 1000);
    const body = JSON.stringify(event);
    expect(await stripe.send(site.url, event, { secret: 'whsec_another000' })).toBe(400);
    expect(await stripe.send(site.url, event, { at: now - 301 })).toBe(400);
    expect(await stripe.send(site.url, event, { signature: `t=${now},v1=${'0'.repeat(64)}` })).toBe(400);
    expect(await stripe.send(site.url, event, { signature: 'nonsense' })).toBe(400);
    expect(
      (await fetch(`${site.url}/webhooks/stripe`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400);
    expect(await isPro(browser)).toBe(false);
    expect(await stripe.send(site.url, event, { at: now - 200 })).toBe(200);
    expect(await isPro(browser)).toBe(true);
  });

  test('answers 5xx when handling fails, stores nothing, and handles the event when it is sent again @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const paid = stripe.pay(await payers.checkout(browser, { planSlug: 'monthly' }));
    const [event] = paid.events;
    stripe.fail(true);
    expect(await stripe.send(site.url, event ?? {})).toBe(500);
    stripe.fail(false);
    expect(await isPro(browser)).toBe(false);
    expect(await stripe.send(site.url, event ?? {})).toBe(200);
    expect(await isPro(browser)).toBe(true);
  });

  test('ignores unknown events and ones about checkouts that didn’t start here @PAY-01', async () => {
    expect(await stripe.send(site.url, stripe.eventOf('customer.tax_id.created', { id: 'txi_1' }))).toBe(200);
    expect(
      await stripe.send(
        site.url,
        stripe.eventOf('checkout.session.completed', { id: 'cs_1', mode: 'payment', metadata: { checkout_id: "'; drop" } }),
      ),
    ).toBe(200);
    const { browser } = await payers.newcomer();
    const paid = await payers.subscribe(browser);
    const foreign = stripe.subscription(paid.id);
    await site.db.superuser.query('delete from app_public.subscriptions where provider_subscription_id = $1', [paid.id]);
    foreign['metadata'] = {};
    expect(await stripe.send(site.url, stripe.eventOf('customer.subscription.updated', foreign))).toBe(200);
    expect(await subscription(browser)).toBeUndefined();
  });

  test('and checkouts write no secret to the log @PAY-01', () => {
    const log = site.logLines.join('\n');
    expect(log).toContain('billing: an event failed and will come again');
    for (const secret of Object.values(stripeKeys)) expect(log).not.toContain(secret);
    expect(log).not.toContain('v1=');
  });
});
