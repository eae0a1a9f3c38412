import { checkoutPath } from '../../shared/checkout-path.ts';
import type { OfferVariables } from './plans-documents.ts';

/** Returns the path of the checkout of an offer, with the code of a coupon or without one, and as a gift or for the user. */
export function checkoutPathWith(
  variables: OfferVariables,
  { seats, coupon, isGift }: { seats: number | null; coupon: string | null; isGift: boolean },
  returnTo: string,
): string {
  return checkoutPath(
    {
      ...(variables.planSlug !== null && { plan: variables.planSlug }),
      ...(variables.courseSlug !== null && { course: variables.courseSlug }),
      ...(variables.bookSlug !== null && { book: variables.bookSlug }),
      isAdvanced: variables.isAdvanced,
      ...(variables.planSlug !== null && seats !== null && Number.isInteger(seats) && { seats }),
      ...(coupon !== null && { coupon }),
      ...(variables.currency !== null && { currency: variables.currency }),
      ...(isGift && { isGift }),
    },
    returnTo,
  );
}
