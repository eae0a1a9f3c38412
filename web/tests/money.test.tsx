import { exactMoney, money } from '@newline/api/rules/money';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { RevenuePage } from '../app/features/admin/revenue-page.tsx';

describe('an amount @PAY-01', () => {
  test.each([
    [4000, 'USD', '$40', '$40.00'],
    [3950, 'USD', '$39.50', '$39.50'],
    [-3950, 'EUR', '-€39.50', '-€39.50'],
    [0, 'GBP', '£0', '£0.00'],
    [5800, 'JPY', '¥5,800', '¥5,800'],
    [1, 'KRW', '₩1', '₩1'],
  ])('of %i in %s is %s as a price, and %s in a column', (cents, currency, price, inColumn) => {
    expect(money(cents, currency)).toBe(price);
    expect(exactMoney(cents, currency)).toBe(inColumn);
  });
});

describe('the revenue page @ADMIN-01', () => {
  const startsOn = '2026-11-01';
  const counts = { atStartCount: 0, startedCount: 0, endedCount: 0, churnedCount: 0, trialsCount: 0, paidTrialsCount: 0 };
  const revenue = [
    { startsOn, currency: 'USD', paymentsCount: 3, paidCents: 12_000, taxCents: 1995, refundedCents: 3950 },
    { startsOn, currency: 'JPY', paymentsCount: 1, paidCents: 5800, taxCents: 0, refundedCents: 0 },
  ];

  test('has amounts with the decimals of their currency, the same in each column', () => {
    const html = renderToString(
      <MemoryRouter>
        <RevenuePage revenue={revenue} subscriptions={[{ startsOn, ...counts }]} />
      </MemoryRouter>,
    );
    const amounts = [...html.matchAll(/[$¥][\d,.]+/g)].map(([amount]) => amount);
    expect(new Set(amounts)).toEqual(new Set(['$120.00', '$19.95', '$39.50', '$80.50', '¥5,800']));
  });
});
