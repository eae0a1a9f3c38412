import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Checkout, CheckoutPage, Payer } from './billing-provider.ts';
import { createStripeCoupon } from './stripe-coupon.ts';
import { stripeCustomerOf } from './stripe-customer.ts';

/**
 * Opens a payment page of Stripe for a checkout. The same checkout always gets the same page, so that it can't be paid twice.
 */
export async function openStripeCheckout(stripe: Stripe, checkout: Checkout, payer: Payer): Promise<CheckoutPage> {
  const customerId = await stripeCustomerOf(stripe, payer);
  const couponId = await createStripeCoupon(stripe, checkout);
  const metadata = { checkout_id: checkout.id };
  const isPlan = checkout.billingInterval !== null;
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: isPlan ? 'subscription' : 'payment',
    line_items: [{ quantity: checkout.seats, ...priceOf(checkout) }],
    ...(couponId !== null && { discounts: [{ coupon: couponId }] }),
    client_reference_id: payer.userId,
    metadata,
    ...(customerId !== null ? { customer: customerId } : payer.email !== null && { customer_email: payer.email }),
    ...(isPlan
      ? { subscription_data: { metadata, ...(checkout.trialDays > 0 && { trial_period_days: checkout.trialDays }) } }
      : { payment_intent_data: { metadata }, ...(customerId === null && { customer_creation: 'always' as const }) }),
    success_url: payer.doneUrl,
    cancel_url: payer.backUrl,
    // A checkout can be continued for 20 minutes, and Stripe requires at least 30.
    expires_at: Math.floor(checkout.createdAt.getTime() / 1000) + 3600,
  };
  const fingerprint = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey: `checkout-${checkout.id}-${fingerprint}` });
  if (!session.url) throw new Error(`Stripe: expected a URL of checkout ${checkout.id}, got none`);
  return { url: session.url, sessionId: session.id };
}

/** Expires a payment page of Stripe. Returns true if it can't be paid anymore, and false if it was paid. */
export async function closeStripeCheckout(stripe: Stripe, sessionId: string): Promise<boolean> {
  const session = await stripe.checkout.sessions.retrieve(sessionId);
  if (session.status !== 'open') return session.status === 'expired';
  try {
    await stripe.checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    // It was paid or expired in this moment.
    const { status } = await stripe.checkout.sessions.retrieve(sessionId);
    if (status === 'open') throw error;
    return status === 'expired';
  }
}

function priceOf({
  name,
  amountCents,
  currency,
  billingInterval,
  stripePriceId,
  coupon,
}: Checkout): Pick<Stripe.Checkout.SessionCreateParams.LineItem, 'price' | 'price_data'> {
  if (stripePriceId !== null) return { price: stripePriceId };
  return {
    price_data: {
      currency: currency.toLowerCase(),
      // Stripe takes the coupon off again.
      unit_amount: billingInterval === null ? amountCents + (coupon?.discountCents ?? 0) : amountCents,
      product_data: { name },
      ...(billingInterval !== null && { recurring: { interval: billingInterval === 'MONTH' ? 'month' : 'year' } }),
    },
  };
}
