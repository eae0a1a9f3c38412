import { LocalDate } from '../../shared/dates/local-date.tsx';

/** A time, to the minute. */
export function Instant({ of }: { of: string | number }) {
  return <LocalDate of={of} look="moment" />;
}
