const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * Formats a month by its first day.
 *
 * @example formatMonth('2026-11-01') // 'November 2026'
 */
export function formatMonth(startsOn: string): string {
  return months.format(new Date(`${startsOn}T00:00:00Z`));
}
