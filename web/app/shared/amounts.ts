import { decimalsOf } from './money.ts';

/** The currencies that forms offer, by their ISO 4217 codes. Their smallest units are those of the payment provider. */
export const currencies: Readonly<Record<string, string>> = {
  USD: 'US dollar',
  EUR: 'Euro',
  GBP: 'British pound',
  AUD: 'Australian dollar',
  BRL: 'Brazilian real',
  CAD: 'Canadian dollar',
  CHF: 'Swiss franc',
  CZK: 'Czech koruna',
  DKK: 'Danish krone',
  HKD: 'Hong Kong dollar',
  INR: 'Indian rupee',
  JPY: 'Japanese yen',
  KRW: 'South Korean won',
  MXN: 'Mexican peso',
  NOK: 'Norwegian krone',
  NZD: 'New Zealand dollar',
  PLN: 'Polish zloty',
  RON: 'Romanian leu',
  SEK: 'Swedish krona',
  SGD: 'Singapore dollar',
  TRY: 'Turkish lira',
  ZAR: 'South African rand',
};

/**
 * Returns the name of a currency, even if the forms don't offer it.
 *
 * @example currencyWords('USD') // 'US dollar (USD)'
 */
export function currencyWords(code: string): string {
  return Object.hasOwn(currencies, code) ? `${currencies[code]} (${code})` : code;
}

/**
 * Formats an amount for form fields, with the decimals of its currency.
 *
 * @example writeAmount(3900, 'USD') // '39.00'
 */
export function writeAmount(cents: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (cents / 10 ** decimals).toFixed(decimals);
}

/**
 * Parses an amount in the smallest unit of its currency; null if it isn't a price.
 *
 * @example readAmount('29,5', 'USD') // 2950
 */
export function readAmount(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const [, whole = '', part = ''] = /^\s*(\d{1,8})(?:[.,](\d+))?\s*$/.exec(text) ?? [];
  if (whole === '' || part.length > decimals) return null;
  return Number(whole + part.padEnd(decimals, '0'));
}
