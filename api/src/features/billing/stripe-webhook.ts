import type { Pool } from 'pg';
import type Stripe from 'stripe';
import type { Log } from '../../log.ts';
import { runAs } from './run-as.ts';
import type { HandleWebhook, WebhookOutcome } from './billing-provider.ts';
import type { LoadStripe } from './stripe-client.ts';
import { handleEvent, isHandled } from './stripe-events.ts';

/** Maximum difference between the time of a signed message and now, in seconds. */
const toleranceSeconds = 300;

/**
 * Creates the webhook handler. An event is recorded in the transaction that handles it, so each is handled once, however often or
 * concurrently it is sent. Events are handled one after the other in this process, because each holds a connection while waiting for
 * Stripe.
 */
export function createWebhook(options: {
  readonly load: LoadStripe;
  readonly webhookSecret: string;
  readonly pool: Pool;
  readonly log: Log;
  readonly publicUrl: string;
}): HandleWebhook {
  const { load, webhookSecret, pool, log, publicUrl } = options;
  let previous: Promise<unknown> = Promise.resolve();

  async function handle(stripe: Stripe, event: Stripe.Event): Promise<WebhookOutcome> {
    return runAs(pool, null, async (client) => {
      const { rows } = await client.query<{ isNew: boolean }>('select app_private.take_event($1, $2) as "isNew"', [event.id, event.type]);
      if (rows[0]?.isNew !== true) return 'DOUBLE';
      await handleEvent(event, { stripe, client, log, publicUrl });
      return 'DONE';
    });
  }

  return async (body, signature) => {
    const stripe = await load();
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'billing: a webhook without a valid signature was rejected');
      return 'NOT_SIGNED';
    }
    if (!isHandled(event.type)) return 'PASSED_OVER';
    const outcome = previous.then(() => handle(stripe, event));
    previous = outcome.catch(() => undefined);
    return outcome;
  };
}
