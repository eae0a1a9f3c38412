import { describe, expect, test } from 'vitest';
import { currenciesOf } from '../app/features/plans/offered-plans.ts';
import { titleOnSale } from '../app/features/plans/title-on-sale.ts';
import { nextTitlePrice, titlePriceChanges, titlePriceFaults, titlePriceValues } from '../app/features/studio-items/title-price-values.ts';
import { currencyInLink, priceIn } from '../app/shared/prices/price-in.ts';
import { priceTexts } from '../app/shared/prices/title-prices.ts';

const euros = { isAdvanced: false, amountCents: 3550, currency: 'EUR', isDefault: false };
const yen = { isAdvanced: false, amountCents: 5800, currency: 'JPY', isDefault: false };
const dollars = { isAdvanced: false, amountCents: 3900, currency: 'USD', isDefault: true };
const stored = [euros, yen, dollars];

describe('the prices of a title @PAY-01', () => {
  test('are those in the selected currency, or else the default ones', () => {
    const prices = priceTexts(stored);
    expect(prices).toEqual([
      { currency: 'USD', text: '$39' },
      { currency: 'EUR', text: '€35.50' },
      { currency: 'JPY', text: '¥5,800' },
    ]);
    expect([null, 'EUR', 'JPY', 'CHF'].map((currency) => priceIn(prices, currency)?.text)).toEqual(['$39', '€35.50', '¥5,800', '$39']);
    expect(priceIn([], 'EUR')).toBeUndefined();
    expect(['EUR', 'USD', 'CHF', null].map((currency) => currencyInLink(prices, currency))).toEqual([{ currency: 'EUR' }, {}, {}, {}]);
  });

  test('are in the list of titles on sale with their kind, and add to the currencies of plans', () => {
    const node = { title: 'Ducks', slug: 'ducks', permalink: '/ducks', prices: { nodes: stored } };
    const [title] = titleOnSale({ course: null, book: node });
    expect(title).toMatchObject({ kind: 'Book', title: 'Ducks', permalink: '/ducks', prices: [dollars, euros, yen] });
    expect(titleOnSale({ course: null, book: null })).toEqual([]);
    expect(currenciesOf([], title ? [title] : [])).toEqual(['USD', 'EUR', 'JPY']);
  });
});

describe('the form for the prices of a title @STUDIO-01', () => {
  test('has a row for each currency, the default one first', () => {
    expect(titlePriceValues([...stored, { ...euros, isAdvanced: true, amountCents: 900 }])).toMatchObject([
      { currency: 'USD', price: '39.00', advanced: '' },
      { currency: 'EUR', price: '35.50', advanced: '9.00' },
      { currency: 'JPY', price: '5800', advanced: '' },
    ]);
    expect(titlePriceValues([])).toEqual([{ key: 0, currency: 'USD', price: '', advanced: '' }]);
  });

  test('sends what changed, and makes the first price the default', () => {
    const rows = titlePriceValues(stored);
    expect(titlePriceChanges(rows, stored)).toEqual([]);
    const [usd, eur] = rows;
    if (!usd || !eur) throw new Error('Expected rows');
    expect(
      titlePriceChanges(
        [
          { ...eur, price: '36' },
          { ...usd, advanced: '9' },
        ],
        stored,
      ),
    ).toEqual([
      { isAdvanced: false, amountCents: 3600, currency: 'EUR', isDefault: true },
      { isAdvanced: false, amountCents: 3900, currency: 'USD', isDefault: false },
      { isAdvanced: false, amountCents: null, currency: 'JPY', isDefault: false },
      { isAdvanced: true, amountCents: 900, currency: 'USD', isDefault: true },
    ]);
    expect(titlePriceChanges([{ ...usd, price: '' }], [dollars])).toEqual([
      { isAdvanced: false, amountCents: null, currency: 'USD', isDefault: false },
    ]);
  });

  test('refuses amounts that are none and currencies that are there twice', () => {
    const row = { key: 0, currency: 'USD', price: 'dear', advanced: '' };
    expect(titlePriceFaults([row, { ...row, key: 1, price: '39', advanced: '1.5.2' }])).toEqual({
      'price 0': 'Enter an amount such as 39.00.',
      'advanced 1': 'Enter an amount such as 39.00.',
      'currency 1': 'Choose each currency once.',
    });
    expect(titlePriceFaults([{ ...row, currency: 'JPY', price: '39.5' }])).toEqual({ 'price 0': 'Enter an amount such as 39.' });
    expect(titlePriceFaults([{ ...row, price: '' }])).toEqual({});
  });

  test('adds a row in an unused currency, up to 20', () => {
    const rows = titlePriceValues(stored);
    expect(nextTitlePrice(rows, ['USD', 'EUR', 'GBP'])).toEqual({ key: 3, currency: 'GBP', price: '', advanced: '' });
    expect(nextTitlePrice(rows, ['USD', 'EUR'])).toBeNull();
    const many = Array.from({ length: 20 }, (_, key) => ({ key, currency: `X${key}`, price: '', advanced: '' }));
    expect(nextTitlePrice(many, ['USD'])).toBeNull();
  });
});
