import { createHmac, randomUUID } from 'node:crypto';
import { runAs } from '@newline/api/features/billing/run-as';
import type { BillingProvider, Checkout, NewPrice, Payer } from '@newline/api/features/billing/billing-provider';
import type { BillingSettings } from '@newline/api/features/billing/billing-settings';
import { createBillingProvider } from '@newline/api/features/billing/create-billing-provider';
import { createLog } from '@newline/api/log';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, isPro, type Payers } from './payers.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** The provider's side, as a test controls it. */
type OtherSide = {
  readonly settings: BillingSettings;
  /** Pays on an opened page; returns the subscription's id and the signed events that are then sent, in order. */
  pay(url: string): { readonly id: string; readonly reports: readonly (readonly [Buffer, string])[] };
  /** An event of a kind that isn't handled. */
  strange(): readonly [Buffer, string];
  /** Returns the state of a subscription at the provider. */
  stateOf(id: string): 'RUNNING' | 'CANCELED' | 'ENDED';
  /** Whether new customers can get a price. */
  isOffered(priceId: string): boolean;
  /** While true, the provider fails all requests. */
  fail(isOn: boolean): void;
  stop(): Promise<void>;
};

async function startStripe(): Promise<OtherSide> {
  const fake = await startFakeStripe();
  const signed = (event: object): readonly [Buffer, string] => {
    const body = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000);
    return [Buffer.from(body), `t=${at},v1=${createHmac('sha256', stripeKeys.webhookSecret).update(`${at}.${body}`).digest('hex')}`];
  };
  return {
    settings: { provider: 'stripe', ...stripeKeys, apiUrl: fake.url },
    pay(url) {
      const { id, events } = fake.pay(url);
      return { id, reports: events.map(signed) };
    },
    strange: () => signed(fake.eventOf('product.created', { id: 'prod_1', object: 'product' })),
    stateOf(id) {
      const { status, cancel_at_period_end: isCancelled } = fake.subscription(id);
      return status === 'canceled' ? 'ENDED' : isCancelled === true ? 'CANCELED' : 'RUNNING';
    },
    isOffered: (priceId) => fake.prices().some((price) => price.id === priceId && price['active'] === true),
    fail: fake.fail,
    stop: fake.stop,
  };
}

