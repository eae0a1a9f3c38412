import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import type { Log } from '../../log.ts';
import { dailyLimits } from '../../rules/limits/daily.ts';
import { anyPathOfSite } from '../../rules/return-path.ts';
import type { Mail } from '../../mail.ts';
import type { Buyer } from './buyer.ts';
import { runAs } from './run-as.ts';
import { type BillingSettings, type CheckoutMode, checkoutModeOf } from './billing-settings.ts';
import type { BillingProvider, Checkout, Company, NewPrice } from './billing-provider.ts';
import { type CallProvider, createPaymentActions, type PaymentActions } from './create-payment-actions.ts';
import { openCheckoutPage, type ReplacedCheckout } from './checkout-sessions.ts';
import { createGiftActions, type GiftActions, type GiftInput, mailPaidGift } from './gifts.ts';
import { createBillingProvider } from './create-billing-provider.ts';

/** What a user wants to buy: one of the three slugs, the seats of a team, and the page they came from. */
export type CheckoutInput = {
  readonly planSlug: string | null;
  readonly courseSlug: string | null;
  readonly bookSlug: string | null;
  readonly isAdvanced: boolean;
  readonly seats: number | null;
  readonly couponCode: string | null;
  /** The currency of a title's price; null, or one that the title has no price in, for its default currency. */
  readonly currency: string | null;
  /** Null if it's for the user. */
  readonly gift: GiftInput | null;
  readonly returnTo: string | null;
};

/** The payment operations of pages and the API. Errors are coded. */
export type Billing = {
  readonly mode: CheckoutMode;
  /** Starts a checkout. `url` is the next page: the provider's, or, if access was granted already, the page that confirms it. */
  startCheckout(buyer: Buyer, input: CheckoutInput): Promise<{ isGranted: boolean; url: string }>;
  /** Returns the URL of the provider's page for cards and invoices. */
  openPortal(buyer: Buyer, returnTo: string | null): Promise<string>;
  /** Cancels a subscription at the end of its period, or undoes that. Returns its id. */
  setCancellation(buyer: Buyer, subscriptionId: string, isCancelled: boolean): Promise<string>;
  /** Invites email addresses to seats. The emails are jobs of the same transaction. Returns the team's id. */
  inviteToTeam(buyer: Buyer, emails: readonly string[], teamId: string | null): Promise<string>;
  readonly payments: PaymentActions;
  readonly gifts: GiftActions;
  /** Updates everything that changes over time. Called by a job. */
  tidy(): Promise<void>;
  /** Sends new and retired prices to the provider. Called by a job, which retries those that fail. */
  syncPrices(): Promise<void>;
  /** The provider's webhook; null without a provider. */
  readonly webhook: BillingProvider['webhook'] | null;
};

