import type { SalesAmounts, SalesLine, SalesTotal } from './sales-documents.ts';

/** The sales of a month in one currency: their total, and one line for each title. */
export type SalesMonth = { readonly startsOn: string; readonly total: SalesAmounts; readonly lines: readonly SalesLine[] };

/** The sales in one currency, newest month first. The total includes those of lines that aren't shown. */
export type CurrencySales = { readonly currency: string; readonly total: SalesAmounts; readonly months: readonly SalesMonth[] };

/** Groups sales by currency, in the order of the totals, and by month. Amounts of different currencies are never added. */
export function groupSales(lines: readonly SalesLine[], totals: readonly SalesTotal[]): CurrencySales[] {
  const byCurrency = Map.groupBy(lines, ({ currency }) => currency);
  return totals.map(({ currency, ...total }) => {
    const ofCurrency = byCurrency.get(currency) ?? [];
    return {
      currency,
      total,
      months: [...Map.groupBy(ofCurrency, ({ startsOn }) => startsOn)]
        .toSorted(([one], [other]) => other.localeCompare(one))
        .map(([startsOn, ofMonth]) => ({ startsOn, total: totalOf(ofMonth), lines: ofMonth })),
    };
  });
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
