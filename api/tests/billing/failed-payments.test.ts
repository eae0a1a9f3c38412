import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startFakeStripe, stripeKeys } from './fake-stripe.ts';
import { createPayers, type Payers } from './payers.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let site: TestApi;
let payers: Payers;
beforeAll(async () => {
  stripe = await startFakeStripe();
  site = await startTestApi({ env: { billing: { provider: 'stripe', ...stripeKeys, apiUrl: stripe.url } } });
  payers = createPayers(site, stripe);
  await site.db.superuser.query(
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency) values ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD')`,
  );
});
afterAll(async () => {
  await site.stop();
  await stripe.stop();
});

const addressOf = async (userId: string) =>
  (await site.db.superuser.query<{ email: string }>('select "email" from auth."user" where "id" = $1', [userId])).rows[0]?.email;

/** Returns the emails to a user about failed payments, once all queued emails have been sent. */
async function failureMails(userId: string) {
  await vi.waitFor(
    async () => {
      const { rows } = await site.db.superuser.query(`select from graphile_worker.jobs where task_identifier = 'send_mail'`);
      expect(rows).toEqual([]);
    },
    { timeout: 30_000, interval: 50 },
  );
  const to = await addressOf(userId);
  return ((await site.api.mailbox?.list()) ?? []).filter((mail) => mail.to === to && mail.subject.includes('failed'));
}

describe('a failed payment @PAY-01', () => {
  const report = async (subscription: string, invoice: string) =>
    expect(
      await stripe.send(
        site.url,
        stripe.eventOf('invoice.payment_failed', {
          ...{ id: invoice, object: 'invoice', amount_due: 4000, currency: 'usd' },
          parent: { subscription_details: { subscription } },
        }),
      ),
    ).toBe(200);
  async function subscribed(status: string) {
    const { browser, userId } = await payers.newcomer();
    const { id } = await payers.subscribe(browser);
    Object.assign(stripe.subscription(id), { status });
    return { id, userId };
  }

  test('is emailed once for each invoice, however often it is attempted, with the amount and a link to update the card', async () => {
    const { id, userId } = await subscribed('past_due');
    for (const invoice of ['in_first', 'in_first', 'in_first']) await report(id, invoice);
    const mails = await failureMails(userId);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Your payment to newline failed');
    expect(mails[0]?.text).toContain('We couldn’t charge $40 for');
    expect(mails[0]?.text).toContain(`${site.url}/account#plan`);
    const { rows } = await site.db.superuser.query<{ day: string }>(
      `select to_char((payment_failed_at + interval '7 days') at time zone 'UTC', 'FMMonth FMDD, YYYY') as day from app_public.subscriptions where user_id = $1`,
      [userId],
    );
    expect(mails[0]?.text).toContain(`by ${rows[0]?.day} to keep your access`);
    await report(id, 'in_next');
    expect(await failureMails(userId)).toHaveLength(2);
  });

  test('that was paid meanwhile, or belongs to a subscription that didn’t start here, isn’t emailed', async () => {
    const { id, userId } = await subscribed('active');
    await report(id, 'in_paid');
    expect(await failureMails(userId)).toEqual([]);
    Object.assign(stripe.subscription(id), { status: 'past_due' });
    await report(id, 'in_unpaid');
    expect(await failureMails(userId)).toHaveLength(1);
  });
});
