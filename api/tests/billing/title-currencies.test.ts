import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { codeOf } from '../writers.ts';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, type Payers } from './payers.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let site: TestApi;
let payers: Payers;
let author: Awaited<ReturnType<typeof signUp>>;
const sql = (text: string, values: readonly unknown[] = []) => site.db.superuser.query<Record<string, unknown>>(text, [...values]);
beforeAll(async () => {
  stripe = await startFakeStripe();
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: stripe.url } } });
  payers = createPayers(site, stripe);
  author = await signUp(site, 'author@example.com', 'Author');
  const courseId = await makeCourse(site.db, { slug: 'title', title: 'A title' });
  await sql(`insert into app_public.contributions (user_id, course_id, title) values ($1, $2, 'AUTHOR')`, [author.userId, courseId]);
  await sql(`insert into app_public.author_share_rules (percent) values (50)`);
  const set = `mutation a($courseId: UUID, $amountCents: Int, $currency: String) {
    setItemPrice(input: { courseId: $courseId, amountCents: $amountCents, currency: $currency }) { itemPrice { isDefault } } }`;
  for (const [currency, amountCents] of [
    ['USD', 3900],
    ['EUR', 3500],
    ['JPY', 5801],
  ] as const)
    await author.browser.graphql(set, { courseId, amountCents, currency });
  await sql(
    `insert into app_public.coupons (code, amount_cents, currency, is_once_per_user) values ('FIVE-DOLLARS', 500, 'USD', false), ('FIVE-EUROS', 500, 'EUR', false)`,
  );
});
afterAll(async () => {
  await site.stop();
  await stripe.stop();
});

const start = `mutation a($currency: String, $couponCode: String, $giftEmail: String) {
  startCheckout(input: { courseSlug: "title", currency: $currency, couponCode: $couponCode, giftEmail: $giftEmail, returnTo: "/courses/title" }) { url } }`;
const begin = (browser: Browser, variables: Record<string, unknown>) =>
  browser.graphql<{ startCheckout: { url: string } }>(start, variables);
