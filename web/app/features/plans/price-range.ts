import { largestOf, smallestOf } from '@newline/document/append';

/** The lowest and highest of some prices, in the currency that most of them have. */
export type PriceRange = { lowestCents: number; highestCents: number; currency: string };

/** Returns the range of prices in the currency that most of them have; null without prices. */
export function priceRangeOf(prices: readonly { amountCents: number; currency: string }[]): PriceRange | null {
  const byCurrency = Map.groupBy(prices, ({ currency }) => currency);
  const [most] = [...byCurrency].toSorted(([one, ones], [other, others]) => others.length - ones.length || one.localeCompare(other));
  if (most === undefined) return null;
  const [currency, list] = most;
  const amounts = list.map(({ amountCents }) => amountCents);
  return { lowestCents: smallestOf(amounts), highestCents: largestOf(amounts), currency };
}
