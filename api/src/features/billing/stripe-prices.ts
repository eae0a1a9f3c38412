import type Stripe from 'stripe';
import type { NewPrice } from './billing-provider.ts';

/** Creates a price at Stripe, with its product, whose ID is derived from ours. Returns the id of the price. */
export async function createStripePrice(stripe: Stripe, price: NewPrice): Promise<string> {
  const product = `newline_${price.productId}`;
  try {
    await stripe.products.create({ id: product, name: price.productName });
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error;
    await stripe.products.update(product, { name: price.productName });
  }
  const created = await stripe.prices.create(
    {
      product,
      currency: price.currency.toLowerCase(),
      unit_amount: price.amountCents,
      recurring: { interval: price.billingInterval === 'MONTH' ? 'month' : 'year' },
      metadata: { plan_id: price.planId },
    },
    { idempotencyKey: `price-${price.planId}` },
  );
  return created.id;
}

/** Archives a price: new customers can't get it, and existing subscribers keep it. */
export async function retireStripePrice(stripe: Stripe, priceId: string): Promise<void> {
  try {
    await stripe.prices.update(priceId, { active: false });
  } catch (error) {
    // It was deleted at Stripe.
    if (!hasCode(error, 'resource_missing')) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
