import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, type Payers } from './payers.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let site: TestApi;
let payers: Payers;
let admin: Awaited<ReturnType<typeof signUp>>;
let courseId: string;
beforeAll(async () => {
  stripe = await startFakeStripe();
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: stripe.url } } });
  payers = createPayers(site, stripe);
  courseId = await makeCourse(site.db, { slug: 'title', title: 'A title' });
  await site.db.superuser.query(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 3900, 'USD')`, [
    courseId,
  ]);
  await site.db.superuser.query(
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency) values ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD')`,
  );
  admin = await signUp(site, 'staff@example.com', 'Staff');
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [admin.userId]);
});
afterAll(async () => {
  await site.stop();
  await stripe.stop();
});
afterEach(() => stripe.fail(false));

type Payment = {
  id: string;
  name: string;
  amountCents: number;
  taxCents: number | null;
  refundedCents: number;
  currency: string;
  companyName: string | null;
  companyTaxId: string | null;
};
const paymentsOf = async (browser: Browser): Promise<Payment[]> =>
  (
    await browser.graphql<{ viewer: { payments: { nodes: Payment[] } } }>(
      '{ viewer { payments { nodes { id name amountCents taxCents refundedCents currency companyName companyTaxId } } } }',
    )
  ).data?.viewer.payments.nodes ?? [];
const owns = async (userId: string) =>
  (
    await site.db.superuser.query(
      `select from app_public.entitlements where user_id = $1 and source like 'purchase:%' and (ends_at is null or ends_at > now())`,
      [userId],
    )
  ).rowCount === 1;
const codeOf = (answer: { errors?: readonly { extensions?: { code?: string } }[] }) => answer.errors?.[0]?.extensions?.code ?? null;

/** Buys the title and returns its payment. */
async function buy() {
  const person = await payers.newcomer();
  const paid = stripe.pay(await payers.checkout(person.browser, { courseSlug: 'title' }));
  for (const event of paid.events) expect(await stripe.send(site.url, event)).toBe(200);
  const [payment] = await paymentsOf(person.browser);
  if (!payment) throw new Error('Expected a payment, got none');
  return { ...person, paid, payment };
}
const refundCall = `mutation a($paymentId: UUID!, $amountCents: Int!, $refundedCents: Int!, $reason: String = "Asked") {
  refundPayment(input: { paymentId: $paymentId, amountCents: $amountCents, refundedCents: $refundedCents, reason: $reason }) { payment { refundedCents } } }`;
const refundsAtStripe = (payment: string) =>
  stripe.requests.filter(({ method, path, params }) => method === 'POST' && path === '/v1/refunds' && params['payment_intent'] === payment);

describe('a payment @PAY-01', () => {
  test('for a title is visible only to its buyer and administrators', async () => {
    const { browser, payment } = await buy();
    expect(payment).toMatchObject({
      name: 'A title',
      amountCents: 3900,
      taxCents: 0,
      refundedCents: 0,
      currency: 'USD',
      companyName: null,
    });
    const other = await payers.newcomer();
    const ask = async (who: Browser) =>
      (await who.graphql<{ paymentById: { id: string } | null }>('query a($id: UUID!) { paymentById(id: $id) { id } }', { id: payment.id }))
        .data?.paymentById?.id ?? null;
    expect([await ask(browser), await ask(admin.browser)]).toEqual([payment.id, payment.id]);
    expect([await ask(other.browser), await ask(site.newBrowser())]).toEqual([null, null]);
    const list = async (who: Browser) =>
      (await who.graphql<{ paymentList: { nodes: { id: string }[] } }>('{ paymentList { nodes { id } } }')).data?.paymentList.nodes.length;
    expect(await list(admin.browser)).toBeGreaterThan(0);
    expect([await list(browser), await list(site.newBrowser())]).toEqual([0, 0]);
  });

  test('for a subscription is recorded once for each paid invoice, with its tax', async () => {
    const { browser } = await payers.newcomer();
    const paid = await payers.subscribe(browser);
    const { event } = stripe.invoiceOf(paid.id, { amount: 4000, tax: 640 });
    expect(await stripe.send(site.url, event)).toBe(200);
    // Another event about the same invoice.
    expect(await stripe.send(site.url, stripe.eventOf('invoice.paid', event.data.object))).toBe(200);
    expect(await paymentsOf(browser)).toMatchObject([{ name: 'Pro', amountCents: 4000, taxCents: 640, currency: 'USD' }]);
  });

  test('has the provider’s receipt, only for its buyer and administrators', async () => {
    const { browser, payment, paid } = await buy();
    const call = 'mutation a($id: UUID!) { openReceipt(input: { paymentId: $id }) { url } }';
    const open = (who: Browser) => who.graphql<{ openReceipt: { url: string } }>(call, { id: payment.id });
    expect((await open(browser)).data?.openReceipt.url).toBe(`${stripe.url}/receipts/${paid.id}`);
    expect((await open(admin.browser)).data?.openReceipt.url).toBe(`${stripe.url}/receipts/${paid.id}`);
    expect(codeOf(await open((await payers.newcomer()).browser))).toBe('NOT_FOUND');
    expect(codeOf(await open(site.newBrowser()))).toBe('LOGIN_REQUIRED');
    stripe.fail(true);
    const failed = await open(browser);
    expect(codeOf(failed)).toBe('UNAVAILABLE');
    // Nobody wanted to pay.
    expect(failed.errors?.[0]?.message).not.toContain('charged');
  });
});

