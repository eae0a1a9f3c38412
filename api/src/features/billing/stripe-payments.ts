import type Stripe from 'stripe';
import type { BillingProvider, ProviderPayment } from './billing-provider.ts';

/**
 * Refunds an amount of a payment and returns how much of it is refunded in all. Stripe remembers idempotency keys for a day; after that, the
 * refund is found by its metadata.
 */
export async function refundStripePayment(
  stripe: Stripe,
  { refundId, paymentId, amountCents }: Parameters<BillingProvider['refund']>[0],
): Promise<number> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 });
  if (!data.some(({ metadata }) => metadata?.['refund_id'] === refundId)) {
    await stripe.refunds.create(
      { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: refundId } },
      { idempotencyKey: `refund-${refundId}` },
    );
  }
  const charge = await chargeOf(stripe, paymentId);
  if (charge === null) throw new Error(`Stripe: expected a charge of payment ${paymentId}, got none`);
  return charge.amount_refunded;
}

/** Returns the current URL of a payment's invoice or receipt; null if it has none. Stripe's URLs expire, so they aren't stored. */
export async function stripeReceiptUrl(stripe: Stripe, { invoiceId, paymentId }: ProviderPayment): Promise<string | null> {
  if (invoiceId !== null) {
    const invoice = await stripe.invoices.retrieve(invoiceId);
    return invoice.invoice_pdf ?? invoice.hosted_invoice_url ?? null;
  }
  // A checkout without a payment, because nothing was due, has no receipt.
  if (paymentId === null || !paymentId.startsWith('pi_')) return null;
  return (await chargeOf(stripe, paymentId))?.receipt_url ?? null;
}

/** Requests the charge of a payment; null if it has none. */
export async function chargeOf(stripe: Stripe, paymentId: string): Promise<Stripe.Charge | null> {
  const payment = await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] });
  return typeof payment.latest_charge === 'object' ? payment.latest_charge : null;
}
