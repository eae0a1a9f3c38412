import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
let author: Awaited<ReturnType<typeof signUp>>;
const sql = (text: string, values: readonly unknown[] = []) => site.db.superuser.query(text, [...values]);
beforeAll(async () => {
  stripe = await startFakeStripe();
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: stripe.url } } });
  payers = createPayers(site, stripe);
  const title = await makeCourse(site.db, { slug: 'title', title: 'A title' });
  const masterclass = await makeCourse(site.db, { slug: 'masterclass', title: 'A masterclass' });
  await sql('update app_public.courses set is_masterclass = true where id = $1', [masterclass]);
  await sql(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 3999, 'USD'), ($2, 10000, 'USD')`, [
    title,
    masterclass,
  ]);
  await sql(
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, min_seats, max_seats)
     values ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD', 1, 1), ('team', 'Team', 'TEAM', 'MONTH', 3000, 'USD', 5, 50), ('euro', 'Pro in euros', 'PRO', 'YEAR', 30000, 'EUR', 1, 1)`,
  );
  admin = await signUp(site, 'staff@example.com', 'Staff');
  author = await signUp(site, 'author@example.com', 'Author');
  await sql('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  await sql(`insert into app_public.contributions (user_id, course_id, title) values ($1, $2, 'AUTHOR')`, [author.userId, title]);
});
afterAll(async () => {
  await site.stop();
  await stripe.stop();
});

const codeOf = (answer: { errors?: readonly { extensions?: { code?: string } }[] }) => answer.errors?.[0]?.extensions?.code ?? null;
const start = `mutation a($planSlug: String, $courseSlug: String, $seats: Int, $couponCode: String) {
  startCheckout(input: { planSlug: $planSlug, courseSlug: $courseSlug, seats: $seats, couponCode: $couponCode }) { url } }`;
const checkout = (browser: Browser, variables: object) => browser.graphql<{ startCheckout: { url: string } }>(start, { ...variables });
type Tried = { tryCoupon: { couponOffer: { discountCents: number | null; amountCents: number | null; problem: string | null } } | null };
const attempt = async (browser: Browser, variables: object) =>
  (
    await browser.graphql<Tried>(
      `mutation a($code: String!, $planSlug: String, $courseSlug: String, $seats: Int) {
        tryCoupon(input: { code: $code, planSlug: $planSlug, courseSlug: $courseSlug, seats: $seats }) {
          couponOffer { discountCents amountCents problem } } }`,
      { ...variables },
    )
  ).data?.tryCoupon?.couponOffer;
const usesOf = async (code: string) =>
  (
    await admin.browser.graphql<{ couponList: { nodes: { code: string; usesCount: number }[] } }>(
      '{ couponList(first: 100) { nodes { code usesCount } } }',
    )
  ).data?.couponList.nodes.find((coupon) => coupon.code === code)?.usesCount;
const pay = async (url: string) => {
  const paid = stripe.pay(url);
  for (const event of paid.events) expect(await stripe.send(site.url, event)).toBe(200);
  return paid;
};
const create = 'mutation a($coupon: NewCouponInput!) { createCoupon(input: { coupon: $coupon }) { coupon { id code } } }';
let count = 0;
let code = '';
/** Creates a coupon of 25% with these other properties; its code is `code`. */
const make = async (coupon: object) => {
  const answer = await admin.browser.graphql<{ createCoupon: { coupon: { id: string } } }>(create, {
    coupon: { code, percent: 25, ...coupon },
  });
  expect(answer.errors).toBeUndefined();
  return answer.data?.createCoupon.coupon.id ?? '';
};
beforeEach(() => {
  code = `TEST-${(count += 1)}`;
});

