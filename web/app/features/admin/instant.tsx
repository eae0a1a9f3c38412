import { LocalDate } from '../../shared/dates/local-date.tsx';

/** A time, to the minute. */
export function Instant({ of }: { of: string }) {
  return <LocalDate className="num" of={of} look="moment" />;
}
