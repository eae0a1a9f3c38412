import { describe, expect, test } from 'vitest';
import { paymentState } from '../app/shared/payment-state.ts';
import { priceRangeOf } from '../app/features/plans/price-range.ts';

describe('a payment @PAY-01', () => {
  test.each([
    [0, 0, 'Paid'],
    [950, 0, '$9.50 refunded'],
    [3900, 0, 'Refunded'],
    [3900, 3900, 'Dispute lost'],
    [3900, 2950, 'Dispute lost'],
    [950, 950, 'Dispute lost, $9.50 returned'],
  ])('with %i cents refunded, of these %i in a dispute, is: %s', (refundedCents, lostCents, words) => {
    expect(paymentState({ amountCents: 3900, refundedCents, lostCents, currency: 'USD' })).toBe(words);
  });
});

describe('the range of prices @PAY-01', () => {
  test('is in the currency that most titles have, and never mixes currencies', () => {
    const prices = [
      { amountCents: 100, currency: 'EUR' },
      { amountCents: 4900, currency: 'USD' },
      { amountCents: 3900, currency: 'USD' },
    ];
    expect(priceRangeOf(prices)).toEqual({ lowestCents: 3900, highestCents: 4900, currency: 'USD' });
    expect(priceRangeOf(prices.slice(0, 1))).toEqual({ lowestCents: 100, highestCents: 100, currency: 'EUR' });
  });

  test('is missing without titles', () => {
    expect(priceRangeOf([])).toBeNull();
  });
});
