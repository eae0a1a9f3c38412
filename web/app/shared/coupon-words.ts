import { money } from './money.ts';

type Coupon = {
  percent: number | null;
  duration: 'ONCE' | 'MONTHS' | 'FOREVER' | null;
  months: number | null;
};

/**
 * Describes the discount of a coupon.
 *
 * @example couponWords({ percent: 20, duration: 'MONTHS', months: 3 }, null, true) // '20% off for 3 months'
 */
export function couponWords(coupon: Coupon, fixed: { cents: number; currency: string } | null, isPlan: boolean): string {
  const amount = coupon.percent === null && fixed ? money(fixed.cents, fixed.currency) : `${coupon.percent ?? 0}%`;
  return `${amount} off${isPlan ? spanWords(coupon) : ''}`;
}

function spanWords({ duration, months }: Coupon): string {
  if (duration === 'FOREVER') return ' every payment';
  if (duration === 'MONTHS') return months === 1 ? ' for a month' : ` for ${months ?? 0} months`;
  return ' the first payment';
}
