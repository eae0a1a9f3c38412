import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import type { Log } from '../../log.ts';
import { dailyLimits } from '../../rules/limits/daily.ts';
import { anyPathOfSite } from '../../rules/return-path.ts';
import type { Mail } from '../../mail.ts';
import { runAs } from './run-as.ts';
import { type BillingSettings, type CheckoutMode, checkoutModeOf } from './billing-settings.ts';
import type { BillingProvider, Checkout } from './billing-provider.ts';
import { createBillingProvider } from './create-billing-provider.ts';

/** What somebody wants to pay: one of the three slugs, seats of a team, and where they were. */
export type CheckoutInput = {
  readonly planSlug: string | null;
  readonly courseSlug: string | null;
  readonly bookSlug: string | null;
  readonly isAdvanced: boolean;
  readonly seats: number | null;
  readonly returnTo: string | null;
};

/** Who asks: the session's person. */
export type Buyer = { readonly userId: string; readonly email: string | null };

/** Payments: what a page or the API asks of whoever takes them. Errors are coded. */
export type Billing = {
  readonly mode: CheckoutMode;
  /** Begins a checkout. `url` is where to go next: the provider's page, or, when it is granted already, the page that says so. */
  startCheckout(buyer: Buyer, input: CheckoutInput): Promise<{ isGranted: boolean; url: string }>;
  /** The address of the provider's own page about cards and invoices. */
  openPortal(buyer: Buyer, returnTo: string | null): Promise<string>;
  /** Cancels a subscription at the end of its period, or takes that back. Answers its id. */
  setCancellation(buyer: Buyer, subscriptionId: string, isCancelled: boolean): Promise<string>;
  /** Invites addresses to seats. The mails are jobs of the same transaction. Answers the team's id. */
  inviteToTeam(buyer: Buyer, emails: readonly string[], teamId: string | null): Promise<string>;
  /** What time does, by a job. */
  tidy(): Promise<void>;
  /** Where the provider reports; null without one. */
  readonly webhook: BillingProvider['webhook'] | null;
};

