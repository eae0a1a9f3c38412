import { writeAmount } from '../../shared/amounts.ts';
import type { AuthorSalesLine, SalesLine } from './sales-documents.ts';

type Rows = (string | number)[][];

/** Returns the rows of the CSV file of sales: one for each title, month and currency. Amounts are numbers in that currency. */
export function salesRows(lines: readonly SalesLine[], isEveryones: boolean): Rows {
  return [
    ['month', 'title', 'currency', 'sold', 'gross', 'refunds', 'tax', 'net', isEveryones ? "authors' share" : 'your share'],
    ...lines.map(({ startsOn, title, currency, unitsCount, grossCents, refundedCents, taxCents, netCents, shareCents }) => [
      startsOn.slice(0, 7),
      title,
      currency,
      unitsCount,
      ...[grossCents, refundedCents, taxCents, netCents].map((cents) => amount(cents, currency)),
      shareCents === null ? '' : amount(shareCents, currency),
    ]),
  ];
}

/** Returns the rows of the CSV file of authors' shares: one for each author, month and currency. */
export function authorRows(lines: readonly AuthorSalesLine[]): Rows {
  return [
    ['month', 'author', 'currency', 'sold', 'share'],
    ...lines.map(({ startsOn, name, currency, unitsCount, shareCents }) => [
      startsOn.slice(0, 7),
      name ?? 'deleted account',
      currency,
      unitsCount,
      shareCents === null ? '' : amount(shareCents, currency),
    ]),
  ];
}

function amount(cents: number, currency: string): number {
  return Number(writeAmount(cents, currency));
}
