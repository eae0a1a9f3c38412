/** How dates are written, by what they are for. */
const looks = {
  /** In a list or beside a text: 9 Nov 2026. */
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Where the year is clear: 9 Nov. */
  dayOfYear: { day: 'numeric', month: 'short' },
  /** In a sentence: 9 November 2026. */
  longDay: { day: 'numeric', month: 'long', year: 'numeric' },
  /** Where the time matters: 9 Nov 2026, 14:05. */
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** What a date is for. */
export type DateLook = keyof typeof looks;

/** Whose words a date is written in, and whose clock. */
export type DateReader = { readonly locale: string; readonly timeZone: string };

/** Anybody: on the server, and in the browser until the page has taken over, so that both write the same. */
export const anyReader: DateReader = { locale: 'en-GB', timeZone: 'UTC' };

// Made once: to make one takes longer than all the rest of a line.
const formats = new Map<string, Intl.DateTimeFormat>();

/** A date as a reader writes it. */
export function formatDate(instant: string | number | Date, look: DateLook, { locale, timeZone }: DateReader = anyReader): string {
  const key = `${locale} ${timeZone} ${look}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...looks[look], timeZone });
  formats.set(key, format);
  return format.format(new Date(instant));
}
