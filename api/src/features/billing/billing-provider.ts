import type { PoolClient } from 'pg';

/** What is about to be paid, as `app_private.begin_checkout` wrote it down. */
export type Checkout = {
  readonly id: string;
  readonly name: string;
  readonly seats: number;
  /** For one seat. */
  readonly amountCents: number;
  readonly currency: string;
  /** Null for what is paid once. */
  readonly billingInterval: 'MONTH' | 'YEAR' | null;
  readonly stripePriceId: string | null;
  readonly createdAt: Date;
};

/** Who pays, and where they come back to. */
export type Payer = {
  readonly userId: string;
  readonly email: string | null;
  /** As whom the provider knows them; null the first time. */
  readonly customerId: string | null;
  readonly doneUrl: string;
  readonly backUrl: string;
};

/** What became of a message: it was not the provider's, it was done, done before, or is of a kind that asks for nothing. */
export type WebhookOutcome = 'NOT_SIGNED' | 'DONE' | 'DOUBLE' | 'PASSED_OVER';

/** Takes a message as it came and does what it asks for. Throws when that fails: the provider then sends it again. */
export type HandleWebhook = (body: Buffer, signature: string) => Promise<WebhookOutcome>;

/**
 * A service that takes payments. Calls reject when it does not answer; asking twice for the same is the same as asking once.
 * `tests/billing-provider.test.ts` is the contract of every provider, `createBillingProvider` the list of them.
 */
export type BillingProvider = {
  /** Its name, for people and the log. */
  readonly name: string;
  /** Opens a page on which a checkout is paid, and answers its URL. The same checkout leads to the same page, so that nobody pays it twice. */
  openCheckout(checkout: Checkout, payer: Payer): Promise<string>;
  /** The URL of its page about the cards and invoices of a customer. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Cancels a subscription at the end of its period, or takes that back. */
  setCancellation(subscriptionId: string, isCancelled: boolean): Promise<void>;
  /** Ends a subscription now. One that has ended is left as it is. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Asks how a subscription is now, and stores that in the transaction of `client`, by `app_private.keep_provider_subscription`. */
  keepSubscription(subscriptionId: string, client: PoolClient): Promise<void>;
  /** Where it reports what was paid, ended, refunded and disputed. A report is handled once, however often it comes. */
  readonly webhook: {
    readonly path: `/webhooks/${string}`;
    readonly signatureHeader: string;
    readonly handle: HandleWebhook;
  };
};
