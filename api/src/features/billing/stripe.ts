import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { BillingProvider } from './billing-provider.ts';
import type { BillingSettings } from './billing-settings.ts';
import { closeStripeCheckout, openStripeCheckout } from './stripe-checkout.ts';
import { createStripePrice, retireStripePrice } from './stripe-prices.ts';
import { createLoadStripe } from './stripe-client.ts';
import { keepSubscription } from './stripe-events.ts';
import { refundStripePayment, stripeReceiptUrl } from './stripe-payments.ts';
import { createWebhook } from './stripe-webhook.ts';

/** Path of the webhook that Stripe calls. */
export const stripeWebhookPath = '/webhooks/stripe';

/** Creates the provider Stripe (docs.stripe.com). `pool` uses the role newline_worker, which alone may write payments. */
export function createStripe(
  settings: Extract<BillingSettings, { provider: 'stripe' }>,
  { pool, log, publicUrl }: { readonly pool: Pool; readonly log: Log; readonly publicUrl: string },
): BillingProvider {
  const load = createLoadStripe(settings);
  return {
    name: 'Stripe',
    openCheckout: async (checkout, payer) => openStripeCheckout(await load(), checkout, payer),
    closeCheckout: async (sessionId) => closeStripeCheckout(await load(), sessionId),
    createPrice: async (price) => createStripePrice(await load(), price),
    retirePrice: async (priceId) => retireStripePrice(await load(), priceId),
    async openPortal(customer, returnUrl) {
      const stripe = await load();
      return (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url;
    },
    async setCancellation(subscriptionId, isCancelled) {
      const stripe = await load();
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isCancelled });
    },
    async endSubscription(subscriptionId) {
      const stripe = await load();
      await stripe.subscriptions.cancel(subscriptionId).catch((error: unknown) => {
        // It has already ended at Stripe.
        if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error;
      });
    },
    refund: async (refund) => refundStripePayment(await load(), refund),
    receiptUrl: async (payment) => stripeReceiptUrl(await load(), payment),
    keepSubscription: async (subscriptionId, client) => keepSubscription(subscriptionId, { stripe: await load(), client, log }),
    webhook: {
      path: stripeWebhookPath,
      signatureHeader: 'stripe-signature',
      handle: createWebhook({ load, webhookSecret: settings.webhookSecret, pool, log, publicUrl }),
    },
  };
}
