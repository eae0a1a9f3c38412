/**
 * Returns the price in a currency, or else the first one, which is the default; undefined without prices.
 *
 * @example priceIn([{ currency: 'USD', text: '$39' }, { currency: 'EUR', text: '€35' }], 'EUR')?.text // '€35'
 */
export function priceIn<TPrice extends { readonly currency: string }>(
  prices: readonly TPrice[],
  currency: string | null,
): TPrice | undefined {
  return prices.find((price) => price.currency === currency) ?? prices[0];
}

/** Returns the currency for the link to the checkout of a title: none if it's the title's default one. */
export function currencyInLink(prices: readonly { readonly currency: string }[], currency: string | null): { currency?: string } {
  const price = priceIn(prices, currency);
  return price === undefined || price === prices[0] ? {} : { currency: price.currency };
}
