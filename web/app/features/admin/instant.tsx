const words = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** An instant in UTC, so that the server and every browser write the same. */
export function Instant({ of }: { of: string }) {
  return (
    <time className="num" dateTime={new Date(of).toISOString()} title="UTC">
      {words.format(new Date(of))}
    </time>
  );
}
