import type { Pool } from 'pg';
import type Stripe from 'stripe';
import type { Log } from '../../log.ts';
import { runAs } from './run-as.ts';
import type { HandleWebhook, WebhookOutcome } from './billing-provider.ts';
import type { LoadStripe } from './stripe-client.ts';
import { handleEvent, isHandled } from './stripe-events.ts';

/** Seconds that a signed message may be old, or ahead. */
const toleranceSeconds = 300;

/**
 * Creates the handler. An event is noted in the transaction that handles it, so each is handled once, however often and however
 * many at a time it comes. One is handled after the other in this process: they wait for Stripe with a connection in hand.
 */
export function createWebhook(options: {
  readonly load: LoadStripe;
  readonly webhookSecret: string;
  readonly pool: Pool;
  readonly log: Log;
}): HandleWebhook {
  const { load, webhookSecret, pool, log } = options;
  let last: Promise<unknown> = Promise.resolve();

  async function handle(stripe: Stripe, event: Stripe.Event): Promise<WebhookOutcome> {
    return runAs(pool, null, async (client) => {
      const { rows } = await client.query<{ isNew: boolean }>('select app_private.take_event($1, $2) as "isNew"', [event.id, event.type]);
      if (rows[0]?.isNew !== true) return 'DOUBLE';
      await handleEvent(event, { stripe, client, log });
      return 'DONE';
    });
  }

  return async (body, signature) => {
    const stripe = await load();
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'billing: a message without a good signature was refused');
      return 'NOT_SIGNED';
    }
    if (!isHandled(event.type)) return 'PASSED_OVER';
    const done = last.then(() => handle(stripe, event));
    last = done.catch(() => undefined);
    return done;
  };
}
