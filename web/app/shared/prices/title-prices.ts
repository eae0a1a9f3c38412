import { money } from '../money.ts';

/** A price of a title in one currency. */
export type TitlePrice = { amountCents: number; currency: string; isDefault: boolean };

/** A price as its text, such as '$39'. */
export type PriceText = { readonly currency: string; readonly text: string };

/** Returns the prices of a title with its default price first. */
export function sortedPrices<TPrice extends TitlePrice>(prices: readonly TPrice[]): TPrice[] {
  return prices.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault) || one.currency.localeCompare(other.currency));
}

/** Returns the texts of a title's prices, the default one first. */
export function priceTexts(prices: readonly TitlePrice[]): PriceText[] {
  return sortedPrices(prices).map(({ amountCents, currency }) => ({ currency, text: money(amountCents, currency) }));
}