const lastSession = () =>
  stripe.requests.findLast(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions')?.params ?? {};
async function buy(variables: Record<string, unknown>) {
  const buyer = await payers.newcomer();
  const { data } = await begin(buyer.browser, variables);
  for (const event of stripe.pay(data?.startCheckout.url ?? '').events) expect(await stripe.send(site.url, event)).toBe(200);
  const answer = await buyer.browser.graphql<{
    viewer: { payments: { nodes: { name: string; amountCents: number; currency: string }[] } };
  }>('{ viewer { payments { nodes { name amountCents currency } } } }');
  return answer.data?.viewer.payments.nodes;
}

describe('a title with prices in several currencies @PAY-01', () => {
  test('is paid in the selected one, whose smallest unit Stripe gets', async () => {
    for (const [currency, amountCents] of [
      ['EUR', 3500],
      ['JPY', 5801],
      ['USD', 3900],
    ] as const) {
      expect(await buy({ currency })).toEqual([{ name: 'A title', amountCents, currency }]);
      expect(lastSession()).toMatchObject({
        'line_items[0][price_data][currency]': currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(amountCents),
      });
      expect(lastSession()['cancel_url']).toContain(`currency=${currency}`);
    }
  });

  test('is paid in the default one if it has no price in the selected one', async () => {
    for (const currency of [null, 'CHF', 'nonsense'])
      expect(await buy({ currency })).toMatchObject([{ amountCents: 3900, currency: 'USD' }]);
  });

  test('can be given in the selected one', async () => {
    expect(await buy({ currency: 'EUR', giftEmail: 'robin@example.com' })).toEqual([
      { name: 'A title, gift', amountCents: 3500, currency: 'EUR' },
    ]);
  });

  test('takes a coupon over an amount in its own currency only', async () => {
    const { browser } = await payers.newcomer();
    const attempt = async (code: string, currency: string) =>
      (
        await browser.graphql<{ tryCoupon: { couponOffer: object } }>(
          `mutation a($code: String!, $currency: String) { tryCoupon(input: { code: $code, courseSlug: "title", currency: $currency }) {
            couponOffer { amountCents currency problem } } }`,
          { code, currency },
        )
      ).data?.tryCoupon.couponOffer;
    expect(await attempt('FIVE-DOLLARS', 'USD')).toEqual({ amountCents: 3400, currency: 'USD', problem: null });
    expect(await attempt('FIVE-EUROS', 'EUR')).toEqual({ amountCents: 3000, currency: 'EUR', problem: null });
    expect(await attempt('FIVE-DOLLARS', 'EUR')).toMatchObject({ problem: 'COUPON_NOT_FOR_THIS' });
    expect(codeOf(await begin(browser, { couponCode: 'FIVE-DOLLARS', currency: 'EUR' }))).toBe('CONFLICT');
    expect(await buy({ couponCode: 'FIVE-EUROS', currency: 'EUR' })).toMatchObject([{ amountCents: 3000, currency: 'EUR' }]);
  });

  test('has one open checkout: another currency closes its page and frees its coupon', async () => {
    const once = 'ONCE-PER-USER';
    await sql(`insert into app_public.coupons (code, percent, is_once_per_user, max_uses) values ($1, 10, true, 1)`, [once]);
    const { browser } = await payers.newcomer();
    const urls: string[] = [];
    for (const currency of ['USD', 'EUR', 'USD']) {
      const { data, errors } = await begin(browser, { currency, couponCode: once });
      expect(errors, currency).toBeUndefined();
      urls.push(data?.startCheckout.url ?? '');
    }
    for (const url of urls.slice(0, 2)) expect(() => stripe.pay(url)).toThrow(/expired/);
    // Someone else can't use it while the last page is open.
    expect(codeOf(await begin((await payers.newcomer()).browser, { couponCode: once }))).toBe('CONFLICT');
    for (const event of stripe.pay(urls[2] ?? '').events) expect(await stripe.send(site.url, event)).toBe(200);
    const { rows } = await sql(
      'select count(*)::int as uses from app_private.coupon_uses u join app_public.coupons c on c.id = u.coupon_id where c.code = $1',
      [once],
    );
    expect(rows).toEqual([{ uses: 1 }]);
  });

  test('is not opened again after it was paid, even if Stripe has not reported the payment yet', async () => {
    const { browser } = await payers.newcomer();
    const paid = stripe.pay((await begin(browser, { currency: 'USD' })).data?.startCheckout.url ?? '');
    const other = await begin(browser, { currency: 'EUR' });
    expect(other.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'CHECKOUT_OPEN_ELSEWHERE' });
    for (const event of paid.events) expect(await stripe.send(site.url, event)).toBe(200);
    expect((await begin(browser, { currency: 'EUR' })).errors?.[0]?.extensions).toMatchObject({ reason: 'ITEM_ALREADY_OWNED' });
  });

  test('can be given to two people, each with a page of their own', async () => {
    const { browser } = await payers.newcomer();
    const urls: string[] = [];
    for (const giftEmail of ['one@example.com', 'two@example.com', null])
      urls.push((await begin(browser, { giftEmail })).data?.startCheckout.url ?? '');
    for (const url of urls) for (const event of stripe.pay(url).events) expect(await stripe.send(site.url, event)).toBe(200);
  });

  test('has its sales and the share of its author in each', async () => {
    const salesIn = async (currency: string) => {
      const { data } = await author.browser.graphql<{ ownSales: { lines: Record<string, unknown>[] } }>(
        '{ ownSales { lines { currency unitsCount grossCents shareCents } } }',
      );
      const line = data?.ownSales.lines.find((candidate) => candidate['currency'] === currency);
      return [Number(line?.['unitsCount'] ?? 0), Number(line?.['grossCents'] ?? 0), Number(line?.['shareCents'] ?? 0)];
    };
    const before = await salesIn('JPY');
    await buy({ currency: 'JPY' });
    const after = await salesIn('JPY');
    expect(after.map((value, at) => value - (before[at] ?? 0))).toEqual([1, 5801, 2900]);
  });
});
