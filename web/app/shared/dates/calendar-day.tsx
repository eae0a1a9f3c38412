import { formatDate } from './format-date.ts';
import { useDateReader } from './use-date-reader.ts';

/** A calendar day such as '2026-11-09', which is the same in every time zone. */
export function CalendarDay({ of }: { of: string }) {
  const { locale } = useDateReader();
  return <time dateTime={of}>{formatDate(`${of}T00:00:00Z`, 'day', { locale, timeZone: 'UTC' })}</time>;
}
