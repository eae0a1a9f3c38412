import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, type Payers } from './payers.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let site: TestApi;
let payers: Payers;
let admin: Browser;
beforeAll(async () => {
  stripe = await startFakeStripe();
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: stripe.url } } });
  payers = createPayers(site, stripe);
  const person = await signUp(site, 'admin@example.com', 'Admin');
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [person.userId]);
  admin = person.browser;
});
afterAll(async () => {
  await site.stop();
  await stripe.stop();
});

const saveProduct = `mutation a($id: UUID, $changes: ProductChangeInput!, $prices: [PlanPriceInput]!) {
  saveProduct(input: { id: $id, changes: $changes, prices: $prices }) { product { id plans { nodes { slug amountCents isOffered } } } } }`;
type Saved = { saveProduct: { product: { id: string; plans: { nodes: { slug: string; amountCents: number; isOffered: boolean }[] } } } };
type Price = { billingInterval: string; amountCents: number; currency: string };

async function save(name: string, prices: Price[], { id, ...changes }: { id?: string; trialDays?: number } = {}) {
  const { data, errors } = await admin.graphql<Saved>(saveProduct, { id: id ?? null, changes: { name, kind: 'PRO', ...changes }, prices });
  expect(errors).toBeUndefined();
  return data?.saveProduct.product ?? { id: '', plans: { nodes: [] } };
}
const monthly = (amountCents: number, currency = 'USD'): Price => ({ billingInterval: 'MONTH', amountCents, currency });
const pricesOf = (name: string) =>
  stripe
    .prices()
    .filter((price) => price['name'] === name)
    .map((price) => `${String(price['unit_amount'])} ${String(price['currency'])} ${price['active'] === true ? 'active' : 'archived'}`)
    .toSorted();

describe('a plan that an administrator saves', () => {
  test('has its prices at Stripe, and checkouts use them @PAY-01', async () => {
    await save('Reader', [monthly(1200), { billingInterval: 'YEAR', amountCents: 12000, currency: 'USD' }, monthly(1500, 'JPY')]);
    await expect.poll(() => pricesOf('Reader')).toEqual(['12000 usd active', '1200 usd active', '1500 jpy active'].toSorted());
    // The id is stored a moment later.
    await expect
      .poll(
        async () =>
          (await site.db.superuser.query("select from app_public.plans where name like 'Reader%' and stripe_price_id is null")).rowCount,
      )
      .toBe(0);
    const { browser } = await payers.newcomer();
    await payers.checkout(browser, { planSlug: 'reader-monthly-usd' });
    const price = stripe.prices().find(({ id }) => id === stripe.requests.at(-1)?.params['line_items[0][price]']);
    expect(price).toMatchObject({ name: 'Reader', unit_amount: 1200, interval: 'month' });
  });

  test('gets another price: existing subscribers keep theirs, at Stripe and here, and new subscribers pay the new one @PAY-01', async () => {
    const { id } = await save('Member', [monthly(2000)]);
    await expect.poll(() => pricesOf('Member')).toEqual(['2000 usd active']);
    const early = await payers.newcomer();
    const { id: subscriptionId } = await payers.subscribe(early.browser, { planSlug: 'member-monthly-usd' });
    await save('Member', [monthly(3000)], { id });
    await expect.poll(() => pricesOf('Member')).toEqual(['2000 usd archived', '3000 usd active']);
    const own = await early.browser.graphql('{ viewer { subscriptions { nodes { status plan { amountCents isOffered } } } } }');
    expect(own.data).toEqual({
      viewer: { subscriptions: { nodes: [{ status: 'ACTIVE', plan: { amountCents: 2000, isOffered: false } }] } },
    });
    expect(
      stripe.requests.filter(({ path }) => path === `/v1/subscriptions/${subscriptionId}`).every(({ method }) => method === 'GET'),
    ).toBe(true);
    const { data } = await (await payers.newcomer()).browser.graphql('{ checkoutOffer(planSlug: "member-monthly-usd") { amountCents } }');
    expect(data).toEqual({ checkoutOffer: { amountCents: 3000 } });
    // Not even the owner of the database can change it in place; a price without subscribers can be changed (control).
    await expect(site.db.superuser.query('update app_public.plans set amount_cents = 1 where amount_cents = 2000')).rejects.toThrow(
      'PLAN_PRICE_FIXED',
    );
    await site.db.superuser.query('update app_public.plans set amount_cents = 3001 where amount_cents = 3000');
  });

  test('is saved even if Stripe doesn’t respond, and is sent to Stripe later @PAY-01', async () => {
    stripe.fail(true);
    await save('Patient', [monthly(700)]);
    await expect.poll(() => stripe.requests.some(({ params }) => params['name'] === 'Patient')).toBe(true);
    stripe.fail(false);
    const { browser } = await payers.newcomer();
    // Saving anything sends the prices again; otherwise a job does within ten minutes.
    await save('Prompt', [monthly(800)]);
    await expect.poll(() => pricesOf('Patient')).toEqual(['700 usd active']);
    await payers.checkout(browser, { planSlug: 'patient-monthly-usd' });
  });

  test('has one free trial per user @PAY-01', async () => {
    await save('Taster', [monthly(900)], { trialDays: 14 });
    const person = await payers.newcomer();
    const offer = async () =>
      (
        await person.browser.graphql<{ checkoutOffer: { trialDays: number } }>(
          '{ checkoutOffer(planSlug: "taster-monthly-usd") { trialDays } }',
        )
      ).data?.checkoutOffer.trialDays;
    expect(await offer()).toBe(14);
    await payers.checkout(person.browser, { planSlug: 'taster-monthly-usd' });
    expect(stripe.requests.at(-1)?.params['subscription_data[trial_period_days]']).toBe('14');
    const { id } = await payers.subscribe(person.browser, { planSlug: 'taster-monthly-usd' });
    Object.assign(stripe.subscription(id), { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    await stripe.send(site.url, stripe.eventOf('customer.subscription.deleted', stripe.subscription(id)));
    expect(await offer()).toBe(0);
    await payers.checkout(person.browser, { planSlug: 'taster-monthly-usd' });
    expect(stripe.requests.at(-1)?.params).not.toHaveProperty('subscription_data[trial_period_days]');
  });

  test('that is retired is no longer for sale, and can be offered again @PAY-01', async () => {
    const { id } = await save('Season', [monthly(400)]);
    await expect.poll(() => pricesOf('Season')).toEqual(['400 usd active']);
    await admin.graphql('mutation a($id: UUID!) { retireProduct(input: { id: $id }) { product { id } } }', { id });
    await expect.poll(() => pricesOf('Season')).toEqual(['400 usd archived']);
    const offer = async () => (await site.newBrowser().graphql('{ checkoutOffer(planSlug: "season-monthly-usd") { amountCents } }')).data;
    expect(await offer()).toEqual({ checkoutOffer: null });
    await save('Season', [monthly(400)], { id });
    await expect.poll(() => pricesOf('Season')).toEqual(['400 usd active', '400 usd archived']);
    expect(await offer()).toEqual({ checkoutOffer: { amountCents: 400 } });
  });
});