describe('a refund @PAY-01', () => {
  test('is for administrators only', async () => {
    const { browser, payment, userId, paid } = await buy();
    const author = await payers.newcomer();
    await site.db.superuser.query(`insert into app_public.contributions (user_id, course_id, title) values ($1, $2, 'AUTHOR')`, [
      author.userId,
      courseId,
    ]);
    const variables = { paymentId: payment.id, amountCents: 3900, refundedCents: 0 };
    const codes = [];
    for (const who of [site.newBrowser(), browser, author.browser, (await payers.newcomer()).browser])
      codes.push(codeOf(await who.graphql(refundCall, variables)));
    expect(codes).toEqual(['LOGIN_REQUIRED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
    expect([await owns(userId), refundsAtStripe(paid.id).length]).toEqual([true, 0]);
    expect(codeOf(await admin.browser.graphql(refundCall, variables))).toBeNull();
    expect([await owns(userId), refundsAtStripe(paid.id).length]).toEqual([false, 1]);
  });

  test('of a part keeps access, and refunding the rest ends it; the buyer sees both', async () => {
    const { browser, payment, userId } = await buy();
    expect(codeOf(await admin.browser.graphql(refundCall, { paymentId: payment.id, amountCents: 1000, refundedCents: 0 }))).toBeNull();
    expect(await paymentsOf(browser)).toMatchObject([{ refundedCents: 1000 }]);
    expect(await owns(userId)).toBe(true);
    // More than is left, and an amount that someone else has refunded meanwhile.
    expect(codeOf(await admin.browser.graphql(refundCall, { paymentId: payment.id, amountCents: 2901, refundedCents: 1000 }))).toBe(
      'BAD_INPUT',
    );
    expect(codeOf(await admin.browser.graphql(refundCall, { paymentId: payment.id, amountCents: 1000, refundedCents: 0 }))).toBe(
      'CONFLICT',
    );
    expect(
      codeOf(await admin.browser.graphql(refundCall, { paymentId: payment.id, amountCents: 1, refundedCents: 1000, reason: ' ' })),
    ).toBe('BAD_INPUT');
    expect(codeOf(await admin.browser.graphql(refundCall, { paymentId: payment.id, amountCents: 2900, refundedCents: 1000 }))).toBeNull();
    expect(await paymentsOf(browser)).toMatchObject([{ refundedCents: 3900 }]);
    expect(await owns(userId)).toBe(false);
  });

  test('that is sent five times at the same time is made once', async () => {
    const { browser, payment, paid } = await buy();
    const variables = { paymentId: payment.id, amountCents: 1500, refundedCents: 0 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.browser.graphql(refundCall, variables)));
    expect(answers.map(codeOf).filter((code) => code !== null && code !== 'CONFLICT')).toEqual([]);
    expect(await paymentsOf(browser)).toMatchObject([{ refundedCents: 1500 }]);
    expect(stripe.refundedOf(paid.id)).toBe(1500);
    const { rows } = await site.db.superuser.query(`select from app_public.audit_log where action = 'payment.refund' and subject_id = $1`, [
      payment.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('that got no response is continued, and isn’t paid twice', async () => {
    const { browser, payment, paid } = await buy();
    const variables = { paymentId: payment.id, amountCents: 1500, refundedCents: 0 };
    stripe.fail(true);
    const failed = await admin.browser.graphql(refundCall, variables);
    expect(codeOf(failed)).toBe('UNAVAILABLE');
    expect(failed.errors?.[0]?.message).toContain('Send the same refund again');
    stripe.fail(false);
    // Stripe created the refund, and only its response was lost; the idempotency key has expired meanwhile.
    const { rows } = await site.db.superuser.query<{ id: string }>('select id from app_private.refunds where payment_id = $1', [
      payment.id,
    ]);
    stripe.refund(paid.id, 1500, rows[0]?.id ?? '');
    expect(codeOf(await admin.browser.graphql(refundCall, { ...variables, amountCents: 900 }))).toBe('CONFLICT');
    expect(codeOf(await admin.browser.graphql(refundCall, variables))).toBeNull();
    expect([stripe.refundedOf(paid.id), (await paymentsOf(browser))[0]?.refundedCents]).toEqual([1500, 1500]);
  });

  test('that is made at Stripe is recorded, even in part, and its amount never shrinks', async () => {
    const { browser, paid, userId } = await buy();
    const charge = { id: 'ch_x', object: 'charge', payment_intent: paid.id };
    const send = (amount: number) =>
      stripe.send(site.url, stripe.eventOf('charge.refunded', { ...charge, amount_refunded: amount, refunded: amount === 3900 }));
    expect(await send(700)).toBe(200);
    expect(await send(300)).toBe(200);
    expect([(await paymentsOf(browser))[0]?.refundedCents, await owns(userId)]).toEqual([700, true]);
    expect(await send(3900)).toBe(200);
    expect([(await paymentsOf(browser))[0]?.refundedCents, await owns(userId)]).toEqual([3900, false]);
  });
});

describe('the company details @PAY-01', () => {
  const set = `mutation a($companyName: String, $companyAddress: String, $country: String, $taxId: String) {
    setBillingDetails(input: { companyName: $companyName, companyAddress: $companyAddress, country: $country, taxId: $taxId }) { clientMutationId } }`;

  test('are on the payment, and Stripe’s customer has the tax number', async () => {
    const { browser } = await payers.newcomer();
    const company = { companyName: 'Marigold GmbH', companyAddress: '1 Street', country: 'de', taxId: 'de 123.456-789' };
    expect(codeOf(await browser.graphql(set, company))).toBeNull();
    const paid = stripe.pay(await payers.checkout(browser, { courseSlug: 'title' }));
    const customer = stripe.requests.findLast(({ method, path }) => method === 'POST' && path === '/v1/customers');
    expect(customer?.params).toMatchObject({
      name: 'Marigold GmbH',
      'address[country]': 'DE',
      'address[line1]': '1 Street',
      'tax_id_data[0][type]': 'eu_vat',
      'tax_id_data[0][value]': 'DE123456789',
    });
    for (const event of paid.events) expect(await stripe.send(site.url, event)).toBe(200);
    expect(await paymentsOf(browser)).toMatchObject([{ companyName: 'Marigold GmbH', companyTaxId: 'DE123456789' }]);
    // A later change doesn't affect the receipt.
    expect(codeOf(await browser.graphql(set, { ...company, companyName: 'Another' }))).toBeNull();
    expect(await paymentsOf(browser)).toMatchObject([{ companyName: 'Marigold GmbH' }]);
  });

  test.each([
    ['DE', 'DE12345678', false],
    ['DE', '123456789', false],
    ['DE', 'DE123456789', true],
    ['AT', 'ATU12345678', true],
    ['GR', 'EL123456789', true],
    ['NL', 'NL123456789B01', true],
    ['GB', 'GB123456789', true],
    ['GB', 'DE123456789', false],
    ['US', '12-3456789', true],
    ['BR', '12.345.678/0001-95', true],
    ['BR', 'x', false],
  ])('in %s with the number %s are accepted: %s', async (country, taxId, isRight) => {
    const { browser } = await payers.newcomer();
    expect(codeOf(await browser.graphql(set, { companyName: 'Words', country, taxId }))).toBe(isRight ? null : 'BAD_INPUT');
  });

  test('need a session, a name and a country, are visible only to their user, and can be removed', async () => {
    const { browser } = await payers.newcomer();
    expect(codeOf(await site.newBrowser().graphql(set, { companyName: 'Words', country: 'DE' }))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await browser.graphql(set, { companyName: 'Words' }))).toBe('BAD_INPUT');
    expect(codeOf(await browser.graphql(set, { taxId: 'DE123456789', country: 'DE' }))).toBe('BAD_INPUT');
    const own = async () =>
      (await browser.graphql<{ viewer: { billingDetails: object | null } }>('{ viewer { billingDetails { companyName country } } }')).data
        ?.viewer.billingDetails;
    expect(codeOf(await browser.graphql(set, { companyName: 'Words', country: 'DE' }))).toBeNull();
    expect(await own()).toEqual({ companyName: 'Words', country: 'DE' });
    expect(codeOf(await browser.graphql(set, {}))).toBeNull();
    expect(await own()).toBeNull();
  });
});

test('everything that is listed as on sale can be bought @PAY-01', async () => {
  const hidden = await makeCourse(site.db, { slug: 'soon', title: 'B soon' });
  await site.db.superuser.query('update app_public.courses set is_coming_soon = true where id = $1', [hidden]);
  const draft = await makeCourse(site.db, { slug: 'draft', title: 'C draft' });
  await site.db.superuser.query('update app_public.courses set is_published = false where id = $1', [draft]);
  for (const id of [hidden, draft])
    await site.db.superuser.query(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 100, 'USD')`, [id]);
  type Listed = { titlesOnSale: { nodes: { amountCents: number; course: { slug: string } }[] } };
  const { data } = await site.newBrowser().graphql<Listed>('{ titlesOnSale { nodes { amountCents course { slug } } } }');
  expect(data?.titlesOnSale.nodes).toEqual([{ amountCents: 3900, course: { slug: 'title' } }]);
  const offer = async (slug: string) =>
    (
      await site
        .newBrowser()
        .graphql<{ checkoutOffer: { name: string } | null }>('query a($slug: String) { checkoutOffer(courseSlug: $slug) { name } }', {
          slug,
        })
    ).data?.checkoutOffer?.name ?? null;
  expect([await offer('title'), await offer('soon'), await offer('draft')]).toEqual(['A title', null, null]);
});
