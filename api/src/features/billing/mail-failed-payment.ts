import type { ClientBase } from 'pg';
import type { Mail } from '../../mail.ts';

/** An invoice of a subscription that the provider couldn't charge. The amount is in the smallest unit of its currency. */
export type FailedInvoice = {
  readonly subscriptionId: string;
  readonly invoiceId: string;
  readonly amountCents: number;
  readonly currency: string;
};

/** Queues an email about an invoice that couldn't be charged: one for each invoice, in the transaction of `client`. */
export async function mailFailedPayment(
  client: Pick<ClientBase, 'query'>,
  { subscriptionId, invoiceId, amountCents, currency }: FailedInvoice,
  publicUrl: string,
): Promise<void> {
  const { rows } = await client.query<{ email: string; planName: string; accessEndsAt: Date }>(
    'select email, plan_name as "planName", access_ends_at as "accessEndsAt" from app_private.report_failed_invoice($1, $2)',
    [subscriptionId, invoiceId],
  );
  for (const { email, planName, accessEndsAt } of rows) {
    const mail: Mail = {
      kind: 'payment-failed',
      to: email,
      url: `${publicUrl}/account#plan`,
      planName,
      amountCents,
      currency: currency.toUpperCase(),
      accessEndsAt: accessEndsAt.toISOString(),
    };
    await client.query("select graphile_worker.add_job('send_mail', $1, max_attempts => 12)", [mail]);
  }
}
