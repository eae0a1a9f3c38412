import type { CouponOffer, Offer } from './plans-documents.ts';

/** A coupon that the user can use, with the price of the first payment. */
export type CouponPrice = {
  code: string;
  percent: number | null;
  duration: 'ONCE' | 'MONTHS' | 'FOREVER' | null;
  months: number | null;
  discountCents: number;
  dueCents: number;
  /** True when the discount for Pro is given as well. */
  isCombined: boolean;
};

/**
 * Returns the price of a number of seats with a coupon; null without a usable coupon. The API computed it for `pricedSeats` seats.
 *
 * @example couponPrice(twentyPercent, offer, 5, 10)?.dueCents // 10 seats, 20% off
 */
export function couponPrice(coupon: CouponOffer | null, offer: Offer, pricedSeats: number, seats: number): CouponPrice | null {
  if (coupon === null || coupon.code === null || coupon.discountCents === null || coupon.amountCents === null) return null;
  const { code, percent, duration, months } = coupon;
  const base = ((coupon.amountCents + coupon.discountCents) / pricedSeats) * seats;
  const discountCents = percent === null ? Math.min(coupon.discountCents, base) : Math.floor((base * percent) / 100);
  const isCombined = base === offer.amountCents * seats;
  return { code, percent, duration, months, discountCents, dueCents: base - discountCents, isCombined };
}
