import { money } from './money.ts';

/** Describes the state of a payment: 'Paid', 'Refunded', '$10 refunded', or 'Dispute lost' if the buyer's bank took the rest of it back. */
export function paymentState({
  amountCents,
  refundedCents,
  lostCents,
  currency,
}: {
  amountCents: number;
  refundedCents: number;
  lostCents: number;
  currency: string;
}): string {
  if (refundedCents === 0) return 'Paid';
  if (lostCents > 0) return refundedCents >= amountCents ? 'Dispute lost' : `Dispute lost, ${money(refundedCents, currency)} returned`;
  return refundedCents >= amountCents ? 'Refunded' : `${money(refundedCents, currency)} refunded`;
}
