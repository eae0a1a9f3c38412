import type { Env } from '@newline/api/env';
import { stripeWebhookPath } from '@newline/api/features/billing/stripe';
import { createLoadStripe } from '@newline/api/features/billing/stripe-client';
import type { Finding } from './finding.ts';

/** Checks the payment provider, and whether Stripe accepts the key and has a webhook. */
export async function checkBilling({ billing, publicUrl }: Env): Promise<Finding> {
  if (billing.provider === 'manual') {
    return {
      state: 'ok',
      what: billing.isGrantedAtOnce
        ? 'Payments: none; the demo grants access without payment'
        : 'Payments: none; administrators grant access (see docs/subscriptions.md to accept payments with Stripe)',
    };
  }
  const address = `${publicUrl}${stripeWebhookPath}`;
  const isTest = /^(?:sk|rk)_test_/.test(billing.secretKey);
  const label = `Payments: Stripe${isTest ? ', in test mode' : ''}`;
  try {
    const stripe = await createLoadStripe(billing)();
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    if (data.some(({ url, status }) => url === address && status === 'enabled'))
      return { state: 'ok', what: `${label}, webhook ${address}` };
    return {
      state: 'warn',
      what: `${label} has no webhook for ${address}`,
      remedy: `Add a webhook with that URL in Stripe (docs/subscriptions.md lists the events) and set STRIPE_WEBHOOK_SECRET to its secret.\nOn a development machine: stripe listen --forward-to ${address}`,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof Error && 'statusCode' in error && error.statusCode === 401;
    if (isRefused) return { state: 'fail', what: `${label} rejects the key: ${reason}`, remedy: 'Check STRIPE_SECRET_KEY.' };
    return {
      state: 'warn',
      what: `${label}; could not list its webhooks: ${reason}`,
      remedy: 'A restricted key needs permission to read webhook endpoints.',
    };
  }
}
