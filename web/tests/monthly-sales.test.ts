import { describe, expect, test } from 'vitest';
import { churnOf, netRevenue, revenueByCurrency } from '../app/features/admin/monthly-sales.ts';

const payment = { startsOn: '2026-11-01', currency: 'USD', paymentsCount: 1, paidCents: 4000, taxCents: 0, refundedCents: 0 };
const month = {
  ...{ startsOn: '2026-11-01', atStartCount: 40, startedCount: 3, endedCount: 2, churnedCount: 1 },
  ...{ trialsCount: 0, paidTrialsCount: 0 },
};

describe('revenue by month', () => {
  test('is one list per currency, the one with the most payments first, with zeros for other months', () => {
    const revenue = [{ ...payment, currency: 'EUR' }, payment, { ...payment, startsOn: '2026-10-01', refundedCents: 1000 }];
    const [most, other, ...none] = revenueByCurrency(revenue, ['2026-11-01', '2026-10-01', '2026-09-01']);
    expect(none).toEqual([]);
    expect(most?.currency).toBe('USD');
    expect(most?.months.map((row) => netRevenue(row, 'USD'))).toEqual(['$40.00', '$30.00', '$0.00']);
    expect(other?.months.map(({ paymentsCount }) => paymentsCount)).toEqual([1, 0, 0]);
  });

  test('has the churn of subscriptions from the start of the month, or none if there were none', () => {
    expect(churnOf(month)).toBe('2.5%');
    expect(churnOf({ ...month, atStartCount: 0 })).toBeNull();
  });
});
