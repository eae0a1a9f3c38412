import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import type { BillingProvider, ProviderPayment } from './billing-provider.ts';
import type { Buyer } from './buyer.ts';
import { runAs } from './run-as.ts';

/** What an administrator refunds of a payment. `refundedCents` is how much the administrator saw as refunded before. */
export type RefundInput = {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly reason: string;
};

/** Calls the provider. A failure is logged, and reported to the user with this reason. */
export type CallProvider = <TAnswer>(
  description: string,
  call: (provider: BillingProvider) => Promise<TAnswer>,
  reason?: 'PAYMENT_SERVICE_UNAVAILABLE' | 'CHECKOUT_SERVICE_UNAVAILABLE' | 'REFUND_SERVICE_UNAVAILABLE',
) => Promise<TAnswer>;

/** The operations on payments that were made. */
export type PaymentActions = {
  /** Refunds all or some of a payment, for administrators. Returns the payment's id. */
  refundPayment(administrator: Buyer, input: RefundInput): Promise<string>;
  /** Returns the URL of a payment's invoice or receipt: the provider's, or this site's page. */
  openReceipt(buyer: Buyer, paymentId: string): Promise<string>;
};

/** Creates the operations on payments. */
export function createPaymentActions({
  pool,
  countCall,
  callProvider,
}: {
  readonly pool: Pool;
  readonly countCall: (buyer: Buyer) => Promise<void>;
  readonly callProvider: CallProvider;
}): PaymentActions {
  return {
    async refundPayment(administrator, { paymentId, amountCents, refundedCents, reason }) {
      type Begun = { id: string; provider: string; providerPaymentId: string | null; amountCents: number };
      const complete = (id: string, total: number | null) =>
        runAs(pool, administrator, (client) => client.query('select app_private.complete_refund($1, $2)', [id, total]));
      const refund = await runAs(pool, administrator, async (client) => {
        const { rows } = await client.query<Begun>(
          `select refund_id as id, paid_with as provider, paid_as as "providerPaymentId", cents as "amountCents"
           from app_private.begin_refund($1, $2, $3, $4)`,
          [paymentId, amountCents, refundedCents, reason],
        );
        return rows[0];
      });
      if (!refund) throw new Error('begin_refund: expected a refund, got none');
      const { id, provider, providerPaymentId } = refund;
      const total =
        provider === 'manual' || providerPaymentId === null
          ? null
          : await callProvider(
              'refund a payment',
              (service) => service.refund({ refundId: id, paymentId: providerPaymentId, amountCents: refund.amountCents }),
              'REFUND_SERVICE_UNAVAILABLE',
            );
      await complete(id, total);
      return paymentId;
    },
    async openReceipt(buyer, paymentId) {
      const payment = await runAs(pool, buyer, async (client) => {
        const { rows } = await client.query<ProviderPayment & { provider: string }>(
          `select provider, provider_payment_id as "paymentId", provider_invoice_id as "invoiceId" from app_private.payment_of_buyer($1)`,
          [paymentId],
        );
        return rows[0];
      });
      const ownPage = `/account/receipts/${paymentId}`;
      if (!payment) throw codedError('PAYMENT_NOT_FOUND');
      if (payment.provider === 'manual') return ownPage;
      await countCall(buyer);
      return (await callProvider('return a receipt', ({ receiptUrl }) => receiptUrl(payment))) ?? ownPage;
    },
  };
}
