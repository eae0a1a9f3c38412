import { money } from './money.ts';

/** Describes the state of a payment: 'Paid', 'Refunded' or '$10 refunded'. */
export function paymentState({
  amountCents,
  refundedCents,
  currency,
}: {
  amountCents: number;
  refundedCents: number;
  currency: string;
}): string {
  if (refundedCents === 0) return 'Paid';
  return refundedCents >= amountCents ? 'Refunded' : `${money(refundedCents, currency)} refunded`;
}
