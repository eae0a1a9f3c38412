import { graphql } from '../../shared/graphql-document.ts';

/** A payment in administration. */
export type PaymentRow = {
  id: string;
  number: number;
  name: string;
  amountCents: number;
  refundedCents: number;
  /** How much of the refunded amount was lost in disputes. */
  lostCents: number;
  currency: string;
  provider: string;
  paidAt: string;
  user: { id: string; displayName: string } | null;
};

/** Payments, newest first. */
export const PaymentListDocument = graphql(
  /* GraphQL */ `query administrationPayments($person: String, $isRefunded: Boolean, $before: UUID, $first: Int!) {
  paymentList(person: $person, isRefunded: $isRefunded, before: $before, first: $first) {
    nodes { id number name amountCents refundedCents lostCents currency provider paidAt user { id displayName } }
  }
}`,
);

/** Refunds all or some of a payment. */
export const RefundPaymentDocument = graphql(
  /* GraphQL */ `mutation refundPayment($paymentId: UUID!, $amountCents: Int!, $refundedCents: Int!, $reason: String!) {
  refundPayment(input: { paymentId: $paymentId, amountCents: $amountCents, refundedCents: $refundedCents, reason: $reason }) {
    payment { id refundedCents }
  }
}`,
);
