import { searchLimits } from '@newline/api/rules/limits/search';
import { isId } from '@newline/api/rules/is-id';
import { cutText } from '@newline/document/truncate';

/** A filter of an address: its trimmed text, or null when it is empty. */
export function textOf(parameters: URLSearchParams, name: string): string | null {
  return cutText(parameters.get(name)?.trim() ?? '', searchLimits.filter) || null;
}

/** One of the values that a filter may have, or null. */
export function oneOf<const TValue extends string>(parameters: URLSearchParams, name: string, values: readonly TValue[]): TValue | null {
  return values.find((value) => value === parameters.get(name)) ?? null;
}

/** The row before which a page begins, or null. */
export function beforeOf(parameters: URLSearchParams): string | null {
  const before = parameters.get('before');
  return before !== null && isId(before) ? before : null;
}

/** A day of an address as the instant at which it begins in UTC, so many days later; null for no day. */
export function dayOf(parameters: URLSearchParams, name: string, daysLater = 0): string | null {
  const day = parameters.get(name) ?? '';
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(instant) ? null : new Date(instant + daysLater * 86_400_000).toISOString();
}
