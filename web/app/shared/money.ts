/** Cached formatters by currency and digits, because creating one is slower than using it. */
const amounts = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount, without cents if there are none.
 *
 * @example money(4000, 'USD') // '$40'
 */
export function money(cents: number, currency: string): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  const name = `${currency} ${digits}`;
  const amount =
    amounts.get(name) ??
    new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits });
  amounts.set(name, amount);
  return amount.format(cents / 100);
}
