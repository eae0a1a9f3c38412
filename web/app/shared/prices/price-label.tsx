import type { PriceText } from './title-prices.ts';
import { priceIn } from './price-in.ts';
import { useCurrency } from './use-currency.ts';

type Props = {
  /** Null for items that are only sold separately. */
  price: 'Free' | 'Pro' | null;
  /** The prices of the title alone, the default one first. */
  prices: readonly PriceText[];
};

/** How to get a title: 'Free', 'Pro', 'Pro or $39', or '$199', in the selected currency. A cached page has the default one. */
export function PriceLabel({ price, prices }: Props) {
  const own = priceIn(prices, useCurrency())?.text;
  if (price === null) return own === undefined ? null : <span>{own}</span>;
  return <span>{own === undefined ? price : `${price} or ${own}`}</span>;
}
