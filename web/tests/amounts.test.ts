import { expect, test } from 'vitest';
import { currencyWords, readAmount, writeAmount } from '../app/shared/amounts.ts';
import { decimalsOf, money } from '../app/shared/money.ts';

test('an amount is parsed in the smallest unit of its currency, and is invalid with too many decimals @PAY-01', () => {
  const read = (currency: string) => (text: string) => readAmount(text, currency);
  expect(['39', '39.5', ' 39,05 ', '0.29', '', '-1', '1.234', '1 000'].map(read('USD'))).toEqual([
    3900,
    3950,
    3905,
    29,
    null,
    null,
    null,
    null,
  ]);
  expect(['3900', '39.5', '0'].map(read('JPY'))).toEqual([3900, null, 0]);
});

test('an amount is formatted with its currency’s decimals, and a currency with its name @PAY-01', () => {
  expect([writeAmount(3905, 'USD'), writeAmount(3900, 'JPY'), decimalsOf('KRW'), decimalsOf('EUR')]).toEqual(['39.05', '3900', 0, 2]);
  expect([money(4000, 'USD'), money(4050, 'EUR'), money(3900, 'JPY')]).toEqual(['$40', '€40.50', '¥3,900']);
  expect([currencyWords('USD'), currencyWords('XTS')]).toEqual(['US dollar (USD)', 'XTS']);
});
