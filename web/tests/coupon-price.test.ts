import { describe, expect, test } from 'vitest';
import { couponPrice } from '../app/features/plans/coupon-price.ts';
import type { CouponOffer, Offer } from '../app/features/plans/plans-documents.ts';
import { couponWords } from '../app/shared/coupon-words.ts';

const offer: Offer = {
  name: 'Team Package',
  amountCents: 3000,
  fullAmountCents: 3000,
  discountPercent: 0,
  currency: 'USD',
  billingInterval: 'MONTH',
  minSeats: 5,
  maxSeats: 50,
  already: null,
  trialDays: 0,
  currencies: null,
};
const coupon: CouponOffer = {
  code: 'SPRING',
  percent: 25,
  discountCents: 3750,
  amountCents: 11250,
  duration: 'MONTHS',
  months: 3,
  problem: null,
};

describe('the price with a coupon @PAY-01', () => {
  test('in percent follows the number of seats', () => {
    expect(couponPrice(coupon, offer, 5, 5)).toMatchObject({ discountCents: 3750, dueCents: 11250, isCombined: true });
    expect(couponPrice(coupon, offer, 5, 10)).toMatchObject({ discountCents: 7500, dueCents: 22500 });
  });

  test('of a fixed amount stays, and is never above the price', () => {
    const fixed = { ...coupon, percent: null, discountCents: 500, amountCents: 14500 };
    expect(couponPrice(fixed, offer, 5, 10)).toMatchObject({ discountCents: 500, dueCents: 29500 });
  });

  test('says whether it includes the discount for Pro', () => {
    const reduced = { ...offer, amountCents: 8000, fullAmountCents: 10000, discountPercent: 20 };
    expect(couponPrice({ ...coupon, discountCents: 2500, amountCents: 7500 }, reduced, 1, 1)?.isCombined).toBe(false);
    expect(couponPrice({ ...coupon, discountCents: 2000, amountCents: 6000 }, reduced, 1, 1)?.isCombined).toBe(true);
  });

  test('is missing without a usable coupon', () => {
    expect(couponPrice(null, offer, 5, 5)).toBeNull();
    expect(couponPrice({ ...coupon, code: null, problem: 'COUPON_USED' }, offer, 5, 5)).toBeNull();
  });
});

test.each([
  [{ percent: 20, duration: 'ONCE', months: null }, null, true, '20% off the first payment'],
  [{ percent: 20, duration: 'MONTHS', months: 3 }, null, true, '20% off for 3 months'],
  [{ percent: null, duration: 'FOREVER', months: null }, { cents: 500, currency: 'EUR' }, true, '€5 off every payment'],
  [{ percent: 20, duration: 'ONCE', months: null }, null, false, '20% off'],
] as const)('a coupon is described: %j', (described, fixed, isPlan, words) => {
  expect(couponWords(described, fixed, isPlan)).toBe(words);
});
