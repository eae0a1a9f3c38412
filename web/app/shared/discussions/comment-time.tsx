// Made once: to make one takes longer than all the rest of a comment's head.
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/**
 * When something was said: beside a clock the words of today ('52 min', 'Yesterday'), without one the day in UTC, which server and
 * browser write alike.
 */
export function CommentTime({ instant, now }: { instant: string; now: number | null }) {
  const date = new Date(instant);
  return (
    <time dateTime={date.toISOString()} title={`${momentFormat.format(date)} UTC`}>
      {now === null ? dayFormat.format(date) : sinceThen(date, now)}
    </time>
  );
}

/** How long ago it was: 'now', '52 min', '2 h', 'Yesterday', '4 days', then the day itself. */
export function sinceThen(date: Date, now: number): string {
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  if (days === 1) return 'Yesterday';
  return days < 7 ? `${days} days` : dayFormat.format(date);
}
