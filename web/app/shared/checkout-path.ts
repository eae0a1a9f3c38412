/** What the user is about to pay for: a plan, a course or a book, by its slug. */
export type CheckoutThing = {
  readonly plan?: string;
  readonly course?: string;
  readonly book?: string;
  /** True for the advanced package of the course or book. */
  readonly isAdvanced?: boolean;
  readonly seats?: number;
  /** The code of a coupon. */
  readonly coupon?: string;
  /** The currency of a title's price; absent for its default one. */
  readonly currency?: string;
  /** True to buy it for someone else. */
  readonly isGift?: boolean;
};

/**
 * Returns the path of the checkout page for a plan or a title. It asks visitors to sign in first, and leads back to `returnTo` when done.
 *
 * @example checkoutPath({ plan: 'newline-basic-subscription-monthly' }, '/articles/keys-are-not-indexes')
 */
export function checkoutPath(
  { plan, course, book, isAdvanced, seats, coupon, currency, isGift }: CheckoutThing,
  returnTo?: string | null,
): string {
  const query = new URLSearchParams({
    ...(plan !== undefined && { plan }),
    ...(course !== undefined && { course }),
    ...(book !== undefined && { book }),
    ...(isAdvanced && { advanced: '1' }),
    ...(seats !== undefined && { seats: String(seats) }),
    ...(coupon !== undefined && { coupon }),
    ...(currency !== undefined && { currency }),
    ...(isGift && { gift: '1' }),
    ...(returnTo && { returnTo }),
  });
  return `/checkout?${query.toString()}`;
}
