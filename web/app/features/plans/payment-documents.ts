import { graphql } from '../../shared/graphql-document.ts';

/** The company that the signed-in user buys for. */
export type BillingDetails = { companyName: string; companyAddress: string | null; country: string; taxId: string | null };

/** Sets the company that the signed-in user buys for, or removes it. */
export const SetBillingDetailsDocument = graphql(
  /* GraphQL */ `mutation setBillingDetails($companyName: String, $companyAddress: String, $country: String, $taxId: String) {
  setBillingDetails(input: { companyName: $companyName, companyAddress: $companyAddress, country: $country, taxId: $taxId }) { clientMutationId }
}`,
);

/** A payment of the signed-in user. */
export type OwnPayment = {
  id: string;
  name: string;
  amountCents: number;
  taxCents: number | null;
  refundedCents: number;
  /** How much of the refunded amount was lost in disputes. */
  lostCents: number;
  currency: string;
  provider: string;
  paidAt: string;
};

/** Returns the provider's invoice or receipt of a payment. */
export const OpenReceiptDocument = graphql(
  /* GraphQL */ `mutation openReceipt($paymentId: UUID!) { openReceipt(input: { paymentId: $paymentId }) { url } }`,
);

/** A payment with all that its receipt shows. */
export type Receipt = OwnPayment & {
  number: number;
  companyName: string | null;
  companyAddress: string | null;
  companyCountry: string | null;
  companyTaxId: string | null;
  user: { id: string; displayName: string } | null;
};

export const ReceiptDocument = graphql(/* GraphQL */ `query receipt($id: UUID!) {
  paymentById(id: $id) {
    id number name amountCents taxCents refundedCents lostCents currency provider paidAt
    companyName companyAddress companyCountry companyTaxId user { id displayName }
  }
}`);
