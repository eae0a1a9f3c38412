import { searchLimits } from '@newline/api/rules/limits/search';
import { isId } from '@newline/api/rules/is-id';
import { cutText } from '@newline/document/truncate';

/** Returns a filter in the URL as trimmed text; null when it's empty. */
export function textOf(parameters: URLSearchParams, name: string): string | null {
  return cutText(parameters.get(name)?.trim() ?? '', searchLimits.filter) || null;
}

/** Returns a filter if it's one of the allowed values; otherwise null. */
export function oneOf<const TValue extends string>(parameters: URLSearchParams, name: string, values: readonly TValue[]): TValue | null {
  return values.find((value) => value === parameters.get(name)) ?? null;
}

/** Returns the ID of the row before which a page starts, or null. */
export function beforeOf(parameters: URLSearchParams): string | null {
  const before = parameters.get('before');
  return before !== null && isId(before) ? before : null;
}

/** Returns a date in the URL as the start of that day in UTC, a number of days later; null when it isn't a date. */
export function dayOf(parameters: URLSearchParams, name: string, daysLater = 0): string | null {
  const day = parameters.get(name) ?? '';
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(instant) ? null : new Date(instant + daysLater * 86_400_000).toISOString();
}