// The contract of all payment providers: add a line here for another one.
describe.each([['Stripe', startStripe]] as const)('%s takes payments as the site expects', (name, start) => {
  let other: OtherSide;
  let site: TestApi;
  let payers: Payers;
  let worker: pg.Pool;
  let provider: BillingProvider;

  beforeAll(async () => {
    other = await start();
    site = await startTestApi({ env: { billing: other.settings } });
    payers = createPayers(site, null);
    await site.db.superuser.query(
      `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, min_seats, max_seats) values ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD', 1, 1)`,
    );
    worker = new pg.Pool(site.db.connections.worker);
    const created = createBillingProvider(other.settings, { pool: worker, log: createLog('silent'), publicUrl: 'https://site.invalid' });
    if (!created) throw new Error(`Expected a provider for ${name}, got none`);
    provider = created;
  });
  afterAll(async () => {
    await worker.end();
    await site.stop();
    await other.stop();
  });
  afterEach(() => other.fail(false));

  const checkout = (): Checkout => ({
    id: randomUUID(),
    name: 'Pro',
    seats: 1,
    amountCents: 4000,
    currency: 'USD',
    billingInterval: 'MONTH',
    stripePriceId: null,
    trialDays: 0,
    createdAt: new Date(),
    coupon: null,
  });
  const payer: Payer = {
    userId: randomUUID(),
    email: 'payer@example.com',
    customerId: null,
    company: null,
    doneUrl: 'https://site.invalid/done',
    backUrl: 'https://site.invalid/back',
  };
  const readState = async (id: string) =>
    (
      await site.db.superuser.query<{ cancels: boolean }>(
        'select cancels_at_period_end as cancels from app_public.subscriptions where provider_subscription_id = $1',
        [id],
      )
    ).rows[0];

  test('the same checkout leads to the same page, another to another, and each page for cards is new @PAY-01', async () => {
    expect(provider.name).toBe(name);
    const one = checkout();
    const page = await provider.openCheckout(one, payer);
    expect(URL.canParse(page.url)).toBe(true);
    expect(await provider.openCheckout(one, payer)).toEqual(page);
    const another = await provider.openCheckout(checkout(), payer);
    expect([another.url === page.url, another.sessionId === page.sessionId]).toEqual([false, false]);
    expect(URL.canParse(await provider.openPortal('customer_1', 'https://site.invalid/account'))).toBe(true);
  });

  test('a page that was closed can’t be paid, and one that was paid can’t be closed @PAY-01', async () => {
    const [one, two] = [await provider.openCheckout(checkout(), payer), await provider.openCheckout(checkout(), payer)];
    expect(await provider.closeCheckout(one.sessionId)).toBe(true);
    expect(await provider.closeCheckout(one.sessionId)).toBe(true);
    expect(() => other.pay(one.url)).toThrow(/expired/);
    other.pay(two.url);
    expect(await provider.closeCheckout(two.sessionId)).toBe(false);
    other.fail(true);
    await expect(provider.closeCheckout(two.sessionId)).rejects.toThrow(/fail/i);
  });

  test('an event is handled once, and only if it is signed; unknown types are ignored @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const { reports } = other.pay(await payers.checkout(browser, { planSlug: 'monthly' }));
    expect(await isPro(browser)).toBe(false);
    const { handle, path, signatureHeader } = provider.webhook;
    expect([path, signatureHeader]).toEqual([expect.stringMatching(/^\/webhooks\/[a-z]+$/), expect.stringMatching(/^[a-z-]+$/)]);
    for (const [body, signature] of reports) {
      expect(await handle(body, `${signature.slice(0, -4)}0000`)).toBe('NOT_SIGNED');
      expect(await handle(Buffer.concat([body, Buffer.from(' ')]), signature)).toBe('NOT_SIGNED');
    }
    expect(await isPro(browser)).toBe(false);
    for (const [body, signature] of reports) {
      expect((await Promise.all([handle(body, signature), handle(body, signature)])).toSorted()).toEqual(['DONE', 'DOUBLE']);
    }
    expect(await isPro(browser)).toBe(true);
    expect(await handle(...other.strange())).toBe('PASSED_OVER');
  });

  test('a subscription is canceled, resumed and ended, each as often as requested @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const { id, reports } = other.pay(await payers.checkout(browser, { planSlug: 'monthly' }));
    for (const report of reports) await provider.webhook.handle(...report);
    const keep = () => runAs(worker, null, (client) => provider.keepSubscription(id, client));
    for (const isCancelled of [true, true, false, false]) {
      await provider.setCancellation(id, isCancelled);
      await keep();
      expect([other.stateOf(id), await readState(id)]).toEqual([isCancelled ? 'CANCELED' : 'RUNNING', { cancels: isCancelled }]);
    }
    await provider.endSubscription(id);
    await provider.endSubscription(id);
    await keep();
    expect([other.stateOf(id), await isPro(browser)]).toEqual(['ENDED', false]);
    // An unknown subscription counts as ended.
    await provider.endSubscription(`${id}x`);
  });

  test('a price is created once, even with others of its product, and retired as often as requested @PAY-01', async () => {
    const price: NewPrice = {
      planId: randomUUID(),
      productId: randomUUID(),
      productName: 'Pro',
      amountCents: 4000,
      currency: 'USD',
      billingInterval: 'MONTH',
    };
    const id = await provider.createPrice(price);
    expect(await provider.createPrice(price)).toBe(id);
    const yearly = await provider.createPrice({ ...price, planId: randomUUID(), billingInterval: 'YEAR' });
    expect(yearly).not.toBe(id);
    for (const priceId of [id, id, `${id}x`]) await provider.retirePrice(priceId);
    expect([other.isOffered(id), other.isOffered(yearly)]).toEqual([false, true]);
  });

  test('every call rejects while it is unavailable, and its events aren’t marked as handled @PAY-01', async () => {
    const { browser } = await payers.newcomer();
    const { id, reports } = other.pay(await payers.checkout(browser, { planSlug: 'monthly' }));
    other.fail(true);
    await expect(provider.openCheckout(checkout(), payer)).rejects.toThrow(/fail/i);
    await expect(provider.openPortal('customer_1', 'https://site.invalid/account')).rejects.toThrow(/fail/i);
    await expect(provider.retirePrice('price_1')).rejects.toThrow(/fail/i);
    await expect(provider.setCancellation(id, true)).rejects.toThrow(/fail/i);
    await expect(provider.endSubscription(id)).rejects.toThrow(/fail/i);
    for (const report of reports) await expect(provider.webhook.handle(...report)).rejects.toThrow(/fail/i);
    other.fail(false);
    for (const report of reports) expect(await provider.webhook.handle(...report)).toBe('DONE');
    expect(await isPro(browser)).toBe(true);
  });
});
