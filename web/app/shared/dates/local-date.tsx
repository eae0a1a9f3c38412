import { type DateLook, formatDate } from './format-date.ts';
import { useDateReader } from './use-date-reader.ts';

type Props = { of: string | number; look: DateLook; className?: string };

/** A date in the reader's language and time zone. Its tooltip shows the time to the minute. */
export function LocalDate({ of, look, className }: Props) {
  const reader = useDateReader();
  return (
    <time
      className={className}
      dateTime={new Date(of).toISOString()}
      title={look === 'moment' ? reader.timeZone : `${formatDate(of, 'moment', reader)} (${reader.timeZone})`}
    >
      {formatDate(of, look, reader)}
    </time>
  );
}