/** Creates it. `pool` is of the login newline_worker, which alone may write what was paid. */
export function createBilling(options: {
  readonly settings: BillingSettings;
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly log: Log;
}): Billing {
  const { settings, pool, publicUrl, log } = options;
  const provider = createBillingProvider(settings, { pool, log });
  const mode = checkoutModeOf(settings);

  /** Asks the provider. What fails there is in the log, and for the person it is not there for the moment. */
  async function ask<TAnswer>(what: string, question: (provider: BillingProvider) => Promise<TAnswer>): Promise<TAnswer> {
    if (provider === null) throw codedError('PAYMENTS_CLOSED');
    try {
      return await question(provider);
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.message : String(error) }, `billing: ${provider.name} did not ${what}`);
      throw codedError('PAYMENT_SERVICE_UNAVAILABLE');
    }
  }

  /** Counts what a user has this site ask of the provider, which answers only so much to all users of a site together. */
  async function countCall(buyer: Buyer): Promise<void> {
    const wait = await runAs(pool, buyer.userId, async (client) => {
      const { rows } = await client.query<{ wait: number }>("select app_private.use_quota('payments', $1, interval '1 hour') as wait", [
        dailyLimits.payments,
      ]);
      return rows[0]?.wait ?? 0;
    });
    if (wait > 0) {
      throw codedError('PAYMENT_LIMIT_REACHED', { max: dailyLimits.payments, waitSeconds: wait }, { retryAfterSeconds: wait });
    }
  }

  /** Asks the provider about subscriptions that are open although a payment is missing. One that fails is asked about again in some hours. */
  async function checkMissingPayments(asked: BillingProvider): Promise<void> {
    const { rows } = await pool.query<{ id: string }>('select id from app_private.claim_missing_payments() as id');
    for (const { id } of rows) {
      await runAs(pool, null, (client) => asked.keepSubscription(id, client)).catch((error: unknown) => {
        log.warn(
          { subscription: id, reason: error instanceof Error ? error.message : String(error) },
          `billing: ${asked.name} did not answer about a subscription with a missing payment`,
        );
      });
    }
  }

  return {
    mode,
    async startCheckout(buyer, input) {
      if (mode === 'CLOSED') throw codedError('PAYMENTS_CLOSED');
      if (mode === 'REDIRECTS') await countCall(buyer);
      const { checkout, customerId } = await runAs(pool, buyer.userId, async (client) => {
        const { rows } = await client.query<Checkout>(
          `select id, name, seats, amount_cents as "amountCents", currency, billing_interval as "billingInterval",
             stripe_price_id as "stripePriceId", created_at as "createdAt" from app_private.begin_checkout($1, $2, $3, $4, $5)`,
          [input.planSlug, input.courseSlug, input.bookSlug, input.isAdvanced, input.seats],
        );
        const [begun] = rows;
        if (!begun) throw new Error('begin_checkout: expected a checkout, got none');
        if (mode === 'GRANTS') await client.query('select app_private.grant_checkout($1)', [begun.id]);
        const { rows: known } = await client.query<{ id: string | null }>('select app_private.billing_customer() as id');
        return { checkout: begun, customerId: known[0]?.id ?? null };
      });
      const donePath = `/checkout/done?${new URLSearchParams({ checkout: checkout.id, returnTo: anyPathOfSite(input.returnTo) }).toString()}`;
      if (mode === 'GRANTS') return { isGranted: true, url: donePath };
      const url = await ask('open a checkout', ({ openCheckout }) =>
        openCheckout(checkout, {
          ...buyer,
          customerId,
          doneUrl: `${publicUrl}${donePath}`,
          backUrl: `${publicUrl}${checkoutPath(input)}`,
        }),
      );
      return { isGranted: false, url };
    },
    async openPortal(buyer, returnTo) {
      const { rows } = await runAs(pool, buyer.userId, (client) =>
        client.query<{ id: string | null }>('select app_private.billing_customer() as id'),
      );
      const customer = rows[0]?.id ?? null;
      if (provider === null || customer === null) throw codedError('NOTHING_BILLED');
      await countCall(buyer);
      return ask('open its portal', ({ openPortal }) => openPortal(customer, `${publicUrl}${anyPathOfSite(returnTo, '/account')}`));
    },
    async setCancellation(buyer, subscriptionId, isCancelled) {
      type Own = { id: string; provider: string; providerId: string | null };
      const own = await runAs(pool, buyer.userId, async (client) => {
        const { rows } = await client.query<Own>(
          'select id, provider, provider_subscription_id as "providerId" from app_private.own_subscription($1)',
          [subscriptionId],
        );
        await client.query('select app_private.set_cancellation($1, $2)', [subscriptionId, isCancelled]);
        return rows[0];
      });
      const providerId = own?.providerId ?? null;
      if (providerId !== null) {
        await countCall(buyer);
        await ask('change a subscription', async ({ setCancellation, keepSubscription }) => {
          await setCancellation(providerId, isCancelled);
          await runAs(pool, null, (client) => keepSubscription(providerId, client));
        });
      }
      return subscriptionId;
    },
    async inviteToTeam(buyer, emails, teamId) {
      // As many as are sent, and no more work than the longest list allowed.
      const tokens = emails.slice(0, 51).map(() => randomBytes(32).toString('base64url'));
      const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
      return runAs(pool, buyer.userId, async (client) => {
        type Invited = { teamId: string; email: string; place: number; teamName: string; inviter: string };
        const { rows } = await client.query<Invited>(
          `select invited_team_id as "teamId", email, place, team_name as "teamName", inviter from app_private.invite_to_team($1, $2, $3)`,
          [teamId, emails, hashes],
        );
        for (const { email, place, teamName, inviter } of rows) {
          const url = `${publicUrl}/invitations/${tokens[place - 1] ?? ''}`;
          const mail: Mail = { kind: 'team-invitation', to: email, url, teamName, inviter };
          await client.query("select graphile_worker.add_job('send_mail', $1, max_attempts => 12)", [mail]);
        }
        return rows[0]?.teamId ?? '';
      });
    },
    async tidy() {
      await pool.query('select app_private.tidy_billing()');
      if (provider === null) return;
      const { rows } = await pool.query<{ id: string }>('select id from app_private.due_cancellations() as id');
      for (const { id } of rows) {
        await provider.endSubscription(id);
        await pool.query('select app_private.due_cancellations($1)', [id]);
      }
      await checkMissingPayments(provider);
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
  query.set('returnTo', anyPathOfSite(input.returnTo));
  return `/checkout?${query.toString()}`;
}
