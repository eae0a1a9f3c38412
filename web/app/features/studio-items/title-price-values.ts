import { decimalsOf } from '../../shared/money.ts';
import { readAmount, writeAmount } from '../../shared/amounts.ts';
import type { Faults } from '../../shared/form/faults.ts';

/** The prices of a title and of its advanced package in one currency, as the form has them. */
export type TitlePriceValues = { readonly key: number; readonly currency: string; readonly price: string; readonly advanced: string };

type StoredPrice = { readonly isAdvanced: boolean; readonly amountCents: number; readonly currency: string; readonly isDefault: boolean };

/** A price to set, or to remove if there is no amount. */
export type PriceChange = { isAdvanced: boolean; amountCents: number | null; currency: string; isDefault: boolean };

const most = 20;

/** Returns the values of the form for stored prices, one for each currency, the default one first. There is always at least one. */
export function titlePriceValues(prices: readonly StoredPrice[]): readonly TitlePriceValues[] {
  const sorted = prices.toSorted(
    (one, other) => Number(other.isDefault) - Number(one.isDefault) || Number(one.isAdvanced) - Number(other.isAdvanced),
  );
  const currencies = [...new Set(sorted.map(({ currency }) => currency))];
  const textOf = (currency: string, isAdvanced: boolean) => {
    const price = prices.find((stored) => stored.currency === currency && stored.isAdvanced === isAdvanced);
    return price === undefined ? '' : writeAmount(price.amountCents, currency);
  };
  return (currencies.length === 0 ? ['USD'] : currencies).map((currency, key) => ({
    key,
    currency,
    price: textOf(currency, false),
    advanced: textOf(currency, true),
  }));
}

/** Returns another row, in the first currency that isn't used yet; null when there are enough. */
export function nextTitlePrice(rows: readonly TitlePriceValues[], codes: readonly string[]): TitlePriceValues | null {
  const currency = codes.find((code) => !rows.some((row) => row.currency === code));
  if (currency === undefined || rows.length >= most) return null;
  return { key: rows.reduce((highest, { key }) => Math.max(highest, key), -1) + 1, currency, price: '', advanced: '' };
}

/** Returns the errors of the form by field, such as 'price 0'. */
export function titlePriceFaults(rows: readonly TitlePriceValues[]): Faults {
  const faults: Record<string, string> = {};
  for (const { key, currency, ...texts } of rows) {
    for (const field of ['price', 'advanced'] as const)
      if (texts[field].trim() !== '' && !readAmount(texts[field], currency))
        faults[`${field} ${key}`] = `Enter an amount such as ${writeAmount(10 ** decimalsOf(currency) * 39, currency)}.`;
    if (rows.some((row) => row.key < key && row.currency === currency)) faults[`currency ${key}`] = 'Choose each currency once.';
  }
  return faults;
}

/** Returns the changes that turn the stored prices into those of the form. The first price of the form becomes the default. */
export function titlePriceChanges(rows: readonly TitlePriceValues[], stored: readonly StoredPrice[]): PriceChange[] {
  return [false, true].flatMap((isAdvanced) => {
    const wanted = rows.flatMap(({ currency, price, advanced }) => {
      const amountCents = readAmount(isAdvanced ? advanced : price, currency);
      return amountCents === null ? [] : [{ isAdvanced, amountCents, currency }];
    });
    const former = stored.filter((price) => price.isAdvanced === isAdvanced);
    const set = wanted
      .map((price, at) => ({ ...price, isDefault: at === 0 }))
      .filter(
        ({ amountCents, currency, isDefault }) =>
          !former.some((price) => price.currency === currency && price.amountCents === amountCents && price.isDefault === isDefault),
      );
    const removed = former
      .filter(({ currency }) => !wanted.some((price) => price.currency === currency))
      .map(({ currency }) => ({ isAdvanced, amountCents: null, currency, isDefault: false }));
    return [...set, ...removed];
  });
}
