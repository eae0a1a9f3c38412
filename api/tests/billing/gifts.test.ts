import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser, GraphQLAnswer } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { codeOf } from '../writers.ts';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, type Payers } from './payers.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let site: TestApi;
let payers: Payers;
let admin: Awaited<ReturnType<typeof signUp>>;
const sql = (text: string, values: readonly unknown[] = []) => site.db.superuser.query<Record<string, unknown>>(text, [...values]);
beforeAll(async () => {
  stripe = await startFakeStripe();
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: stripe.url } } });
  payers = createPayers(site, stripe);
  const courseId = await makeCourse(site.db, { slug: 'title', title: 'A title' });
  await sql(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 3900, 'USD')`, [courseId]);
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

const email = () => `${crypto.randomUUID()}@example.com`;
const reasonOf = (answer: GraphQLAnswer<object>) => answer.errors?.[0]?.extensions?.['reason'];
type Gift = { id: string; recipientEmail: string | null; sentAt: string | null; redeemedAt: string | null; withdrawnAt: string | null };
type Payment = { id: string; name: string; amountCents: number; refundedCents: number };
type Purchase = { id: string; amountCents: number; giftId: string | null; refundedAt: string | null };
type Own = { gifts: { nodes: Gift[] }; payments: { nodes: Payment[] }; purchases: { nodes: Purchase[] } };
async function ownOf(browser: Browser) {
  const { data } = await browser.graphql<{ viewer: Own }>(`{ viewer { gifts { nodes { id recipientEmail sentAt redeemedAt withdrawnAt } }
    payments { nodes { id name amountCents refundedCents } } purchases { nodes { id amountCents giftId refundedAt } } } }`);
  if (!data) throw new Error('Expected the viewer, got none');
  return { gifts: data.viewer.gifts.nodes, payments: data.viewer.payments.nodes, purchases: data.viewer.purchases.nodes };
}
const owns = async (userId: string) =>
  (
    await sql(
      `select from app_public.entitlements where user_id = $1 and source like 'purchase:%' and (ends_at is null or ends_at > now())`,
      [userId],
    )
  ).rowCount === 1;
const start = `mutation a($courseSlug: String = "title", $planSlug: String, $giftEmail: String, $giftName: String, $giftMessage: String) {
  startCheckout(input: { courseSlug: $courseSlug, planSlug: $planSlug, giftEmail: $giftEmail, giftName: $giftName, giftMessage: $giftMessage }) { url } }`;
const pay = async (url: string) => {
  const paid = stripe.pay(url);
  for (const event of paid.events) expect(await stripe.send(site.url, event)).toBe(200);
  return paid;
};

/** Returns the tokens in the links that were emailed to an address, the oldest first. */
async function tokensTo(to: string, count = 1): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const mails = ((await site.api.mailbox?.list()) ?? []).filter((message) => message.to === to);
      const tokens = mails.flatMap(({ text }) => /\/checkout\/gifts\/([\w-]+)/.exec(text)?.[1] ?? []);
      expect(tokens).toHaveLength(count);
      return tokens;
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Buys a gift, and returns its giver, the token in its email, and the payment at Stripe. */
async function give(fields: Readonly<Record<string, string>> = {}) {
  const giver = await payers.newcomer();
  const to = email();
  const { data, errors } = await giver.browser.graphql<{ startCheckout: { url: string } }>(start, { giftEmail: to, ...fields });
  expect(errors).toBeUndefined();
  const paid = await pay(data?.startCheckout.url ?? '');
  const [token = ''] = await tokensTo(to);
  const [gift] = (await ownOf(giver.browser)).gifts;
  if (!gift) throw new Error('Expected a gift, got none');
  return { giver, to, paid, token, gift };
}
type View = { title: string; giver: string; recipientName: string | null; message: string | null; state: string; isOwn: boolean } | null;
const viewOf = async (browser: Browser, token: string) =>
  (
    await browser.graphql<{ giftByToken: View }>(
      'query a($token: String) { giftByToken(token: $token) { title giver recipientName message state isOwn } }',
      { token },
    )
  ).data?.giftByToken ?? null;
const redeem = (browser: Browser, token: string) =>
  browser.graphql('mutation a($token: String) { redeemGift(input: { token: $token }) { purchase { id } } }', { token });
const refund = (paymentId: string, amountCents = 3900, refundedCents = 0) =>
  admin.browser.graphql(
    `mutation a($paymentId: UUID!, $amountCents: Int!, $refundedCents: Int!) { refundPayment(input: {
      paymentId: $paymentId, amountCents: $amountCents, refundedCents: $refundedCents, reason: "Requested" }) { payment { id } } }`,
    { paymentId, amountCents, refundedCents },
  );

describe('a gift @PAY-01', () => {
  test('is paid by one user, emailed, and redeemed by another, who does not see the price', async () => {
    const { giver, to, token } = await give({ giftName: ' Robin ', giftMessage: 'Happy birthday!' });
    expect(await ownOf(giver.browser)).toMatchObject({
      gifts: [{ recipientEmail: to, redeemedAt: null }],
      payments: [{ name: 'A title, gift', amountCents: 3900 }],
      purchases: [],
    });
    expect(await owns(giver.userId)).toBe(false);
    const shown = { title: 'A title', giver: 'Payer', recipientName: 'Robin', message: 'Happy birthday!', state: 'OPEN', isOwn: false };
    expect(await viewOf(site.newBrowser(), token)).toEqual(shown);
    expect(codeOf(await redeem(site.newBrowser(), token))).toBe('LOGIN_REQUIRED');
    const recipient = await payers.newcomer();
    expect(codeOf(await redeem(recipient.browser, token))).toBeUndefined();
    expect(await owns(recipient.userId)).toBe(true);
    const own = await ownOf(recipient.browser);
    expect(own).toMatchObject({ gifts: [], payments: [], purchases: [{ amountCents: 0 }] });
    expect(own.purchases[0]?.giftId).not.toBeNull();
    expect((await ownOf(giver.browser)).gifts[0]?.redeemedAt).not.toBeNull();
    expect(await viewOf(recipient.browser, token)).toMatchObject({ state: 'REDEEMED', isOwn: true });
    expect(await viewOf(giver.browser, token)).toMatchObject({ state: 'REDEEMED', isOwn: false });
    // The payment is still that of the giver, once.
    expect((await ownOf(giver.browser)).payments).toHaveLength(1);
  });

  test('is redeemed once, also by five users at the same time', async () => {
    const { token, gift } = await give();
    const people = await Promise.all(Array.from({ length: 5 }, () => payers.newcomer()));
    const answers = await Promise.all(people.map(({ browser }) => redeem(browser, token)));
    // The reason is the one that users read, not that of the constraint behind it.
    expect(answers.filter((answer) => reasonOf(answer) === 'GIFT_REDEEMED')).toHaveLength(4);
    expect(answers.filter((answer) => codeOf(answer) === undefined)).toHaveLength(1);
    expect((await sql('select from app_public.purchases where gift_id = $1', [gift.id])).rowCount).toBe(1);
    // The database is the wall.
    await expect(
      sql(
        `insert into app_public.purchases (user_id, course_id, amount_cents, currency, gift_id)
        select user_id, course_id, 0, currency, gift_id from app_public.purchases where gift_id = $1`,
        [gift.id],
      ),
    ).rejects.toThrow('purchases_gift_key');
  });

  test('is not for someone who owns the title, who can give it away', async () => {
    const { token } = await give();
    const owner = await payers.newcomer();
    await pay(await payers.checkout(owner.browser, { courseSlug: 'title' }));
    expect(codeOf(await redeem(owner.browser, token))).toBe('CONFLICT');
    expect(await viewOf(owner.browser, token)).toMatchObject({ state: 'OPEN' });
    const started = await owner.browser.graphql(start, { giftEmail: email() });
    expect(codeOf(started)).toBeUndefined();
  });

  test('is seen by its giver and administrators alone, once it is paid, and its token is stored as a hash', async () => {
    const { giver, gift, token } = await give();
    await giver.browser.graphql(start, { giftEmail: email() });
    expect((await ownOf(giver.browser)).gifts).toHaveLength(1);
    const other = await payers.newcomer();
    expect((await ownOf(other.browser)).gifts).toEqual([]);
    const { rows } = await sql('select token_hash from app_private.gift_tokens where gift_id = $1', [gift.id]);
    expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest() }]);
    expect(await viewOf(site.newBrowser(), `${token}x`)).toBeNull();
    expect(codeOf(await redeem(other.browser, `${token}x`))).toBe('NOT_FOUND');
    for (const mutation of ['resendGift', 'createGiftLink'])
      expect(
        codeOf(
          await other.browser.graphql(`mutation a($id: UUID!) { ${mutation}(input: { giftId: $id }) { clientMutationId } }`, {
            id: gift.id,
          }),
        ),
      ).toBe('NOT_FOUND');
  });

  test('needs an email address, and is a title', async () => {
    const { browser } = await payers.newcomer();
    const wrong = [
      ['GIFT_EMAIL_INVALID', { giftEmail: 'x' }],
      ['GIFT_EMAIL_INVALID', { giftEmail: '' }],
      ['GIFT_NAME_TOO_LONG', { giftEmail: email(), giftName: 'x'.repeat(101) }],
      ['GIFT_MESSAGE_TOO_LONG', { giftEmail: email(), giftMessage: 'x'.repeat(501) }],
      ['GIFT_OF_PLAN', { giftEmail: email(), planSlug: 'monthly', courseSlug: null }],
    ] as const;
    for (const [reason, fields] of wrong) {
      const answer = await browser.graphql(start, fields);
      expect([codeOf(answer), reasonOf(answer)], JSON.stringify(fields)).toEqual(['BAD_INPUT', reason]);
    }
    const longest = { giftEmail: email(), giftName: 'x'.repeat(100), giftMessage: 'x'.repeat(500) };
    expect(codeOf(await browser.graphql(start, longest))).toBeUndefined();
  });

  test('continues its own checkout, and not one for the buyer or for someone else', async () => {
    const { browser } = await payers.newcomer();
    const to = email();
    const urlOf = async (fields: Record<string, unknown>) =>
      (await browser.graphql<{ startCheckout: { url: string } }>(start, fields)).data?.startCheckout.url;
    const first = await urlOf({ giftEmail: to });
    expect(first).toBeTruthy();
    expect(await urlOf({ giftEmail: to })).toBe(first);
    const others = [await urlOf({}), await urlOf({ giftEmail: email() }), await urlOf({ giftEmail: to, giftMessage: 'Hi' })];
    expect(new Set([first, ...others]).size).toBe(4);
  });
});

describe('the link of a gift @PAY-01', () => {
  const resend = (browser: Browser, giftId: string, to: string | null) =>
    browser.graphql(
      'mutation a($giftId: UUID!, $to: String) { resendGift(input: { giftId: $giftId, email: $to }) { gift { recipientEmail } } }',
      {
        giftId,
        to,
      },
    );
  const copy = async (browser: Browser, giftId: string) =>
    (
      await browser.graphql<{ createGiftLink: { url: string } | null }>(
        'mutation a($giftId: UUID!) { createGiftLink(input: { giftId: $giftId }) { url } }',
        { giftId },
      )
    ).data?.createGiftLink?.url
      .split('/')
      .at(-1) ?? '';

  test('is sent again and copied, and each works until one is used', async () => {
    const { giver, gift, to, token } = await give();
    const copied = await copy(giver.browser, gift.id);
    expect(codeOf(await resend(giver.browser, gift.id, null))).toBeUndefined();
    const sent = await tokensTo(to, 2);
    expect(new Set([token, copied, ...sent]).size).toBe(3);
    for (const one of [copied, ...sent]) expect(await viewOf(site.newBrowser(), one)).toMatchObject({ state: 'OPEN' });
    expect(codeOf(await redeem((await payers.newcomer()).browser, copied))).toBeUndefined();
    expect(codeOf(await redeem((await payers.newcomer()).browser, token))).toBe('CONFLICT');
    expect(codeOf(await resend(giver.browser, gift.id, null))).toBe('CONFLICT');
    expect(await copy(giver.browser, gift.id)).toBe('');
  });

  test('ends when the gift is sent to another address', async () => {
    const { giver, gift, token } = await give();
    const other = email();
    expect(reasonOf(await resend(giver.browser, gift.id, 'x'))).toBe('GIFT_EMAIL_INVALID');
    expect(await viewOf(site.newBrowser(), token)).not.toBeNull();
    expect(codeOf(await resend(giver.browser, gift.id, other))).toBeUndefined();
    expect(await viewOf(site.newBrowser(), token)).toBeNull();
    const [newToken = ''] = await tokensTo(other);
    expect(codeOf(await redeem((await payers.newcomer()).browser, newToken))).toBeUndefined();
    expect((await ownOf(giver.browser)).gifts).toMatchObject([{ recipientEmail: other }]);
  });

  test('is not made for a gift whose payment was refunded', async () => {
    const { giver, gift, to } = await give();
    const [payment] = (await ownOf(giver.browser)).payments;
    expect(codeOf(await refund(payment?.id ?? ''))).toBeUndefined();
    for (const email of [null, to]) expect(reasonOf(await resend(giver.browser, gift.id, email))).toBe('GIFT_WITHDRAWN');
    expect(await copy(giver.browser, gift.id)).toBe('');
    expect((await sql('select from app_private.gift_tokens where gift_id = $1', [gift.id])).rowCount).toBe(1);
  });

  test('is made 30 times a day at most', async () => {
    const { giver, gift } = await give();
    for (let n = 0; n < 30; n += 1) expect(await copy(giver.browser, gift.id)).not.toBe('');
    expect(codeOf(await resend(giver.browser, gift.id, null))).toBe('TOO_MANY');
  });
});

describe('a refund of a gift @PAY-01', () => {
  test('withdraws it before it is redeemed', async () => {
    const { giver, token } = await give();
    const [payment] = (await ownOf(giver.browser)).payments;
    expect(codeOf(await refund(payment?.id ?? '', 900))).toBeUndefined();
    expect(await viewOf(site.newBrowser(), token)).toMatchObject({ state: 'OPEN' });
    expect(codeOf(await refund(payment?.id ?? '', 3000, 900))).toBeUndefined();
    expect(await viewOf(site.newBrowser(), token)).toMatchObject({ state: 'WITHDRAWN' });
    const recipient = await payers.newcomer();
    expect(codeOf(await redeem(recipient.browser, token))).toBe('CONFLICT');
    expect(await owns(recipient.userId)).toBe(false);
    expect((await ownOf(giver.browser)).gifts[0]?.withdrawnAt).not.toBeNull();
  });

  test('ends access once it is redeemed, also when Stripe reports it', async () => {
    for (const isAtStripe of [false, true]) {
      const { giver, token, paid } = await give();
      const recipient = await payers.newcomer();
      await redeem(recipient.browser, token);
      expect(await owns(recipient.userId)).toBe(true);
      const [payment] = (await ownOf(giver.browser)).payments;
      const charge = { id: 'ch_x', object: 'charge', payment_intent: paid.id, amount_refunded: 3900, refunded: true };
      if (isAtStripe) expect(await stripe.send(site.url, stripe.eventOf('charge.refunded', charge))).toBe(200);
      else expect(codeOf(await refund(payment?.id ?? ''))).toBeUndefined();
      expect(await owns(recipient.userId)).toBe(false);
      expect((await ownOf(recipient.browser)).purchases[0]?.refundedAt).not.toBeNull();
      expect((await ownOf(giver.browser)).payments).toMatchObject([{ refundedCents: 3900 }]);
    }
  });

  test('at the same time as it is redeemed leaves no access', async () => {
    const { giver, token } = await give();
    const [payment] = (await ownOf(giver.browser)).payments;
    const recipient = await payers.newcomer();
    await Promise.all([redeem(recipient.browser, token), refund(payment?.id ?? '')]);
    expect(await owns(recipient.userId)).toBe(false);
    expect((await ownOf(giver.browser)).payments).toMatchObject([{ refundedCents: 3900 }]);
  });

  test('is not needed while its payment is disputed: then it cannot be redeemed', async () => {
    const { token, paid } = await give();
    const dispute = stripe.dispute(paid.id);
    expect(await stripe.send(site.url, stripe.eventOf('charge.dispute.created', dispute))).toBe(200);
    const recipient = await payers.newcomer();
    expect(codeOf(await redeem(recipient.browser, token))).toBe('CONFLICT');
    expect(await viewOf(recipient.browser, token)).toMatchObject({ state: 'WITHDRAWN' });
  });

  test('is undone when the dispute is won, at once or after it was lost', async () => {
    const ends = [
      [['closed', 'won']],
      [
        ['closed', 'lost'],
        ['funds_reinstated', 'won'],
      ],
    ] as const;
    for (const steps of ends) {
      const { token, paid } = await give();
      const dispute = stripe.dispute(paid.id);
      expect(await stripe.send(site.url, stripe.eventOf('charge.dispute.created', dispute))).toBe(200);
      for (const [type, status] of steps) {
        expect(await viewOf(site.newBrowser(), token)).toMatchObject({ state: 'WITHDRAWN' });
        dispute['status'] = status;
        expect(await stripe.send(site.url, stripe.eventOf(`charge.dispute.${type}`, dispute))).toBe(200);
      }
      expect(await viewOf(site.newBrowser(), token)).toMatchObject({ state: 'OPEN' });
      const recipient = await payers.newcomer();
      expect(codeOf(await redeem(recipient.browser, token))).toBeUndefined();
      expect(await owns(recipient.userId)).toBe(true);
    }
  });
});

test('a gift outlives the account of its giver, and forgets the address of a deleted recipient @PAY-01', async () => {
  const { giver, gift, token } = await give();
  await sql('delete from auth."user" where id = $1', [giver.userId]);
  const recipient = await payers.newcomer();
  await sql(
    'update app_public.gifts set recipient_email = (select email from auth."user" where id = $2), recipient_name = $3 where id = $1',
    [gift.id, recipient.userId, 'Robin'],
  );
  expect(await viewOf(recipient.browser, token)).toMatchObject({ giver: null, state: 'OPEN' });
  expect(codeOf(await redeem(recipient.browser, token))).toBeUndefined();
  expect(await owns(recipient.userId)).toBe(true);
  await sql('delete from auth."user" where id = $1', [recipient.userId]);
  const { rows } = await sql('select recipient_email, recipient_name from app_public.gifts where id = $1', [gift.id]);
  expect(rows).toEqual([{ recipient_email: null, recipient_name: null }]);
});
