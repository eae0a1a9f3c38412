import type Stripe from 'stripe';
import type { Checkout } from './billing-provider.ts';

/**
 * Creates the coupon of a checkout at Stripe, for that checkout alone, and returns its id. The site has already checked it and counted it,
 * so Stripe only shows it and applies it to the payments of a subscription.
 */
export async function createStripeCoupon(stripe: Stripe, { id, coupon, currency, billingInterval }: Checkout): Promise<string | null> {
  if (coupon === null) return null;
  const { code, percent, discountCents, duration, months } = coupon;
  const isPlan = billingInterval !== null;
  const created = await stripe.coupons.create(
    {
      name: code,
      max_redemptions: 1,
      metadata: { checkout_id: id },
      // A title is paid once: its discount is the site's own, to the cent.
      ...(isPlan && percent !== null ? { percent_off: percent } : { amount_off: discountCents, currency: currency.toLowerCase() }),
      ...durationOf(isPlan ? duration : 'ONCE', months),
    },
    { idempotencyKey: `coupon-${id}` },
  );
  return created.id;
}

function durationOf(
  duration: 'ONCE' | 'MONTHS' | 'FOREVER',
  months: number | null,
): Pick<Stripe.CouponCreateParams, 'duration' | 'duration_in_months'> {
  if (duration === 'MONTHS' && months !== null) return { duration: 'repeating', duration_in_months: months };
  return { duration: duration === 'FOREVER' ? 'forever' : 'once' };
}
