import { type DateReader, formatDate } from '../../shared/dates/format-date.ts';

type EventTimes = {
  /** 'Thursday, 17 December 2026'. */
  readonly day: string;
  /** '18:00'. */
  readonly start: string;
  /** '19:30 GMT+1'; with its day if that's another one. */
  readonly end: string;
};

/** Formats the start and the end of an event for a reader. */
export function eventTimes(startsAt: string, endsAt: string, reader: DateReader): EventTimes {
  const day = formatDate(startsAt, 'weekday', reader);
  const end = formatDate(endsAt, 'zonedTime', reader);
  return {
    day,
    start: formatDate(startsAt, 'time', reader),
    end: formatDate(endsAt, 'weekday', reader) === day ? end : `${formatDate(endsAt, 'dayOfYear', reader)}, ${end}`,
  };
}
