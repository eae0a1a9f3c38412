import { purchaseErrors } from '@newline/api/rules/errors/billing-errors';

/** Returns the message for `CheckoutOffer.already`: why the signed-in user can't buy the offer. */
export function reasonNotToBuy(reason: string): string {
  return Object.hasOwn(purchaseErrors, reason) ? purchaseErrors[reason as keyof typeof purchaseErrors][1] : 'You already have this.';
}
