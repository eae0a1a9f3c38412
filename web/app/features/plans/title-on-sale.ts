import { sortedPrices, type TitlePrice } from '../../shared/prices/title-prices.ts';
import type { TitleOnSaleNode } from './plans-documents.ts';

/** A course or book that is sold separately, with its prices, the default one first. */
export type TitleOnSale = {
  readonly kind: 'Course' | 'Book';
  readonly title: string;
  readonly permalink: string;
  readonly prices: readonly TitlePrice[];
};

/** Returns a title on sale as the pricing page shows it; none if it's not visible. */
export function titleOnSale({ course, book }: TitleOnSaleNode): TitleOnSale[] {
  const node = course ?? book;
  if (node === null || node.prices.nodes.length === 0) return [];
  const { title, permalink, prices } = node;
  return [{ kind: course ? 'Course' : 'Book', title, permalink, prices: sortedPrices(prices.nodes) }];
}
