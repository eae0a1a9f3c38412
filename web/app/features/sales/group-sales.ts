import type { SalesAmounts, SalesLine } from './sales-documents.ts';

/** The sales of a month in one currency: their total, and one line for each title. */
export type SalesMonth = { readonly startsOn: string; readonly total: SalesAmounts; readonly lines: readonly SalesLine[] };

/** The sales in one currency, newest month first. */
export type CurrencySales = { readonly currency: string; readonly total: SalesAmounts; readonly months: readonly SalesMonth[] };

/** Groups sales by currency, the one with the most sales first, and by month. Amounts of different currencies are never added. */
export function groupSales(lines: readonly SalesLine[]): CurrencySales[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)]
    .map(([currency, ofCurrency]) => ({
      currency,
      total: totalOf(ofCurrency),
      months: [...Map.groupBy(ofCurrency, ({ startsOn }) => startsOn)]
        .toSorted(([one], [other]) => other.localeCompare(one))
        .map(([startsOn, ofMonth]) => ({ startsOn, total: totalOf(ofMonth), lines: ofMonth })),
    }))
    .toSorted((one, other) => other.total.unitsCount - one.total.unitsCount || one.currency.localeCompare(other.currency));
}

function totalOf(lines: readonly SalesAmounts[]): SalesAmounts {
  const sumOf = (amount: (line: SalesAmounts) => number) => lines.reduce((sum, line) => sum + amount(line), 0);
  return {
    unitsCount: sumOf(({ unitsCount }) => unitsCount),
    grossCents: sumOf(({ grossCents }) => grossCents),
    refundedCents: sumOf(({ refundedCents }) => refundedCents),
    taxCents: sumOf(({ taxCents }) => taxCents),
    netCents: sumOf(({ netCents }) => netCents),
    shareCents: lines.every(({ shareCents }) => shareCents === null) ? null : sumOf(({ shareCents }) => shareCents ?? 0),
  };
}
