/** The date formats, by purpose. */
const looks = {
  /** In a list or next to a text: 9 Nov 2026. */
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  /** When the year is obvious: 9 Nov. */
  dayOfYear: { day: 'numeric', month: 'short' },
  /** In a sentence: 9 November 2026. */
  longDay: { day: 'numeric', month: 'long', year: 'numeric' },
  /** When people have to be somewhere: Thursday, 9 November 2026. */
  weekday: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** When the day is obvious: 14:05. */
  time: { hour: '2-digit', minute: '2-digit' },
  /** The same with the time zone: 14:05 UTC. */
  zonedTime: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  /** When the time matters: 9 Nov 2026, 14:05. */
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The purpose of a date, which selects its format. */
export type DateLook = keyof typeof looks;

/** The reader's locale and time zone, in which dates are formatted. */
export type DateReader = { readonly locale: string; readonly timeZone: string };

/** The default reader: used on the server, and in the browser until hydration, so that both render the same text. */
export const defaultReader: DateReader = { locale: 'en-GB', timeZone: 'UTC' };

// Cached, because creating a format is the slowest part of rendering a line.
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a date for a reader. */
export function formatDate(instant: string | number | Date, look: DateLook, { locale, timeZone }: DateReader = defaultReader): string {
  const key = `${locale} ${timeZone} ${look}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...looks[look], timeZone });
  formats.set(key, format);
  return format.format(new Date(instant));
}
