import { exactMoney } from '../../shared/money.ts';
import type { RevenueMonth, SubscriptionMonth } from './revenue-documents.ts';

/** The payments of a month, without their currency. */
export type MonthOfCurrency = Omit<RevenueMonth, 'currency'>;

/** The revenue in one currency, one entry for each month. */
export type CurrencyRevenue = { readonly currency: string; readonly months: readonly MonthOfCurrency[] };

/** Groups revenue by currency, the one with the most payments first. Months without payments have zeros. */
export function revenueByCurrency(revenue: readonly RevenueMonth[], months: readonly string[]): CurrencyRevenue[] {
  const byCurrency = Map.groupBy(revenue, ({ currency }) => currency);
  const paymentsOf = (rows: readonly MonthOfCurrency[]) => rows.reduce((sum, { paymentsCount }) => sum + paymentsCount, 0);
  return [...byCurrency]
    .toSorted(([one, ones], [other, others]) => paymentsOf(others) - paymentsOf(ones) || one.localeCompare(other))
    .map(([currency, rows]) => ({
      currency,
      months: months.map(
        (startsOn) =>
          rows.find((row) => row.startsOn === startsOn) ?? { startsOn, paymentsCount: 0, paidCents: 0, taxCents: 0, refundedCents: 0 },
      ),
    }));
}

/** Formats the revenue of a month: what was paid, without what was refunded of it. */
export function netRevenue({ paidCents, refundedCents }: MonthOfCurrency, currency: string): string {
  return exactMoney(paidCents - refundedCents, currency);
}

/**
 * Returns the share of the subscriptions at the start of a month that ended in it; null if there were none.
 *
 * @example churnOf({ atStartCount: 40, churnedCount: 1, ... }) // '2.5%'
 */
export function churnOf({ atStartCount, churnedCount }: SubscriptionMonth): string | null {
  if (atStartCount === 0) return null;
  return (churnedCount / atStartCount).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });
}
