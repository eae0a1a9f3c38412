/**
 * Returns the local date and time of an instant in a time zone, as the value of a datetime-local field; empty if it isn't an instant.
 *
 * @example wallTimeOf('2026-12-17T17:00:00.000Z', 'Europe/Berlin') // '2026-12-17T18:00'
 */
export function wallTimeOf(instant: string, timeZone: string): string {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? '' : new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(0, 16);
}

/**
 * Returns the instant of a local date and time in a time zone, as ISO 8601; empty if it isn't a date and time. A time that the clocks skip
 * is as much later; of a time that they repeat, it's the first.
 */
export function instantOf(wallTime: string, timeZone: string): string {
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wallTime) ? Date.parse(`${wallTime.slice(0, 16)}Z`) : Number.NaN;
  if (Number.isNaN(local)) return '';
  // The offsets a day before and after: those of the clocks before and after a change.
  const before = local - offsetAt(local - dayMs, timeZone);
  const after = local - offsetAt(local + dayMs, timeZone);
  const isRight = (ms: number) => ms + offsetAt(ms, timeZone) === local;
  return new Date(isRight(before) || !isRight(after) ? before : after).toISOString();
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns how far the clocks of a time zone are ahead of UTC at an instant, in ms. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', era: 'short' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(ms);
  const partOf = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const date = new Date(0);
  date.setUTCFullYear(partOf('year'), partOf('month') - 1, partOf('day'));
  date.setUTCHours(partOf('hour'), partOf('minute'), partOf('second'));
  return date.getTime() - Math.floor(ms / 1000) * 1000;
}