describe('a coupon @PAY-01', () => {
  test('is created, changed and seen by administrators only', async () => {
    const id = await make({});
    const others = [site.newBrowser(), (await payers.newcomer()).browser, author.browser];
    const change = 'mutation a($id: UUID!) { changeCoupon(input: { id: $id, isActive: false }) { coupon { isActive } } }';
    const codes = [];
    for (const who of others) {
      codes.push(codeOf(await who.graphql(create, { coupon: { code: 'OTHER', percent: 100 } })), codeOf(await who.graphql(change, { id })));
      expect((await who.graphql<{ couponList: { nodes: unknown[] } }>('{ couponList { nodes { code } } }')).data?.couponList.nodes).toEqual(
        [],
      );
    }
    expect(codes).toEqual(['LOGIN_REQUIRED', 'LOGIN_REQUIRED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
    expect(await usesOf(code)).toBe(0);
    expect(codeOf(await admin.browser.graphql(create, { coupon: { code, percent: 5 } }))).toBe('CONFLICT');
    for (const coupon of [
      { code: 'x', percent: 5 },
      { code: 'NONE' },
      { code: 'BOTH', percent: 5, amountCents: 5, currency: 'USD' },
      { code: 'MUCH', percent: 101 },
      { code: 'NOMONTHS', percent: 5, duration: 'MONTHS' },
      { code: 'NOTARGET', percent: 5, scope: 'SELECTED', productIds: ['00000000-0000-7000-8000-000000000000'] },
      { code: 'NOTARGET', percent: 5, scope: 'SELECTED', courseSlugs: ['title', 'nothing'] },
      { code: 'NOTARGET', percent: 5, scope: 'SELECTED' },
      { code: 'DAYS', percent: 5, firstDay: '2030-01-02', lastDay: '2030-01-01' },
    ])
      expect(codeOf(await admin.browser.graphql(create, { coupon })), JSON.stringify(coupon)).toBe('BAD_INPUT');
  });

  test('reduces the price of a title to the cent, is sent to Stripe, and counts once it is paid', async () => {
    await make({ maxUses: 5 });
    const { browser } = await payers.newcomer();
    expect(await attempt(browser, { code: ` ${code.toLowerCase()} `, courseSlug: 'title' })).toEqual({
      discountCents: 999,
      amountCents: 3000,
      problem: null,
    });
    const url = (await checkout(browser, { courseSlug: 'title', couponCode: code })).data?.startCheckout.url ?? '';
    const sent = stripe.requests.findLast(({ path }) => path === '/v1/coupons');
    expect(sent?.params).toMatchObject({ name: code, amount_off: '999', currency: 'usd', duration: 'once', max_redemptions: '1' });
    expect(stripe.requests.at(-1)?.params).toMatchObject({ 'line_items[0][price_data][unit_amount]': '3999' });
    expect(stripe.requests.at(-1)?.params['discounts[0][coupon]']).toMatch(/^coupon_/);
    // The same checkout again leads to the same page.
    expect((await checkout(browser, { courseSlug: 'title', couponCode: code })).data?.startCheckout.url).toBe(url);
    expect(await usesOf(code)).toBe(0);
    await pay(url);
    expect(await usesOf(code)).toBe(1);
    const { data } = await browser.graphql<{ viewer: { purchases: { nodes: { amountCents: number }[] } } }>(
      '{ viewer { purchases { nodes { amountCents } } } }',
    );
    expect(data?.viewer.purchases.nodes).toEqual([{ amountCents: 3000 }]);
  });

  test.each([
    [{ duration: 'ONCE' }, { percent_off: '25', duration: 'once' }],
    [
      { duration: 'MONTHS', months: 3 },
      { percent_off: '25', duration: 'repeating', duration_in_months: '3' },
    ],
    [
      { percent: null, amountCents: 500, currency: 'USD', duration: 'FOREVER' },
      { amount_off: '500', currency: 'usd', duration: 'forever' },
    ],
  ])('reduces the price of a plan for its duration: %j', async (coupon, params) => {
    await make(coupon);
    const { browser } = await payers.newcomer();
    const url = (await checkout(browser, { planSlug: 'monthly', couponCode: code })).data?.startCheckout.url ?? '';
    expect(stripe.requests.findLast(({ path }) => path === '/v1/coupons')?.params).toMatchObject(params);
    expect(stripe.requests.at(-1)?.params['line_items[0][price_data][unit_amount]']).toBe('4000');
    await pay(url);
    expect(await usesOf(code)).toBe(1);
  });

  test('with a number of uses is never used more often, even in simultaneous checkouts', async () => {
    await make({ maxUses: 3 });
    const buyers = await Promise.all(Array.from({ length: 8 }, () => payers.newcomer()));
    const answers = await Promise.all(buyers.map(({ browser }) => checkout(browser, { courseSlug: 'title', couponCode: code })));
    const urls = answers.flatMap(({ data }) => (data?.startCheckout ? [data.startCheckout.url] : []));
    expect(urls).toHaveLength(3);
    expect(answers.map(codeOf).filter((refusal) => refusal !== null)).toEqual(Array.from({ length: 5 }, () => 'CONFLICT'));
    for (const url of urls) await pay(url);
    expect(await usesOf(code)).toBe(3);
    const { browser } = await payers.newcomer();
    expect((await attempt(browser, { code, courseSlug: 'title' }))?.problem).toBe('COUPON_USED_UP');
  });

  test('is used once per user, who can continue the checkout that has it, unless it says otherwise', async () => {
    await make({});
    const { browser, userId } = await payers.newcomer();
    const url = (await checkout(browser, { courseSlug: 'title', couponCode: code })).data?.startCheckout.url ?? '';
    // Another checkout with it closes the page on which it could be paid.
    expect((await attempt(browser, { code, planSlug: 'monthly' }))?.problem).toBeNull();
    expect(codeOf(await checkout(browser, { planSlug: 'monthly', couponCode: code }))).toBeNull();
    expect(() => stripe.pay(url)).toThrow(/expired/);
    const again = (await checkout(browser, { courseSlug: 'title', couponCode: code })).data?.startCheckout.url ?? '';
    expect(again).not.toBe(url);
    expect((await checkout(browser, { courseSlug: 'title', couponCode: code })).data?.startCheckout.url).toBe(again);
    await pay(again);
    expect((await attempt(browser, { code, planSlug: 'monthly' }))?.problem).toBe('COUPON_USED');
    code = `${code}-MANY`;
    await make({ isOncePerUser: false });
    await pay((await checkout(browser, { planSlug: 'monthly', couponCode: code })).data?.startCheckout.url ?? '');
    expect((await attempt(browser, { code, courseSlug: 'masterclass' }))?.problem).toBeNull();
    // A deleted account still counts as a user of the coupon.
    await sql('delete from app_public.users where id = $1', [userId]);
    expect(await usesOf(code)).toBe(1);
  });

  test('that an unpaid checkout reserved is free again once Stripe’s page has expired', async () => {
    await make({ maxUses: 1 });
    const one = await payers.newcomer();
    const two = await payers.newcomer();
    expect(codeOf(await checkout(one.browser, { courseSlug: 'title', couponCode: code }))).toBeNull();
    expect(codeOf(await checkout(two.browser, { courseSlug: 'title', couponCode: code }))).toBe('CONFLICT');
    await sql(`update app_private.checkouts set created_at = now() - interval '66 minutes' where user_id = $1`, [one.userId]);
    expect(codeOf(await checkout(two.browser, { courseSlug: 'title', couponCode: code }))).toBeNull();
  });

  test.each([
    ['COUPON_NOT_FOUND', { firstDay: '2999-01-01' }],
    ['COUPON_EXPIRED', { lastDay: '2020-01-01' }],
    ['COUPON_NOT_FOR_THIS', { scope: 'PLANS' }],
    ['COUPON_NOT_FOR_THIS', { scope: 'SELECTED', courseSlugs: ['masterclass'] }],
    ['COUPON_NOT_FOR_THIS', { percent: null, amountCents: 100, currency: 'EUR' }],
    [null, { scope: 'TITLES' }],
    [null, { scope: 'SELECTED', courseSlugs: ['title'] }],
    [null, { firstDay: '2020-01-01', lastDay: '2999-01-01' }],
  ])('returns %s for a title when it is %j', async (problem, coupon) => {
    await make(coupon);
    const { browser } = await payers.newcomer();
    expect((await attempt(browser, { code, courseSlug: 'title' }))?.problem).toBe(problem);
    expect(codeOf(await checkout(browser, { courseSlug: 'title', couponCode: code }))).toBe(problem === null ? null : 'CONFLICT');
  });

  test('that is withdrawn or unknown is not found, and visitors must sign in', async () => {
    const id = await make({});
    const { browser } = await payers.newcomer();
    await admin.browser.graphql('mutation a($id: UUID!) { changeCoupon(input: { id: $id, isActive: false }) { clientMutationId } }', {
      id,
    });
    expect((await attempt(browser, { code, courseSlug: 'title' }))?.problem).toBe('COUPON_NOT_FOUND');
    expect((await attempt(browser, { code: 'UNKNOWN', courseSlug: 'title' }))?.problem).toBe('COUPON_NOT_FOUND');
    expect(await attempt(site.newBrowser(), { code, courseSlug: 'title' })).toBeUndefined();
  });

  test('replaces the discount for Pro if it is worth more, or is added to it', async () => {
    const { browser, userId } = await payers.newcomer();
    await sql(`insert into app_public.entitlements (user_id, kind, source) values ($1, 'PRO', 'grant')`, [userId]);
    const price = async () => attempt(browser, { code, courseSlug: 'masterclass' });
    await make({});
    expect(await price()).toMatchObject({ discountCents: 2500, amountCents: 7500 });
    code = `${code}-LESS`;
    await make({ percent: 20 });
    expect(await price()).toMatchObject({ problem: 'COUPON_WORTH_LESS' });
    code = `${code}-BOTH`;
    await make({ percent: 20, isCombinedWithPro: true });
    expect(await price()).toMatchObject({ discountCents: 1600, amountCents: 6400 });
  });

  test('for a selected plan stays valid for its new prices, and for that plan only', async () => {
    const { rows } = await sql(`select product_id as id from app_public.plans where slug = 'euro'`);
    const [{ id }] = rows as [{ id: string }];
    await make({ scope: 'SELECTED', productIds: [id] });
    const { browser } = await payers.newcomer();
    expect((await attempt(browser, { code, planSlug: 'euro' }))?.amountCents).toBe(22500);
    expect((await attempt(browser, { code, planSlug: 'monthly' }))?.problem).toBe('COUPON_NOT_FOR_THIS');
    const changed = await admin.browser.graphql(
      `mutation a($id: UUID!) { saveProduct(input: { id: $id, changes: { name: "Pro in euros" },
        prices: [{ billingInterval: YEAR, amountCents: 40000, currency: "EUR" }] }) { product { id } } }`,
      { id },
    );
    expect(changed.errors).toBeUndefined();
    expect((await attempt(browser, { code, planSlug: 'euro' }))?.amountCents).toBe(30000);
  });

  test('in percent applies to all seats', async () => {
    await make({});
    const { browser } = await payers.newcomer();
    expect(await attempt(browser, { code, planSlug: 'team', seats: 10 })).toMatchObject({ discountCents: 7500, amountCents: 22500 });
  });
});
