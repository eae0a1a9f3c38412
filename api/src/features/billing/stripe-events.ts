import type { PoolClient } from 'pg';
import type Stripe from 'stripe';
import type { Log } from '../../log.ts';
import { chargeOf } from './stripe-payments.ts';
import { mailPaidGift } from './gifts.ts';
import { mailFailedPayment } from './mail-failed-payment.ts';
import { isId } from '../../rules/is-id.ts';

type Handling = { readonly stripe: Stripe; readonly client: PoolClient; readonly log: Log; readonly publicUrl: string };

/** Handlers of events by type; other events are ignored. */
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

/** Whether events of this type are handled. */
export function isHandled(type: string): boolean {
  return Object.hasOwn(handlers, type);
}

/**
 * Handles an event in the transaction of `client`. An event only reports that a subscription changed: its state is requested from Stripe,
 * under a lock, so that the order of events doesn't matter.
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
  if (paymentId !== null) await recordCharge(session, paymentId, handling);
  await mailPaidGift(handling.client, checkoutId, handling.publicUrl);
}

/** Stores the total and the tax of a paid session, and the state of its charge. */
async function recordCharge(session: Stripe.Checkout.Session, paymentId: string, handling: Handling): Promise<void> {
  await handling.client.query('select app_private.record_tax($1, $2, $3)', [
    paymentId,
    session.amount_total,
    session.total_details?.amount_tax ?? null,
  ]);
  await keepCharge(paymentId, null, handling);
}

/** Stores what was refunded or disputed of a payment before it was reported. */
async function keepCharge(paymentId: string, subscriptionId: string | null, handling: Handling): Promise<void> {
  const charge = await chargeOf(handling.stripe, paymentId);
  if (charge !== null) await keepRefund(paymentId, charge, handling);
  if (charge?.disputed) await keepDispute(paymentId, subscriptionId, handling);
}

async function takeSubscription(event: Stripe.Event, handling: Handling): Promise<void> {
  const { id, status } = event.data.object as Stripe.Subscription;
  // An event can arrive late: its state counts as well, if nothing was paid since.
  const previousStatus = (event.data.previous_attributes as Partial<Stripe.Subscription> | undefined)?.status;
  await keepSubscription(id, handling, { reported: event.created, wasStopped: [status, previousStatus].some(isStopped) });
}

async function takeInvoice(event: Stripe.Event, handling: Handling): Promise<void> {
  const invoice = event.data.object as Stripe.Invoice;
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription ?? null);
  if (subscriptionId === null) return;
  await keepSubscription(subscriptionId, handling, { reported: event.created });
  if (event.type === 'invoice.paid') await recordInvoice(invoice, subscriptionId, handling);
  else if (typeof invoice.id === 'string') {
    const failed = { subscriptionId, invoiceId: invoice.id, amountCents: invoice.amount_due, currency: invoice.currency };
    await mailFailedPayment(handling.client, failed, handling.publicUrl);
  }
}

/** Records a paid invoice as a payment of its subscription. The invoice doesn't name its payment; Stripe lists it. */
async function recordInvoice(invoice: Stripe.Invoice, subscriptionId: string, handling: Handling): Promise<void> {
  const { stripe, client } = handling;
  if (typeof invoice.id !== 'string' || invoice.amount_paid === 0) return;
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, status: 'paid' });
  const paymentId = data.map(({ payment }) => idOf(payment.payment_intent ?? null)).find((id) => id !== null) ?? null;
  const taxes = invoice.total_taxes;
  const tax = taxes === null ? null : taxes.reduce((sum, { amount }) => sum + amount, 0);
  await client.query('select app_private.record_invoice($1, $2, $3, $4, $5, $6, to_timestamp($7))', [
    subscriptionId,
    invoice.id,
    paymentId,
    invoice.amount_paid,
    tax,
    invoice.currency,
    invoice.status_transitions.paid_at ?? invoice.created,
  ]);
  if (paymentId !== null) await keepCharge(paymentId, subscriptionId, handling);
}

async function takeRefund(event: Stripe.Event, handling: Handling): Promise<void> {
  const charge = event.data.object as Stripe.Charge;
  const paymentId = idOf(charge.payment_intent);
  if (paymentId !== null) await keepRefund(paymentId, charge, handling);
}

/** Stores how much of a payment is refunded. A partial refund ends nothing. */
async function keepRefund(paymentId: string, charge: Stripe.Charge, { client }: Handling): Promise<void> {
  if (charge.amount_refunded > 0) await client.query('select app_private.record_refund($1, $2)', [paymentId, charge.amount_refunded]);
  if (charge.refunded) await client.query('select app_private.refund_payment($1)', [paymentId]);
}

/**
 * Handles a payment that is disputed, or whose dispute was decided. The event doesn't name the subscription of a payment; its invoice does.
 */
async function takeDispute(event: Stripe.Event, handling: Handling): Promise<void> {
  const paymentId = idOf((event.data.object as Stripe.Dispute).payment_intent);
  if (paymentId === null) return;
  const { data } = await handling.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentId },
    expand: ['data.invoice'],
  });
  const invoice = data.map((payment) => payment.invoice).find((candidate) => typeof candidate === 'object' && !('deleted' in candidate));
  const subscriptionId =
    typeof invoice === 'object' && 'parent' in invoice ? idOf(invoice.parent?.subscription_details?.subscription ?? null) : null;
  // The dispute may be reported before the subscription.
  if (subscriptionId !== null) await keepSubscription(subscriptionId, handling, { reported: event.created });
  await keepDispute(paymentId, subscriptionId, handling);
}

/** Requests the state of a payment's disputes from Stripe and stores it, so that the order of events doesn't matter. */
async function keepDispute(paymentId: string, subscriptionId: string | null, { stripe, client }: Handling): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [paymentId]);
  const { data } = await stripe.disputes.list({ payment_intent: paymentId });
  const isDisputed = data.some(({ status }) => !harmlessDisputes.has(status));
  const lostCents = data.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0);
  await client.query('select app_private.keep_dispute($1, $2, $3, $4)', [paymentId, subscriptionId, isDisputed, lostCents]);
}

/** Disputes that take no money: those that were won, and inquiries before a dispute. */
const harmlessDisputes: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'won',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);

/**
 * Requests a subscription from Stripe and stores its state.
 * @param event what an event reports: its time in seconds since 1970, and whether the subscription was unpaid or paused then
 */
export async function keepSubscription(
  id: string,
  { stripe, client, log }: Omit<Handling, 'publicUrl'>,
  { reported = null, wasStopped = false }: { readonly reported?: number | null; readonly wasStopped?: boolean } = {},
): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [id]);
  const subscription = await stripe.subscriptions.retrieve(id);
  const status = statuses[subscription.status];
  const [item] = subscription.items.data;
  // The first payment hasn't been made yet, or never was.
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
  if (rows[0]?.isStored !== true) log.warn({ subscription: id }, 'billing: a subscription that was not started here is ignored');
}

const statuses: Readonly<Record<string, string | undefined>> = {
  trialing: 'TRIALING',
  active: 'ACTIVE',
  past_due: 'PAST_DUE',
  unpaid: 'PAST_DUE',
  paused: 'PAST_DUE',
  canceled: 'ENDED',
};

/** Whether Stripe has stopped collecting payments in this state: it grants no access. */
function isStopped(status: Stripe.Subscription.Status | undefined): boolean {
  return status === 'unpaid' || status === 'paused';
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

function idIn(value: string | undefined): string | null {
  return value !== undefined && isId(value) ? value : null;
}
