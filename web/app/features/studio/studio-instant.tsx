import { instantWords } from './status-words.ts';

/** An instant in UTC, so that server and browser write the same. */
export function Instant({ of }: { of: string }) {
  return (
    <time dateTime={new Date(of).toISOString()} title={`${instantWords(of, 'UTC')} UTC`}>
      {instantWords(of, 'UTC')}
    </time>
  );
}
