import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import type { Log } from '../../log.ts';
import { isId } from '../../rules/is-id.ts';

type Handling = { readonly stripe: Stripe; readonly client: PoolClient; readonly log: Log };

/** What to do for each kind of event; others are passed over. */
const handlers: Readonly<Record<string, (event: Stripe.Event, handling: Handling) => Promise<void>>> = {
  'checkout.session.completed': takeSession,
  'checkout.session.async_payment_succeeded': takeSession,
  'customer.subscription.created': takeSubscription,
  'customer.subscription.updated': takeSubscription,
  'customer.subscription.deleted': takeSubscription,
  'customer.subscription.paused': takeSubscription,
  'customer.subscription.resumed': takeSubscription,
  'invoice.paid': takeInvoice,
  'invoice.payment_failed': takeInvoice,
  'charge.refunded': takeRefund,
  'charge.dispute.created': takeDispute,
  'charge.dispute.updated': takeDispute,
  'charge.dispute.closed': takeDispute,
  'charge.dispute.funds_withdrawn': takeDispute,
  'charge.dispute.funds_reinstated': takeDispute,
};

/** True for an event that something is done for. */
export function isHandled(type: string): boolean {
  return Object.hasOwn(handlers, type);
}

/**
 * Does what an event asks for, in the transaction of `client`. Of a subscription the event only says that something changed: how it
 * stands is asked of Stripe, under a lock, so that the order in which events arrive does not matter.
 */
export async function handleEvent(event: Stripe.Event, handling: Handling): Promise<void> {
  await handlers[event.type]?.(event, handling);
}

async function takeSession(event: Stripe.Event, handling: Handling): Promise<void> {
  const session = event.data.object as Stripe.Checkout.Session;
  const checkoutId = idIn(session.metadata?.['checkout_id']);
  if (checkoutId === null) return;
  const customerId = idOf(session.customer);
  if (customerId !== null) await handling.client.query('select app_private.remember_customer($1, $2)', [checkoutId, customerId]);
  if (session.mode === 'subscription') {
    const subscriptionId = idOf(session.subscription);
    if (subscriptionId !== null) await keepSubscription(subscriptionId, handling, { reported: event.created });
    return;
  }
  if (session.payment_status === 'unpaid') return;
  const paymentId = idOf(session.payment_intent);
  await handling.client.query('select app_private.complete_purchase($1, $2, $3)', [checkoutId, 'stripe', paymentId ?? session.id]);
  if (paymentId === null) return;
  // It may have been paid back before this event came.
  const payment = await handling.stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] });
  const charge = payment.latest_charge;
  if (charge !== null && typeof charge === 'object' && charge.refunded) await refund(paymentId, handling);
  if (charge !== null && typeof charge === 'object' && charge.disputed) await keepDispute(paymentId, null, handling);
}

async function takeSubscription(event: Stripe.Event, handling: Handling): Promise<void> {
  const { id, status } = event.data.object as Stripe.Subscription;
  // An event can come late: what it says of then counts as well, when nothing was paid since.
  const before = (event.data.previous_attributes as Partial<Stripe.Subscription> | undefined)?.status;
  await keepSubscription(id, handling, { reported: event.created, wasStopped: [status, before].some(isStopped) });
}

async function takeInvoice(event: Stripe.Event, handling: Handling): Promise<void> {
  const invoice = event.data.object as Stripe.Invoice;
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription ?? null);
  if (subscriptionId !== null) await keepSubscription(subscriptionId, handling, { reported: event.created });
}

async function takeRefund(event: Stripe.Event, handling: Handling): Promise<void> {
  const charge = event.data.object as Stripe.Charge;
  const paymentId = idOf(charge.payment_intent);
  // What was paid back in part stays.
  if (charge.refunded && paymentId !== null) await refund(paymentId, handling);
}

async function refund(paymentId: string, { client }: Handling): Promise<void> {
  await client.query('select app_private.refund_payment($1)', [paymentId]);
}

/** A payment is disputed, or a dispute was decided. Of a subscription's payment the event does not name the subscription: its invoice does. */
async function takeDispute(event: Stripe.Event, handling: Handling): Promise<void> {
  const paymentId = idOf((event.data.object as Stripe.Dispute).payment_intent);
  if (paymentId === null) return;
  const { data } = await handling.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentId },
    expand: ['data.invoice'],
  });
  const invoice = data.map((payment) => payment.invoice).find((found) => typeof found === 'object' && !('deleted' in found));
  const subscriptionId =
    typeof invoice === 'object' && 'parent' in invoice ? idOf(invoice.parent?.subscription_details?.subscription ?? null) : null;
  // The dispute may be reported before the subscription is.
  if (subscriptionId !== null) await keepSubscription(subscriptionId, handling, { reported: event.created });
  await keepDispute(paymentId, subscriptionId, handling);
}

/** Asks Stripe how the disputes of a payment stand and keeps that, so that the order in which events arrive does not matter. */
async function keepDispute(paymentId: string, subscriptionId: string | null, { stripe, client }: Handling): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [paymentId]);
  const { data } = await stripe.disputes.list({ payment_intent: paymentId });
  const isDisputed = data.some(({ status }) => !harmlessDisputes.has(status));
  await client.query('select app_private.keep_dispute($1, $2, $3)', [paymentId, subscriptionId, isDisputed]);
}

/** Disputes that take no money: those that were won, and inquiries that come before a dispute. */
const harmlessDisputes: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'won',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);

/**
 * Asks Stripe for a subscription and stores its state.
 *
 * @param event what an event says: when Stripe noted it, in seconds since 1970, and whether the subscription was unpaid or paused then
 */
export async function keepSubscription(
  id: string,
  { stripe, client, log }: Handling,
  { reported = null, wasStopped = false }: { readonly reported?: number | null; readonly wasStopped?: boolean } = {},
): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [id]);
  const subscription = await stripe.subscriptions.retrieve(id);
  const status = statuses[subscription.status];
  const [item] = subscription.items.data;
  // The first payment is not made yet, or never was.
  if (status === undefined || item === undefined) return;
  const { rows } = await client.query<{ isStored: boolean }>(
    `select app_private.keep_provider_subscription(
       $1, $2, $3, $4, $5, to_timestamp($6), $7, $8, to_timestamp($9), to_timestamp($10), to_timestamp($11)) as "isStored"`,
    [
      id,
      idIn(subscription.metadata['checkout_id']),
      status,
      isStopped(subscription.status),
      wasStopped,
      reported,
      item.quantity ?? 1,
      subscription.cancel_at_period_end || subscription.cancel_at !== null,
      item.current_period_start,
      item.current_period_end,
      subscription.ended_at,
    ],
  );
  if (rows[0]?.isStored !== true) log.warn({ subscription: id }, 'billing: a subscription that nobody here began is left alone');
}

const statuses: Readonly<Record<string, string | undefined>> = {
  trialing: 'TRIALING',
  active: 'ACTIVE',
  past_due: 'PAST_DUE',
  unpaid: 'PAST_DUE',
  paused: 'PAST_DUE',
  canceled: 'ENDED',
};

/** In these Stripe has stopped asking for payments: they open nothing. */
function isStopped(status: Stripe.Subscription.Status | undefined): boolean {
  return status === 'unpaid' || status === 'paused';
}

function idOf(thing: string | { id: string } | null): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null);
}

function idIn(value: string | undefined): string | null {
  return value !== undefined && isId(value) ? value : null;
}
