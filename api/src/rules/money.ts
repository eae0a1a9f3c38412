/** Cached formatters by currency and digits, because creating one is slower than using it. */
const amounts = new Map<string, Intl.NumberFormat>();

function formatterOf(currency: string, digits?: number): Intl.NumberFormat {
  const name = `${currency} ${digits ?? ''}`;
  const amount =
    amounts.get(name) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    });
  amounts.set(name, amount);
  return amount;
}

/**
 * Returns how many decimals a currency has.
 *
 * @example decimalsOf('JPY') // 0
 */
export function decimalsOf(currency: string): number {
  return formatterOf(currency).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Formats an amount in the smallest unit of its currency, without cents if there are none.
 *
 * @example money(4000, 'USD') // '$40'
 */
export function money(cents: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const unit = 10 ** decimals;
  return formatterOf(currency, cents % unit === 0 ? 0 : decimals).format(cents / unit);
}

/**
 * Formats an amount in the smallest unit of its currency with all its decimals, for columns and totals.
 *
 * @example exactMoney(4000, 'USD') // '$40.00'
 * @example exactMoney(4000, 'JPY') // '¥4,000'
 */
export function exactMoney(cents: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return formatterOf(currency, decimals).format(cents / 10 ** decimals);
}
