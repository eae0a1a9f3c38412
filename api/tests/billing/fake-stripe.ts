import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to Stripe's API. */
export type StripeRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly params: Readonly<Record<string, string>>;
};

type Row = Record<string, unknown> & { id: string };

/** The secret key and the webhook's secret that the fake accepts. */
export const stripeKeys = { secretKey: 'sk_test_canarysecretkey000', webhookSecret: 'whsec_canarywebhooksecret000' };

/** The start of a period that begins now, in Stripe's format. */
const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * Starts a fake of Stripe's API on loopback: form-encoded requests, versions, idempotency keys and its error format; and of its webhooks,
 * with events signed as Stripe signs them.
 */
export async function startFakeStripe({ port = 0 } = {}) {
  const requests: StripeRequest[] = [];
  const sessions = new Map<string, Row>();
  const subscriptions = new Map<string, Row>();
  const payments = new Map<string, Row>();
  const disputes = new Map<string, Row>();
  const invoicePayments = new Map<string, Row>();
  const products = new Map<string, Row>();
  const prices = new Map<string, Row>();
  const responses = new Map<string, { body: string; answer: unknown }>();
  let count = 0;
  let isFailing = false;
  const newId = (prefix: string) => `${prefix}_${(count += 1)}${randomBytes(6).toString('hex')}`;

  const refunds: Row[] = [];
  const coupons = new Map<string, Row>();
  const paidInvoices = new Map<string, Row[]>();
  const list = (path: string, data: readonly Row[]) => ({ object: 'list', url: path, has_more: false, data });
  const addRefund = (payment: string, amount: number, refundId: string) => {
    const charge = payments.get(payment)?.['latest_charge'] as Row;
    const total = Number(charge['amount_refunded']) + amount;
    Object.assign(charge, { amount_refunded: total, refunded: total >= Number(charge['amount']) });
    refunds.push({ id: newId('re'), object: 'refund', payment_intent: payment, amount, metadata: { refund_id: refundId } });
  };

  const answerTo = (method: string, path: string, params: Readonly<Record<string, string>>): { status: number; body: unknown } => {
    const [, , kind, id = '', more] = path.split('/');
    const missing = {
      status: 404,
      body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'` } },
    };
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const session: Row = {
        id: newId('cs_test'),
        object: 'checkout.session',
        url: `${url}/pay`,
        mode: params['mode'],
        client_reference_id: params['client_reference_id'] ?? null,
        metadata: { checkout_id: params['metadata[checkout_id]'] ?? '' },
        customer: params['customer'] ?? null,
        quantity: Number(params['line_items[0][quantity]']),
        amount_total:
          Number(params['line_items[0][price_data][unit_amount]'] ?? 0) -
          Number(coupons.get(params['discounts[0][coupon]'] ?? '')?.['amount_off'] ?? 0),
        total_details: { amount_tax: 0 },
        payment_status: 'unpaid',
        status: 'open',
        currency: params['line_items[0][price_data][currency]'] ?? 'usd',
        success_url: params['success_url'],
      };
      session['url'] = `${url}/pay/${session.id}`;
      sessions.set(session.id, session);
      return { status: 200, body: session };
    }
    if (path.startsWith('/v1/checkout/sessions/')) {
      const [session, action] = [sessions.get(more ?? ''), path.split('/')[5]];
      if (!session) return missing;
      if (action === 'expire' && session['status'] !== 'open')
        return { status: 400, body: { error: { type: 'invalid_request_error', message: 'Only open sessions can be expired.' } } };
      if (action === 'expire') session['status'] = 'expired';
      return { status: 200, body: session };
    }
    if (method === 'POST' && path === '/v1/products') {
      const product: Row = { id: params['id'] ?? newId('prod'), object: 'product', name: params['name'] };
      if (products.has(product.id))
        return {
          status: 400,
          body: { error: { type: 'invalid_request_error', code: 'resource_already_exists', message: 'Product already exists.' } },
        };
      products.set(product.id, product);
      return { status: 200, body: product };
    }
    if (method === 'POST' && path === '/v1/prices') {
      if (!products.has(params['product'] ?? '')) return missing;
      const price: Row = {
        id: newId('price'),
        object: 'price',
        active: true,
        product: params['product'],
        currency: params['currency'],
        unit_amount: Number(params['unit_amount']),
        interval: params['recurring[interval]'],
      };
      prices.set(price.id, price);
      return { status: 200, body: price };
    }
    if (method === 'POST' && (kind === 'products' || kind === 'prices')) {
      const row = (kind === 'products' ? products : prices).get(id);
      if (!row) return missing;
      if (params['name'] !== undefined) row['name'] = params['name'];
      if (params['active'] !== undefined) row['active'] = params['active'] === 'true';
      return { status: 200, body: row };
    }
    if (method === 'POST' && (path === '/v1/customers' || kind === 'customers')) {
      return { status: 200, body: { id: id || newId('cus'), object: 'customer' } };
    }
    if (method === 'GET' && kind === 'customers' && more === 'tax_ids') return { status: 200, body: list(path, []) };
    if (method === 'POST' && path === '/v1/coupons') {
      const coupon: Row = { id: newId('coupon'), object: 'coupon', ...params };
      coupons.set(coupon.id, coupon);
      return { status: 200, body: coupon };
    }
    if (path === '/v1/refunds') {
      const payment = params['payment_intent'] ?? '';
      if (method === 'POST') addRefund(payment, Number(params['amount']), params['metadata[refund_id]'] ?? '');
      const made = refunds.filter((refund) => refund['payment_intent'] === payment);
      return { status: 200, body: method === 'POST' ? made.at(-1) : list(path, made) };
    }
    if (method === 'POST' && path === '/v1/billing_portal/sessions')
      return {
        status: 200,
        body: { id: newId('bps'), object: 'billing_portal.session', url: `${url}/portal/${params['customer'] ?? ''}` },
      };
    if (method === 'GET' && (path === '/v1/disputes' || path === '/v1/invoice_payments')) {
      if (params['invoice'] !== undefined) return { status: 200, body: list(path, paidInvoices.get(params['invoice']) ?? []) };
      const payment = params['payment_intent'] ?? params['payment[payment_intent]'];
      const rows = path === '/v1/disputes' ? disputes : invoicePayments;
      const data = [...rows.values()].filter((row) => row['payment_intent'] === payment);
      return { status: 200, body: { object: 'list', url: path, has_more: false, data } };
    }
    if (kind === 'payment_intents' && method === 'GET') {
      const payment = payments.get(id);
      return payment ? { status: 200, body: payment } : missing;
    }
    if (kind === 'subscriptions' && more === undefined) {
      const subscription = subscriptions.get(id);
      if (!subscription) return missing;
      if (method === 'POST' && params['cancel_at_period_end'] !== undefined)
        subscription['cancel_at_period_end'] = params['cancel_at_period_end'] === 'true';
      if (method === 'DELETE') Object.assign(subscription, { status: 'canceled', ended_at: nowSeconds() });
      return { status: 200, body: subscription };
    }
    return missing;
  };

  /** The page on which a customer pays: a form that reports the payment to the site and leads back to it. */
  async function showPayPage(session: Row, method: string, response: ServerResponse): Promise<void> {
    if (method === 'GET') {
      const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: String(session['currency']) });
      const amount = format.format(Number(session['amount_total']) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
      const html = `<!DOCTYPE html><html lang="en"><title>Pay</title><form method="post"><button>Pay ${amount}</button></form></html>`;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      return;
    }
    for (const event of fake.pay(String(session['url'])).events) await fake.send(new URL(String(session['success_url'])).origin, event);
    response.writeHead(303, { location: String(session['success_url']) }).end();
  }

  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const method = request.method ?? '';
      const params = Object.fromEntries(new URLSearchParams(method === 'GET' ? query : body));
      requests.push({ method, path, headers: request.headers, params });
      const session = sessions.get(path.replace('/pay/', ''));
      if (path.startsWith('/pay/') && session) return void showPayPage(session, method, response);
      const send = (status: number, answer: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') }).end(JSON.stringify(answer));
      if (isFailing) return send(500, { error: { type: 'api_error', message: 'The fake is told to fail.' } });
      if (request.headers.authorization !== `Bearer ${stripeKeys.secretKey}`)
        return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
      if (method === 'POST' && request.headers['content-type'] !== 'application/x-www-form-urlencoded')
        return send(400, { error: { type: 'invalid_request_error', message: 'Expected a form.' } });
      if (typeof request.headers['stripe-version'] !== 'string')
        return send(400, { error: { type: 'invalid_request_error', message: 'Expected a version.' } });
      const key = request.headers['idempotency-key'];
      const before = typeof key === 'string' ? responses.get(key) : undefined;
      if (before)
        return before.body === body
          ? send(200, before.answer)
          : send(400, { error: { type: 'idempotency_error', message: 'Other parameters.' } });
      const { status, body: answer } = answerTo(method, path, params);
      if (typeof key === 'string' && status === 200) responses.set(key, { body, answer: structuredClone(answer) });
      return send(status, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Returns an event with the current state of an object. */
  const eventOf = (type: string, thing: object) => ({
    id: newId('evt'),
    object: 'event',
    type,
    created: nowSeconds(),
    api_version: '2026-08-26.dahlia',
    data: { object: structuredClone(thing) },
  });

  const fake = {
    url,
    requests,
    eventOf,
    /** Returns a subscription of the fake, to be changed in place. */
    subscription: (id: string): Row => subscriptions.get(id) ?? { id: '' },
    /** All prices, with the names of their products. */
    prices: () => [...prices.values()].map((price): Row => ({ ...price, name: products.get(String(price['product']))?.['name'] })),
    payment: (id: string): Row => payments.get(id) ?? { id: '' },
    /** Refunds an amount of a payment at Stripe, with the id of the site's refund. */
    refund: addRefund,
    /** Returns the refunded amount of a payment at Stripe. */
    refundedOf: (payment: string) =>
      refunds.filter((refund) => refund['payment_intent'] === payment).reduce((sum, { amount }) => sum + Number(amount), 0),
    /** Adds a paid invoice of a subscription; returns its payment, and the event that reports it. */
    invoiceOf(subscription: string, { amount, tax }: { amount: number; tax: number }) {
      const [id, payment] = [newId('in'), newId('pi')];
      payments.set(payment, {
        id: payment,
        object: 'payment_intent',
        latest_charge: { id: newId('ch'), object: 'charge', payment_intent: payment, refunded: false, amount, amount_refunded: 0 },
      });
      const paid: Row = { id: newId('inpay'), object: 'invoice_payment', payment: { type: 'payment_intent', payment_intent: payment } };
      paidInvoices.set(id, [paid]);
      const invoice = {
        id,
        object: 'invoice',
        amount_paid: amount,
        currency: 'usd',
        total_taxes: [{ amount: tax }],
        created: nowSeconds(),
        status_transitions: { paid_at: nowSeconds() },
        parent: { subscription_details: { subscription } },
      };
      return { payment, event: eventOf('invoice.paid', invoice) };
    },
    /** Adds another payment of a subscription; returns its id. */
    payInvoice(subscription: string): string {
      const [id, payment] = [newId('inpay'), newId('pi')];
      const invoice = { id: newId('in'), object: 'invoice', parent: { subscription_details: { subscription } } };
      invoicePayments.set(id, { id, object: 'invoice_payment', payment_intent: payment, invoice });
      return payment;
    },
    /** Disputes what is left of a payment, or an amount of it; returns the dispute, to be changed in place. */
    dispute(payment: string, status = 'needs_response', amount?: number): Row {
      const charge = (payments.get(payment)?.['latest_charge'] ?? { id: newId('ch'), amount: 4000, amount_refunded: 0 }) as Row;
      const dispute: Row = {
        id: newId('du'),
        object: 'dispute',
        amount: amount ?? Number(charge['amount']) - Number(charge['amount_refunded']),
        charge: charge.id,
        payment_intent: payment,
        reason: 'fraudulent',
        status,
      };
      disputes.set(dispute.id, dispute);
      charge['disputed'] = true;
      return dispute;
    },
    /** While true, all calls get status 500. */
    fail(isOn: boolean): void {
      isFailing = isOn;
    },
    /** Pays on the page of a session: updates the fake, and returns the events that it sends, in order. */
    pay(sessionUrl: string) {
      const session = sessions.get(sessionUrl.split('/').at(-1) ?? '');
      if (!session) throw new Error(`The fake has no session at ${sessionUrl}`);
      session['customer'] ??= newId('cus');
      if (session['status'] === 'expired') throw new Error(`The session at ${sessionUrl} has expired`);
      Object.assign(session, { status: 'complete', payment_status: 'paid' });
      if (session['mode'] === 'payment') {
        const payment: Row = {
          id: newId('pi'),
          object: 'payment_intent',
          latest_charge: { id: newId('ch'), object: 'charge', refunded: false, amount: session['amount_total'], amount_refunded: 0 },
        };
        Object.assign(payment['latest_charge'] ?? {}, { payment_intent: payment.id, receipt_url: `${url}/receipts/${payment.id}` });
        payments.set(payment.id, payment);
        session['payment_intent'] = payment.id;
        return { id: payment.id, events: [eventOf('checkout.session.completed', session)] };
      }
      const subscription: Row = {
        id: newId('sub'),
        object: 'subscription',
        status: 'active',
        customer: session['customer'],
        cancel_at_period_end: false,
        cancel_at: null,
        ended_at: null,
        metadata: session['metadata'],
        items: {
          object: 'list',
          data: [
            {
              id: newId('si'),
              object: 'subscription_item',
              quantity: session['quantity'],
              current_period_start: nowSeconds(),
              current_period_end: nowSeconds() + 30 * 86_400,
            },
          ],
        },
      };
      subscriptions.set(subscription.id, subscription);
      session['subscription'] = subscription.id;
      return {
        id: subscription.id,
        events: [eventOf('customer.subscription.created', subscription), eventOf('checkout.session.completed', session)],
      };
    },
    /** Sends a signed event to a site. Returns the status. */
    async send(
      site: string,
      event: object,
      { secret = stripeKeys.webhookSecret, at = nowSeconds(), body = JSON.stringify(event, null, 2), signature = '' } = {},
    ): Promise<number> {
      const made = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      const answer = await fetch(`${site}/webhooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature || `t=${at},v1=${made}` },
        body,
      });
      await answer.arrayBuffer();
      return answer.status;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return fake;
}
