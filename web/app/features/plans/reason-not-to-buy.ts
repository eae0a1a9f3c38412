import { purchaseErrors } from '@newline/api/rules/errors/billing-errors';

/** The sentence for `CheckoutOffer.already`: why the signed-in user cannot buy what is offered. */
export function reasonNotToBuy(reason: string): string {
  return Object.hasOwn(purchaseErrors, reason) ? purchaseErrors[reason as keyof typeof purchaseErrors][1] : 'You already have this.';
}
