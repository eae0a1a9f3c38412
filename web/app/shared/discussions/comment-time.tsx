import { type DateReader, formatDate } from '../dates/format-date.ts';
import { useDateReader } from '../dates/use-date-reader.ts';

/** The time of a comment: relative when `now` is given ('52 min', 'Yesterday'), otherwise the date in the reader's format. */
export function CommentTime({ instant, now }: { instant: string; now: number | null }) {
  const date = new Date(instant);
  const reader = useDateReader();
  return (
    <time dateTime={date.toISOString()} title={`${formatDate(date, 'moment', reader)} (${reader.timeZone})`}>
      {now === null ? formatDate(date, 'day', reader) : sinceThen(date, now, reader)}
    </time>
  );
}

/** Formats how long ago something happened: 'now', '52 min', '2 h', 'Yesterday', '4 days', then the date. */
export function sinceThen(date: Date, now: number, reader?: DateReader): string {
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  if (days === 1) return 'Yesterday';
  return days < 7 ? `${days} days` : formatDate(date, 'day', reader);
}
