import type { PoolClient } from 'pg';

/** A coupon as it applies to one checkout. */
export type CheckoutCoupon = {
  readonly code: string;
  /** Null for a fixed discount. */
  readonly percent: number | null;
  /** The discount on the first payment. */
  readonly discountCents: number;
  readonly duration: 'ONCE' | 'MONTHS' | 'FOREVER';
  readonly months: number | null;
};

/** A pending purchase, as `app_private.begin_checkout` stored it. */
export type Checkout = {
  readonly id: string;
  readonly name: string;
  readonly seats: number;
  /** Price of one seat. The coupon is taken off the price of a title, but not off that of a plan. */
  readonly amountCents: number;
  readonly currency: string;
  /** Null for a one-time payment. */
  readonly billingInterval: 'MONTH' | 'YEAR' | null;
  readonly stripePriceId: string | null;
  /** Days before the first payment; 0 for none. */
  readonly trialDays: number;
  readonly createdAt: Date;
  readonly coupon: CheckoutCoupon | null;
};

/** A price of a subscription that the provider has to create. */
export type NewPrice = {
  /** Identifies the price: the same one is created once, however often it is requested. */
  readonly planId: string;
  readonly productId: string;
  readonly productName: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly billingInterval: 'MONTH' | 'YEAR';
};

/** A company, as a receipt names it. */
export type Company = {
  readonly name: string;
  readonly address: string | null;
  /** ISO 3166 code, such as DE. */
  readonly country: string;
  /** VAT or tax number, in capitals without spaces. */
  readonly taxId: string | null;
};

/** A payment at the provider. A period of a subscription also has an invoice. */
export type ProviderPayment = { readonly paymentId: string | null; readonly invoiceId: string | null };

/** A payment page of a checkout, with its id at the provider. */
export type CheckoutPage = { readonly url: string; readonly sessionId: string };

/** The user who pays, and the pages to return to. */
export type Payer = {
  readonly userId: string;
  readonly email: string | null;
  /** The customer id at the provider; null the first time. */
  readonly customerId: string | null;
  /** The company that the user buys for; null for none. */
  readonly company: Company | null;
  readonly doneUrl: string;
  readonly backUrl: string;
};

/**
 * Result of a webhook call: it wasn't signed by the provider, was handled, had been handled before, or is of a kind that needs no handling.
 */
export type WebhookOutcome = 'NOT_SIGNED' | 'DONE' | 'DOUBLE' | 'PASSED_OVER';

/** Verifies and handles the raw body of a webhook call. Throws if handling fails; the provider then sends it again. */
export type HandleWebhook = (body: Buffer, signature: string) => Promise<WebhookOutcome>;

/**
 * A payment provider. Calls reject if it doesn't respond, and are idempotent. `tests/billing-provider.test.ts` is the contract of all
 * providers, `createBillingProvider` lists them.
 */
export type BillingProvider = {
  /** Display name, also for the log. */
  readonly name: string;
  /**
   * Opens a payment page for a checkout and returns its URL, and its id at the provider. The same checkout always gets the same page, so that
   * it can't be paid twice.
   */
  openCheckout(checkout: Checkout, payer: Payer): Promise<CheckoutPage>;
  /** Closes a payment page. Returns true if nothing can be paid on it anymore, also if it had expired, and false if it was paid. */
  closeCheckout(sessionId: string): Promise<boolean>;
  /** Creates a price and its product at the provider. Returns the price's id. */
  createPrice(price: NewPrice): Promise<string>;
  /** Stops offering a price. Existing subscribers keep it. Does nothing if there is no such price. */
  retirePrice(priceId: string): Promise<void>;
  /** Returns the URL of the page with a customer's cards and invoices. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Cancels a subscription at the end of its period, or undoes that. */
  setCancellation(subscriptionId: string, isCancelled: boolean): Promise<void>;
  /** Ends a subscription immediately. Does nothing if it has ended. */
  endSubscription(subscriptionId: string): Promise<void>;
  /**
   * Refunds an amount of a payment and returns how much of it is refunded in all. The same `refundId` always refunds once, also days later.
   */
  refund(refund: { readonly refundId: string; readonly paymentId: string; readonly amountCents: number }): Promise<number>;
  /** Returns the current URL of a payment's invoice or receipt; null if it has none. */
  receiptUrl(payment: ProviderPayment): Promise<string | null>;
  /** Requests the state of a subscription and stores it in the transaction of `client`, with `app_private.keep_provider_subscription`. */
  keepSubscription(subscriptionId: string, client: PoolClient): Promise<void>;
  /**
   * The webhook to which it reports payments, ended subscriptions, refunds and disputes. An event is handled once, however often it is
   * sent.
   */
  readonly webhook: {
    readonly path: `/webhooks/${string}`;
    readonly signatureHeader: string;
    readonly handle: HandleWebhook;
  };
};
