import type { Env } from '@newline/api/env';
import { stripeWebhookPath } from '@newline/api/features/billing/billing-routes';
import { createLoadStripe } from '@newline/api/features/billing/stripe-client';
import type { Finding } from './finding.ts';

/** Who takes payments, and whether Stripe knows the key and where to report. */
export async function checkBilling({ billing, publicUrl }: Env): Promise<Finding> {
  if (billing.provider === 'manual') {
    return {
      state: 'ok',
      what: billing.isGrantedAtOnce
        ? 'Payments: none; the demo gives at once what is subscribed or bought'
        : 'Payments: none; administrators give access (docs/subscriptions.md says how to take payments by Stripe)',
    };
  }
  const address = `${publicUrl}${stripeWebhookPath}`;
  const isTest = /^(?:sk|rk)_test_/.test(billing.secretKey);
  const who = `Payments: Stripe${isTest ? ', in test mode' : ''}`;
  try {
    const stripe = await createLoadStripe(billing)();
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    if (data.some(({ url, status }) => url === address && status === 'enabled'))
      return { state: 'ok', what: `${who}, which reports to ${address}` };
    return {
      state: 'warn',
      what: `${who} does not report to ${address}`,
      remedy: `Add that address as a webhook at Stripe (docs/subscriptions.md has the events), and its secret as STRIPE_WEBHOOK_SECRET.\nOn this machine alone: stripe listen --forward-to ${address}`,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof Error && 'statusCode' in error && error.statusCode === 401;
    if (isRefused) return { state: 'fail', what: `${who} does not accept the key: ${reason}`, remedy: 'Check STRIPE_SECRET_KEY.' };
    return {
      state: 'warn',
      what: `${who}; its webhooks could not be looked up: ${reason}`,
      remedy: 'A restricted key needs the right to read webhook endpoints for this.',
    };
  }
}