/** Creates the billing service. `pool` uses the role newline_worker, which alone may write payments. */
export function createBilling(options: {
  readonly settings: BillingSettings;
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly log: Log;
}): Billing {
  const { settings, pool, publicUrl, log } = options;
  const provider = createBillingProvider(settings, { pool, log, publicUrl });
  const mode = checkoutModeOf(settings);

  const callProvider: CallProvider = async (description, call, reason = 'PAYMENT_SERVICE_UNAVAILABLE') => {
    if (provider === null) throw codedError('PAYMENTS_CLOSED');
    try {
      return await call(provider);
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : String(error) }, `billing: ${provider.name} did not ${description}`);
      throw codedError(reason);
    }
  };

  /** Counts a user's calls to the provider, whose rate limit all users of a site share. */
  async function countCall(buyer: Buyer): Promise<void> {
    const wait = await runAs(pool, buyer, async (client) => {
      const { rows } = await client.query<{ wait: number }>("select app_private.use_quota('payments', $1, interval '1 hour') as wait", [
        dailyLimits.payments,
      ]);
      return rows[0]?.wait ?? 0;
    });
    if (wait > 0) {
      throw codedError('PAYMENT_LIMIT_REACHED', { max: dailyLimits.payments, waitSeconds: wait }, { retryAfterSeconds: wait });
    }
  }

  /** Checks open subscriptions with a missing payment at the provider. A failed check is repeated some hours later. */
  async function checkMissingPayments(paymentProvider: BillingProvider): Promise<void> {
    const { rows } = await pool.query<{ id: string }>('select id from app_private.claim_missing_payments() as id');
    for (const { id } of rows) {
      await runAs(pool, null, (client) => paymentProvider.keepSubscription(id, client)).catch((error: unknown) => {
        log.warn(
          { subscription: id, reason: error instanceof Error ? error.message : String(error) },
          `billing: ${paymentProvider.name} did not respond about a subscription with a missing payment`,
        );
      });
    }
  }

  /** Creates and retires prices at the provider. Until then a checkout sends the amount, so a failure is repeated without anyone noticing. */
  async function syncPrices(paymentProvider: BillingProvider): Promise<void> {
    const { rows } = await pool.query<NewPrice & { stripePriceId: string | null; isOffered: boolean }>(
      `select plan_id as "planId", product_id as "productId", name as "productName", amount_cents as "amountCents", currency,
         billing_interval as "billingInterval", stripe_price_id as "stripePriceId", is_offered as "isOffered" from app_private.due_provider_prices()`,
    );
    for (const { stripePriceId, isOffered, ...price } of rows) {
      try {
        if (!isOffered && stripePriceId !== null) await paymentProvider.retirePrice(stripePriceId);
        const created = isOffered && stripePriceId === null ? await paymentProvider.createPrice(price) : null;
        await pool.query('select app_private.keep_provider_price($1, $2)', [price.planId, created]);
      } catch (error) {
        log.warn(
          { plan: price.planId, reason: error instanceof Error ? error.message : String(error) },
          `billing: ${paymentProvider.name} did not take a price`,
        );
      }
    }
  }

  return {
    mode,
    async startCheckout(buyer, input) {
      if (mode === 'CLOSED') throw codedError('PAYMENTS_CLOSED');
      if (mode === 'REDIRECTS') await countCall(buyer);
      const { checkout, replaced, customerId, company } = await runAs(pool, buyer, async (client) => {
        const { rows } = await client.query<Checkout & { replaced: ReplacedCheckout[] }>(
          `select id, name, seats, amount_cents as "amountCents", currency, billing_interval as "billingInterval",
             stripe_price_id as "stripePriceId", trial_days as "trialDays", created_at as "createdAt",
             case when (discount).code is not null then jsonb_build_object('code', (discount).code, 'percent', (discount).percent,
               'discountCents', (discount).discount_cents, 'duration', (discount).duration, 'months', (discount).months) end as coupon, replaced
           from app_private.begin_checkout($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            ...[input.planSlug, input.courseSlug, input.bookSlug, input.isAdvanced, input.seats, input.couponCode],
            ...[input.gift?.email ?? null, input.gift?.name ?? null, input.gift?.message ?? null, input.currency],
          ],
        );
        const [started] = rows;
        if (!started) throw new Error('begin_checkout: expected a checkout, got none');
        if (mode === 'GRANTS') {
          await client.query('select app_private.grant_checkout($1)', [started.id]);
          await mailPaidGift(client, started.id, publicUrl);
        }
        const { rows: customers } = await client.query<{ id: string | null }>('select app_private.billing_customer() as id');
        const { rows: companies } = await client.query<Company>(
          'select company_name as name, company_address as address, country, tax_id as "taxId" from app_private.buyer_details()',
        );
        const { replaced: others, ...begun } = started;
        return { checkout: begun, replaced: others, customerId: customers[0]?.id ?? null, company: companies[0] ?? null };
      });
      const donePath = `/checkout/done?${new URLSearchParams({ checkout: checkout.id, returnTo: anyPathOfSite(input.returnTo) }).toString()}`;
      if (mode === 'GRANTS') return { isGranted: true, url: donePath };
      const pages = { doneUrl: `${publicUrl}${donePath}`, backUrl: `${publicUrl}${checkoutPath(input)}` };
      const payer = { ...buyer, customerId, company, ...pages };
      const url = await openCheckoutPage({ pool, callProvider }, buyer, { checkout, replaced, payer });
      return { isGranted: false, url };
    },
    async openPortal(buyer, returnTo) {
      const { rows } = await runAs(pool, buyer, (client) =>
        client.query<{ id: string | null }>('select app_private.billing_customer() as id'),
      );
      const customer = rows[0]?.id ?? null;
      if (provider === null || customer === null) throw codedError('NOTHING_BILLED');
      await countCall(buyer);
      return callProvider('open its portal', ({ openPortal }) =>
        openPortal(customer, `${publicUrl}${anyPathOfSite(returnTo, '/account')}`),
      );
    },
    async setCancellation(buyer, subscriptionId, isCancelled) {
      type OwnSubscription = { id: string; provider: string; providerId: string | null };
      const subscription = await runAs(pool, buyer, async (client) => {
        const { rows } = await client.query<OwnSubscription>(
          'select id, provider, provider_subscription_id as "providerId" from app_private.own_subscription($1)',
          [subscriptionId],
        );
        await client.query('select app_private.set_cancellation($1, $2)', [subscriptionId, isCancelled]);
        return rows[0];
      });
      const providerId = subscription?.providerId ?? null;
      if (providerId !== null) {
        await countCall(buyer);
        await callProvider('change a subscription', async ({ setCancellation, keepSubscription }) => {
          await setCancellation(providerId, isCancelled);
          await runAs(pool, null, (client) => keepSubscription(providerId, client));
        });
      }
      return subscriptionId;
    },
    async inviteToTeam(buyer, emails, teamId) {
      // As many tokens as invitations, but not more than for the longest allowed list.
      const tokens = emails.slice(0, 51).map(() => randomBytes(32).toString('base64url'));
      const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
      return runAs(pool, buyer, async (client) => {
        type Invited = { teamId: string; email: string; position: number; teamName: string; inviter: string };
        const { rows } = await client.query<Invited>(
          `select invited_team_id as "teamId", email, place as position, team_name as "teamName", inviter from app_private.invite_to_team($1, $2, $3)`,
          [teamId, emails, hashes],
        );
        for (const { email, position, teamName, inviter } of rows) {
          const url = `${publicUrl}/invitations/${tokens[position - 1] ?? ''}`;
          const mail: Mail = { kind: 'team-invitation', to: email, url, teamName, inviter };
          await client.query("select graphile_worker.add_job('send_mail', $1, max_attempts => 12)", [mail]);
        }
        return rows[0]?.teamId ?? '';
      });
    },
    payments: createPaymentActions({ pool, countCall, callProvider }),
    gifts: createGiftActions(pool, publicUrl),
    async tidy() {
      await pool.query('select app_private.tidy_billing()');
      if (provider === null) return;
      const { rows } = await pool.query<{ id: string }>('select id from app_private.due_cancellations() as id');
      for (const { id } of rows) {
        await provider.endSubscription(id);
        await pool.query('select app_private.due_cancellations($1)', [id]);
      }
      await checkMissingPayments(provider);
      await syncPrices(provider);
    },
    async syncPrices() {
      if (provider !== null) await syncPrices(provider);
    },
    webhook: provider?.webhook ?? null,
  };
}

function checkoutPath(input: CheckoutInput): string {
  const query = new URLSearchParams();
  if (input.planSlug !== null) query.set('plan', input.planSlug);
  if (input.courseSlug !== null) query.set('course', input.courseSlug);
  if (input.bookSlug !== null) query.set('book', input.bookSlug);
  if (input.isAdvanced) query.set('advanced', '1');
  if (input.seats !== null) query.set('seats', String(input.seats));
  if (input.couponCode !== null) query.set('coupon', input.couponCode);
  if (input.currency !== null) query.set('currency', input.currency);
  if (input.gift !== null) query.set('gift', '1');
  query.set('returnTo', anyPathOfSite(input.returnTo));
  return `/checkout?${query.toString()}`;
}
